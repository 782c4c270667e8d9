import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { AcceptanceService, RecalculationAcceptedSchema } from "@emissions/proto/activity/v1/acceptance_service";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { RecalculationSettledSchema, RecalculationState } from "@emissions/proto/calc/v1/recalculation_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { settledConsumer } from "./consumers.ts";

eachTest();

const { READY, CALCULATING, ACCEPTED, DISCARDED } = RecalculationState;

/** A recalculation that changes records in March 2024, and on one day of May. */
function run(state: RecalculationState = READY) {
  const id = newId();
  const changedDays = [
    { startDate: "2024-03-01", endDate: "2024-03-31" },
    { startDate: "2024-05-05", endDate: "2024-05-05" },
  ];
  activity.calc.runs.set(id, { state, changedDays });
  return id;
}

const accept = (id: string, headers = {}) => activity.as(us, AcceptanceService, headers).acceptRecalculation({ id });
const lock = (startDate: string, endDate: string) =>
  activity.as(us, PeriodLockService).lockPeriod({ startDate, endDate });
const accepted = async () =>
  (await activity.events(us, RecalculationAcceptedSchema)).map(({ recalculationId }) => recalculationId);
const settle = (id: string) =>
  activity.db.asService(us.organizationId, (write) =>
    settledConsumer.handle(write, [create(RecalculationSettledSchema, { recalculationId: id })]),
  );

it("a run that is ready is accepted once", async () => {
  const id = run();
  await accept(id);
  expect(await accepted()).toEqual([id]);
  expect(await refusalOf(accept(id))).toMatchObject({ code: "RECALCULATION_NOT_READY" });
  expect(await accepted()).toEqual([id]);
});

it.each([CALCULATING, ACCEPTED, DISCARDED])("a run in state %s is not accepted", async (state) => {
  expect(await refusalOf(accept(run(state)))).toMatchObject({ code: "RECALCULATION_NOT_READY" });
});

it("a run that does not exist is not accepted", async () => {
  for (const id of [newId(), "x"])
    expect(await refusalOf(accept(id))).toMatchObject({ code: "RECALCULATION_NOT_FOUND" });
});

it("a dry run of the acceptance accepts nothing", async () => {
  const id = run();
  await accept(id, { "dry-run": "true" });
  expect(await accepted()).toEqual([]);
  await lock("2024-03-15", "2024-03-15");
  expect(await refusalOf(accept(id, { "dry-run": "true" }))).toMatchObject({ code: "PERIOD_LOCKED" });
});

it.each([
  ["its first changed day", "2024-02-01", "2024-03-01", true],
  ["its last changed day", "2024-05-05", "2024-06-30", true],
  ["the days between its changed days", "2024-04-01", "2024-05-04", false],
  ["the days after its last changed day", "2024-05-06", "2024-12-31", false],
])("a run is refused if a locked period has %s: %s to %s is %s", async (_, startDate, endDate, refused) => {
  await lock(startDate, endDate);
  const attempt = accept(run());
  if (!refused) await attempt;
  else expect(await refusalOf(attempt)).toMatchObject({ code: "PERIOD_LOCKED" });
});

it("a period with changed days is not locked until calc has changed the totals", async () => {
  const id = run();
  await accept(id);
  expect(await refusalOf(lock("2024-05-05", "2024-05-05"))).toMatchObject({ code: "PERIOD_NOT_CALCULATED" });
  await lock("2024-04-01", "2024-05-04");
  await settle(id);
  await lock("2024-05-05", "2024-05-05");
});

it("of an acceptance and a lock of the same days at once, one is refused", async () => {
  for (let round = 0; round < 10; round++) {
    const id = run();
    const codeOf = (attempt: Promise<unknown>) =>
      attempt.then(
        () => "done",
        async (error) => (await refusalOf(Promise.reject(error))).code,
      );
    const outcomes = await Promise.all([codeOf(accept(id)), codeOf(lock("2024-03-01", "2024-03-31"))]);
    expect([
      ["done", "PERIOD_NOT_CALCULATED"],
      ["PERIOD_LOCKED", "done"],
    ]).toContainEqual(outcomes);
    await settle(id);
    for (const { id } of (await activity.as(us, PeriodLockService).listPeriodLocks({})).periodLocks)
      await activity.as(us, PeriodLockService).deletePeriodLock({ id });
  }
});
