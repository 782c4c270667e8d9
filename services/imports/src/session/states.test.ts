import { expect, it } from "vitest";
import { EVENTS, EXPIRING, nextState, STATES } from "./states.ts";

/** The state after each event, in the order of the columns. A point is a refusal. */
const TABLE = `
            parse_succeeded parse_failed mapping_saved validation_started validation_finished validation_interrupted rows_changed submission_started submission_finished submission_failed time_passed
created     parsed          failed       .             .                  .                   .                      .            .                  .                   .                 expired
parsed      .               .            mapped        validating         .                   .                      .            .                  .                   .                 expired
mapped      .               .            mapped        validating         .                   .                      .            .                  .                   .                 expired
validating  .               .            .             .                  validated           mapped                 .            .                  .                   .                 expired
validated   .               .            mapped        validating         .                   .                      validated    submitting         .                   .                 expired
submitting  .               .            .             .                  .                   .                      .            .                  submitted           failed            .
submitted   .               .            .             .                  .                   .                      .            .                  .                   .                 .
failed      .               .            .             .                  .                   .                      .            .                  .                   .                 .
expired     .               .            .             .                  .                   .                      .            .                  .                   .                 .
`;

const [events = [], ...rows] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

it("the table has every state and every event", () => {
  expect(events).toEqual(EVENTS);
  expect(rows.map(([state]) => state)).toEqual(STATES);
});

it.each(rows)("every move from %s is allowed or refused", (state, ...after) => {
  const moves = EVENTS.map((event) => nextState(state as (typeof STATES)[number], event) ?? ".");
  expect(moves).toEqual(after);
});

it("submitted, failed and submitting sessions do not expire", () => {
  expect(STATES.filter((state) => !EXPIRING.includes(state))).toEqual(["submitting", "submitted", "failed", "expired"]);
});
