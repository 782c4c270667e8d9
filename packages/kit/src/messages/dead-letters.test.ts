import { create, toBinary } from "@bufbuild/protobuf";
import { type RecordsDeleted, RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { AuditRecordedSchema } from "@emissions/proto/calc/v1/audit_recorded";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Db } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import { onMany } from "./consume.ts";
import { type Decision, discardLetter, listLetters, replayLetter, showLetter } from "./dead-letters.ts";
import { giveUp, handleOnce, parse, transact, type Work } from "./handle-events.ts";
import { retryNext } from "./retry-deferred.ts";

const CONSUMER = "test_RecordsDeleted";
const DECISION: Decision = { by: "ada", reason: "the cause is gone", auditEvent: AuditRecordedSchema };
let database: TestDatabase;
let db: Db;
let org: string;
let seen: string[];
let work: Work;

beforeAll(async () => {
  database = await testDatabase("activity", []);
});
afterAll(() => database.drop());
beforeEach(() => {
  [org, seen] = [newId(), []];
  db = new Db(database.sql);
  const consumer = onMany(RecordsDeletedSchema, async (write, events: RecordsDeleted[]) => {
    write.afterCommit(() => seen.push(...events.flatMap(({ records }) => records.map((one) => one.recordId))));
  });
  const log = pino({ level: "silent" });
  work = { db, consumer, durable: CONSUMER, lane: "single", log, blocked: new Set() };
});

/** An event that was given up, with the record that it is about. */
async function deadLetter() {
  const [id, recordId] = [newId(), newId()];
  const payload = toBinary(
    RecordsDeletedSchema,
    create(RecordsDeletedSchema, { records: [{ recordId, revision: 1 }] }),
  );
  const event = {
    id,
    organizationId: org,
    type: RecordsDeletedSchema.typeName,
    payload,
    packed: false,
    traceparent: "",
  };
  await giveUp(work, event, new Error("out of range"));
  const deliverAgain = () =>
    transact(work, { ...event, traceparents: [] }, (write) => handleOnce(write, work, [parse(work.consumer, event)]));
  return { key: { organizationId: org, consumer: CONSUMER, id }, recordId, deliverAgain };
}

const letters = () => listLetters(db, { organizationId: org });
const audited = () =>
  db.asService(org, async ({ tx }) => {
    const rows =
      await tx`select action, entity_kind, entity_id, changes -> 'by' ->> 'new' as by from audit_log order by id`;
    return rows.map((row) => ({ ...row }));
  });
const row = (action: string, id: string) => ({ action, entityKind: "dead_letter", entityId: id, by: "ada" });

it("a letter is listed with its cause and without its content", async () => {
  const { key } = await deadLetter();
  expect(await letters()).toEqual([
    {
      ...key,
      type: RecordsDeletedSchema.typeName,
      cause: "out of range",
      createdAt: expect.any(Date),
      bytes: expect.any(Number),
    },
  ]);
  expect(await listLetters(db, { organizationId: org, consumer: "test_Other" })).toEqual([]);
});

it("a replayed letter is handled once, and its events flow as before", async () => {
  const { key, recordId, deliverAgain } = await deadLetter();
  await deliverAgain();
  expect(seen).toEqual([]);
  expect(await replayLetter(db, key, DECISION)).toBe(true);
  expect(await replayLetter(db, key, DECISION)).toBe(false);
  await retryNext(work, { consumer: CONSUMER, lane: "single", organizationId: org });
  await deliverAgain();
  expect(seen).toEqual([recordId]);
  expect(await letters()).toEqual([]);
  expect(await audited()).toEqual([row("ReplayDeadLetter", key.id)]);
});

it("a discarded letter is gone, and is not handled when its stream is filled again", async () => {
  const { key, deliverAgain } = await deadLetter();
  expect(await discardLetter(db, key, DECISION)).toBe(true);
  await deliverAgain();
  expect([seen, await letters()]).toEqual([[], []]);
  expect(await audited()).toEqual([row("DiscardDeadLetter", key.id)]);
});

it("the content is shown as JSON, and the look is audited", async () => {
  const { key, recordId } = await deadLetter();
  const shown = await showLetter(db, key, DECISION);
  expect(shown).toMatchObject({ payload: { records: [{ recordId, revision: 1 }] } });
  expect(await showLetter(db, { ...key, organizationId: newId() }, DECISION)).toBeNull();
  expect(await audited()).toEqual([row("ShowDeadLetter", key.id)]);
});

it("activity learns each decision of another service", async () => {
  const { key } = await deadLetter();
  await discardLetter(db, key, DECISION);
  await showLetter(db, (await deadLetter()).key, { ...DECISION, auditEvent: null });
  const emitted = await db.asService(org, ({ tx }) => tx`select type from outbox`);
  expect(emitted.map(({ type }) => type)).toEqual([AuditRecordedSchema.typeName]);
});
