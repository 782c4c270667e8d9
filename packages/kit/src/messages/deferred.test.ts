import { create, toBinary } from "@bufbuild/protobuf";
import { type RecordsDeleted, RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Db, openPool, type Write } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import { onMany, TRIES_MAX } from "./consume.ts";
import { consume } from "./deliveries.ts";
import type { Work } from "./handle-events.ts";
import { retryNext } from "./retry-deferred.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
let db: Db;
let org: string;
/** Records of the handled events. */
let seen: string[];
let fates: string[];
/** Runs in the transaction of the handler. */
let fault: (write: Write, events: readonly RecordsDeleted[]) => Promise<unknown>;
let work: Work;

beforeAll(async () => {
  database = await testDatabase("activity", []);
  await database.owner.unsafe(`
    create table rows_in_use (organization_id uuid primary key);
    grant select, insert, update, delete on rows_in_use to emissions_activity;`);
});
afterAll(() => database.drop());
beforeEach(() => {
  [org, seen, fates] = [newId(), [], []];
  db = new Db(database.sql);
  fault = async () => {};
  work = workWith(db);
});

const idsOf = (events: readonly RecordsDeleted[]) =>
  events.flatMap(({ records }) => records.map((one) => one.recordId));

function workWith(own: Db): Work {
  const consumer = onMany(
    RecordsDeletedSchema,
    async (write, events) => {
      await fault(write, events);
      write.afterCommit(() => seen.push(...idsOf(events)));
    },
    { giveUp: async (write, event) => write.afterCommit(() => fates.push(`given up ${idsOf([event])}`)) },
  );
  return { db: own, consumer, durable: "test_RecordsDeleted", lane: "single", log, blocked: new Set() };
}

/** Delivers one message with these events. */
async function deliver(recordIds: readonly string[], tries = 1): Promise<void> {
  const events = recordIds.map((recordId) => ({
    id: newId(),
    organizationId: org,
    type: RecordsDeletedSchema.typeName,
    payload: toBinary(RecordsDeletedSchema, create(RecordsDeletedSchema, { records: [{ recordId, revision: 1 }] })),
  }));
  const data = toBinary(EventBatchSchema, create(EventBatchSchema, { events }));
  await consume(work, [{ data, tries, ack: () => fates.push("done"), retry: (ms) => fates.push(`retry in ${ms}`) }]);
}
const retry = async () => {
  await db.asService(org, ({ tx }) => tx`update deferred_events set due_at = now()`);
  return retryNext(work, { consumer: work.durable, lane: work.lane, organizationId: org });
};
const deferred = () =>
  db.asService(org, async ({ tx }) => {
    const rows = await tx<{ failures: number }[]>`select failures from deferred_events order by id`;
    return rows.map(({ failures }) => failures);
  });
const deadLetters = () => db.asService(org, ({ tx }) => tx<{ cause: string }[]>`select cause from dead_letters`);
const raise = (code: string) => (write: Write) =>
  write.tx.unsafe(`do $$ begin raise exception 'fault' using errcode = '${code}'; end $$`);

describe("an event that meets a fault of the database", () => {
  const faults = [
    ...["57014", "55P03", "40P01", "40001", "08006", "57P01", "57P03", "53100", "53200", "53300", "25006", "58030"],
  ];
  it.each(faults)("%s waits for as long as it lasts, and is handled once when it ends", async (code) => {
    const ids = [newId(), newId(), newId()];
    fault = raise(code);
    await deliver(ids);
    for (let tries = 0; tries < 2 * TRIES_MAX; tries++) await expect(retry()).rejects.toMatchObject({ code });
    expect([fates, await deferred(), await deadLetters()]).toEqual([["done"], [0, 0, 0], []]);
    fault = async () => {};
    await retry();
    await retry();
    expect([seen.toSorted(), await deferred(), await deadLetters()]).toEqual([ids.toSorted(), [], []]);
  });

  it("in the middle of its last try is not given up", async () => {
    const id = newId();
    fault = raise("22012");
    await deliver([id]);
    for (let tries = 2; tries < TRIES_MAX; tries++) await retry();
    expect(await deferred()).toEqual([TRIES_MAX - 1]);
    fault = raise("57014");
    await expect(retry()).rejects.toMatchObject({ code: "57014" });
    await expect(retry()).rejects.toMatchObject({ code: "57014" });
    expect([await deferred(), await deadLetters()]).toEqual([[TRIES_MAX - 1], []]);
    fault = raise("22012");
    await retry();
    expect([fates, await deferred(), await deadLetters()]).toEqual([
      ["done", `given up ${id}`],
      [],
      [{ cause: "fault" }],
    ]);
  });

  it("so grave that it cannot be deferred is delivered again, after growing pauses of at most 15 s", async () => {
    const away = openPool(
      { DATABASE_URL: "postgres://emissions_activity:none@127.0.0.1:1/none" },
      { schema: "activity", max: 1 },
    );
    work = workWith(new Db(away));
    for (const tries of [1, 2, 3, 50]) await deliver([newId()], tries);
    expect(fates).toEqual(["retry in 1000", "retry in 2000", "retry in 4000", "retry in 15000"]);
    await away.end({ timeout: 1 });
  });
});

describe("an event that fails by itself", () => {
  it("holds up no other event of its message, and becomes a dead letter after the last try", async () => {
    const [bad, ...good] = [newId(), newId(), newId()];
    fault = async (write, events) => idsOf(events).includes(bad!) && raise("23514")(write);
    await deliver([bad!, ...good]);
    expect([seen.toSorted(), await deferred()]).toEqual([good.toSorted(), [1]]);
    for (let tries = 2; tries <= TRIES_MAX; tries++) await retry();
    expect([fates, await deferred(), await deadLetters()]).toEqual([
      ["done", `given up ${bad}`],
      [],
      [{ cause: "fault" }],
    ]);
    await retry();
    expect(seen.toSorted()).toEqual(good.toSorted());
  });

  it("becomes a dead letter even if its consumer cannot record the failure", async () => {
    work.consumer.giveUp = async (write) => void (await raise("23514")(write));
    fault = raise("22012");
    await deliver([newId()]);
    for (let tries = 2; tries <= TRIES_MAX; tries++) await retry();
    expect([await deferred(), await deadLetters()]).toEqual([[], [{ cause: "fault" }]]);
  });
});

describe("an organization with deferred events", () => {
  it("has its further events deferred without an attempt, until the deferred ones are handled", async () => {
    let attempts = 0;
    fault = async (write) => {
      attempts++;
      await raise("55P03")(write);
    };
    await deliver([newId()]);
    await deliver([newId()]);
    expect([attempts, work.blocked, await deferred()]).toEqual([1, new Set([org]), [0, 0]]);
  });

  it("whose rows are locked costs other organizations 2 s once", async () => {
    await database.sql`insert into rows_in_use values (${org})`;
    const holder = await database.owner.reserve();
    await holder`begin`;
    await holder`select from rows_in_use where organization_id = ${org} for update`;
    fault = (write) => write.tx`update rows_in_use set organization_id = ${org} where organization_id = ${org}`;
    const begun = performance.now();
    for (let messages = 0; messages < 20; messages++) await deliver([newId()]);
    expect(performance.now() - begun).toBeLessThan(3_500);
    expect(await deferred()).toHaveLength(20);
    await holder`rollback`;
    holder.release();
    await retry();
    expect([seen.length, await deferred()]).toEqual([20, []]);
  });
});
