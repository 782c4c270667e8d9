import { create, toBinary } from "@bufbuild/protobuf";
import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { ParcelSchema } from "@emissions/proto/common/v1/event";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { consume, type Delivery, onMany, TRIES_MAX } from "./consume.ts";
import { Db } from "./db.ts";
import { newId } from "./id.ts";

const org = newId();
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase("activity", []);
  db = new Db(database.sql);
});
afterAll(() => database.drop());

function parcel(payload: Uint8Array, id = newId()): Uint8Array {
  const type = RecordsDeletedSchema.typeName;
  return toBinary(ParcelSchema, create(ParcelSchema, { envelopes: [{ id, organizationId: org, type, payload }] }));
}

const GARBAGE = new Uint8Array([0xff, 0xff, 0xff]);

it("is held up neither by a message nor by an event that cannot be read", async () => {
  const fates: string[] = ["open", "open", "open"];
  const recordId = newId();
  const good = toBinary(RecordsDeletedSchema, create(RecordsDeletedSchema, { records: [{ recordId, revision: 1 }] }));
  const deliveries = [GARBAGE, parcel(GARBAGE), parcel(good)].map(
    (data, i): Delivery => ({
      data,
      tries: TRIES_MAX,
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
  await consume({ db, consumer, durable: "unreadable", log: pino({ level: "silent" }) }, deliveries);
  expect([fates, seen]).toEqual([["done", "done", "done"], [recordId]]);
  const letters = await db.enter(org, ({ tx }) => tx`select type from dead_letters where consumer = 'unreadable'`);
  expect(letters).toHaveLength(1);
});
