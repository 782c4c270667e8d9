import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import type { StreamInfo } from "@nats-io/jetstream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Db } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import { lockState, publishAgain, saveState } from "./stream-state.ts";

const NAME = "EVENTS_ACTIVITY";
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase("activity", []);
  db = new Db(database.sql);
});
afterAll(() => database.drop());

const streamOf = (created: string, lastSeq: number) =>
  ({ config: { name: NAME }, created, state: { last_seq: lastSeq } }) as StreamInfo;
const see = (created: string, lastSeq: number) =>
  db.systemWide(async (tx) => saveState(tx, await lockState(tx, NAME), streamOf(created, lastSeq)));
/** Many rows with one timestamp, as one transaction leaves them. */
const publish = (count: number) =>
  db.systemWide(
    (tx) => tx`
      insert into outbox (id, organization_id, type, payload, published_at)
      select gen_random_uuid(), ${newId()}, 'x', '', clock_timestamp() from generate_series(1, ${count})`,
  );
const publishWaiting = () =>
  db.systemWide(
    async (tx) => (await tx`update outbox set published_at = clock_timestamp() where published_at is null`).count,
  );

it("a lost stream is filled again in steps with the published rows only", async () => {
  expect(await see("2026-01-01T00:00:00Z", 5)).toEqual({ lost: false, filling: false, oldUpTo: 0 });
  await publish(15_000);
  await publish(15_000);
  expect(await see("2026-01-02T00:00:00Z", 0)).toEqual({ lost: true, filling: true, oldUpTo: 0 });
  await publish(10);

  const steps: number[] = [];
  let more = true;
  while (more) {
    // Another process continues.
    more = await new Db(database.sql).systemWide((tx) => publishAgain(tx, NAME));
    steps.push(await publishWaiting());
  }
  expect(steps).toEqual([10_000, 10_000, 10_000, 0]);
  expect(await see("2026-01-02T00:00:00Z", 8)).toEqual({ lost: false, filling: false, oldUpTo: 0 });
});

it("a stream with fewer messages than were published counts as lost", async () => {
  await see("2026-01-02T00:00:00Z", 9);
  expect(await see("2026-01-02T00:00:00Z", 4)).toMatchObject({ lost: true, filling: true });
  expect(await see("2026-01-02T00:00:00Z", 4)).toMatchObject({ lost: false, filling: true });
});
