import { create, toBinary } from "@bufbuild/protobuf";
import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pack } from "../db/packing.ts";
import { Db } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import { onMany } from "./consume.ts";
import { consume, type Delivery } from "./deliveries.ts";

const org = newId();
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase("activity", []);
  db = new Db(database.sql);
});
afterAll(() => database.drop());

function batch(payload: Uint8Array, packed = false): Uint8Array {
  const event = { id: newId(), organizationId: org, type: RecordsDeletedSchema.typeName, payload, packed };
  return toBinary(EventBatchSchema, create(EventBatchSchema, { events: [event] }));
}

const deleted = (recordIds: readonly string[]): Uint8Array => {
  const records = recordIds.map((recordId) => ({ recordId, revision: 1 }));
  return toBinary(RecordsDeletedSchema, create(RecordsDeletedSchema, { records }));
};

const GARBAGE = new Uint8Array([0xff, 0xff, 0xff]);

it("skips messages and events that cannot be parsed, and handles the others", async () => {
  const [recordId, ...many] = Array.from({ length: 1_000 }, newId);
  const large = pack(deleted(many));
  expect(large.packed).toBe(true);
  const messages = [
    GARBAGE,
    batch(GARBAGE),
    batch(GARBAGE, true),
    batch(deleted([recordId!])),
    batch(large.payload, true),
  ];
  const fates = messages.map(() => "open");
  const deliveries = messages.map(
    (data, i): Delivery => ({
      data,
      tries: 1,
      ack: () => {
        fates[i] = "done";
      },
      retry: () => {
        fates[i] = "retry";
      },
    }),
  );
  const seen: string[] = [];
  const consumer = onMany(
    RecordsDeletedSchema,
    async (_, events) => void seen.push(...events.flatMap((event) => event.records.map((record) => record.recordId))),
    { giveUp: async () => void seen.push("given up") },
  );
  const log = pino({ level: "silent" });
  await consume({ db, consumer, durable: "unreadable", lane: "single", log, blocked: new Set() }, deliveries);
  expect(fates).toEqual(messages.map(() => "done"));
  expect(seen).toEqual([recordId, ...many]);
  const letters = await db.asService(
    org,
    ({ tx }) => tx`select payload from dead_letters where consumer = 'unreadable'`,
  );
  expect(letters.map(({ payload }) => new Uint8Array(payload))).toEqual([GARBAGE, GARBAGE]);
});
