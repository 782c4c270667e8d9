import { fromBinary } from "@bufbuild/protobuf";
import { AuditRecordedSchema } from "@emissions/proto/factors/v1/audit_recorded";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId, newIds } from "../process/id.ts";
import { CLIENT_ADDRESS, DRY_RUN, REQUEST_ID } from "../wire/headers.ts";
import { fieldChanges } from "./audit.ts";
import { type Packed, unpack } from "./packing.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import { Db, type Write } from "./transactions.ts";

let things: Things;
let db: Db;

beforeAll(async () => {
  things = await startThings();
  db = new Db(things.database.sql, { auditEvent: AuditRecordedSchema });
});
afterAll(() => things.database.drop());

const eventsOf = (org: string) =>
  db.asService(org, async ({ tx }) => {
    const rows = await tx<Packed[]>`
      select payload, packed from outbox where type = ${AuditRecordedSchema.typeName} order by id`;
    return rows.map((row) => fromBinary(AuditRecordedSchema, unpack(row)).records);
  });
const idsOf = (org: string) =>
  db.asService(org, async ({ tx }) => (await tx<{ id: string }[]>`select id from audit_log`).map(({ id }) => id));

const write = (work: (write: Write) => Promise<object>, headers = {}) => {
  const ours = adminOf(newId());
  return { ours, org: ours.organizationId, done: db.write(callOf(ours, headers), request, work) };
};

it("a change is an event with the row of the audit log", async () => {
  const work = async ({ about }: Write) => {
    about("1", fieldChanges({ name: "a", key: "k" }, { name: "b", key: "l" }, { secret: ["key"] }));
    return {};
  };
  const { ours, org, done } = write(work, { [REQUEST_ID]: "request-1", [CLIENT_ADDRESS]: "192.0.2.7" });
  await done;
  const [id] = await idsOf(org);
  expect(await eventsOf(org)).toMatchObject([
    [
      {
        id,
        actorKind: "user",
        actorId: ours.userId,
        action: "CreateSupplier",
        entityKind: "supplier",
        entityId: "1",
        requestId: "request-1",
        address: "192.0.2.7",
        changes: '{"name":{"old":"a","new":"b"},"key":{}}',
      },
    ],
  ]);
});

it("a write that is refused, and a dry run, are no events", async () => {
  const refused = write(async () => {
    throw new Error("on purpose");
  });
  await expect(refused.done).rejects.toThrow("on purpose");
  const dry = write(async () => ({}), { [DRY_RUN]: "true" });
  await dry.done;
  expect([await eventsOf(refused.org), await eventsOf(dry.org)]).toEqual([[], []]);
});

it("thousands of changes are events of a bounded size, and each change is in one", async () => {
  const ids = newIds(1_200);
  const long = fieldChanges({ text: "" }, { text: "x".repeat(100_000) });
  const { org, done } = write(async ({ about }) => {
    for (const id of ids) about(id);
    for (let at = 0; at < 3; at++) about(newId(), long);
    return {};
  });
  await done;
  const events = await eventsOf(org);
  expect(events.map((records) => records.length).toSorted((a, b) => b - a)).toEqual([500, 500, 201, 1, 1]);
  expect(
    events
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual((await idsOf(org)).toSorted());
});
