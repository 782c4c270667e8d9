import { setTimeout as pause } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { handleOnce, type ParsedEvent, type Work } from "@emissions/kit/messages/handle-events";
import { NIL_ID, newId, newIds } from "@emissions/kit/process/id";
import { AuditActorKind, AuditEventService } from "@emissions/proto/activity/v1/audit_event_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { AuditRecordedSchema } from "@emissions/proto/factors/v1/audit_recorded";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { ADDRESS, change, list } from "./audit.fixture.ts";
import { auditConsumers } from "./consumers.ts";

eachTest();

const get = (id: string, by = us) => activity.as(by, AuditEventService).getAuditEvent({ id });

describe("an audit event", () => {
  it("tells who did what to which entity, from where and in which request", async () => {
    const [requestId, apiKeyId] = [newId(), newId()];
    const entityId = await change({ ...us, kind: "api_key", apiKeyId }, requestId);
    const [event] = await list();
    expect(event).toMatchObject({
      organizationId: us.organizationId,
      service: "activity",
      action: "CreateSupplier",
      entityKind: "supplier",
      entityId,
      actorKind: AuditActorKind.API_KEY,
      actorId: us.userId,
      apiKeyId,
      address: ADDRESS,
      requestId,
      changes: [],
    });
    expect((await get(event!.id)).auditEvent).toEqual(event);
  });

  it("of an update has the fields that differ, with their values before and after as texts", async () => {
    const id = await change();
    const changes = { id, businessName: "Other", vat: "ES1", updateMask: { paths: ["business_name", "vat"] } };
    await activity.as(us, SupplierService).updateSupplier(changes);
    const [event] = await list({ action: ["UpdateSupplier"] });
    expect(event!.changes).toMatchObject([
      { field: "business_name", oldValue: expect.stringContaining("Acme"), newValue: "Other" },
      { field: "vat", newValue: "ES1" },
    ]);
    expect(event!.changes[1]!.oldValue).toBeUndefined();
  });
});

describe("the list", () => {
  it("has the changes of one's own organization alone, the latest first", async () => {
    const other = await activity.organization({ parentId: us.organizationId, accepted: true });
    const [first, second, theirs] = [await change(), await change(), await change(other)];
    expect((await list()).map(({ entityId }) => entityId)).toEqual([second, first]);
    const [event] = await list({}, other);
    expect(event!.entityId).toBe(theirs);
    const above = { ...us, descendants: [other.organizationId] };
    const refused = [get(event!.id, above), get(newId()), get("none")].map(refusalOf);
    expect(new Set((await Promise.all(refused)).map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await refusalOf(get(event!.id, above))).toMatchObject({ status: Code.NotFound });
  });

  it("shows auditors what admins see", async () => {
    const id = await change();
    const auditor = { ...us, role: "auditor" } as const;
    const [event] = await list({}, auditor);
    expect(event).toMatchObject({ entityId: id });
    expect(await get(event!.id, auditor)).toMatchObject({ auditEvent: { entityId: id } });
  });

  it.each(["editor", "viewer", "human_resources"] as const)("is refused to the role %s", async (role) => {
    expect(await refusalOf(list({}, { ...us, role }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(get(newId(), { ...us, role }))).toMatchObject({ code: "FORBIDDEN" });
  });

  it("is filtered by caller, key, request, operation, resource, service, entity and time", async () => {
    const [userId, apiKeyId, requestId] = newIds(3) as [string, string, string];
    const wanted = await change({ ...us, kind: "api_key", userId, apiKeyId }, requestId);
    // Times of messages have milliseconds.
    await pause(2);
    const rest = await change();
    const [latest, earlier] = await list();
    const found = async (filters: object) => (await list(filters)).map(({ entityId }) => entityId);
    for (const filter of [
      { actorId: [userId.toUpperCase()] },
      { apiKeyId: [apiKeyId] },
      { requestId: [requestId] },
      { entityId: [wanted] },
      { occurredAtTo: earlier!.occurredAt },
    ])
      expect(await found(filter)).toEqual([wanted]);
    expect(await found({ occurredAtFrom: latest!.occurredAt })).toEqual([rest]);
    const both = { action: ["CreateSupplier"], entityKind: ["supplier"], service: ["activity"] };
    expect(await found(both)).toEqual([rest, wanted]);
    expect(await found({ ...both, service: ["factors"] })).toEqual([]);
    expect(await found({ entityKind: ["waste"] })).toEqual([]);
  });

  it("is paged by number, and by id for an export", async () => {
    const ids = [await change(), await change(), await change()];
    expect((await list({ page: 2, size: 2 })).map(({ entityId }) => entityId)).toEqual([ids[0]]);
    const page = await list({ after: NIL_ID, size: 2 });
    expect(page.map(({ entityId }) => entityId)).toEqual(ids.slice(0, 2));
    expect((await list({ after: page[1]!.id, size: 2 })).map(({ entityId }) => entityId)).toEqual(ids.slice(2));
  });
});

describe("a change of another service", () => {
  const consumer = auditConsumers.find(({ event }) => event.typeName === AuditRecordedSchema.typeName)!;
  const record = (id: string) => ({
    id,
    occurredAt: { seconds: 1_700_000_000n, nanos: 0 },
    actorKind: "user",
    actorId: us.userId,
    action: "UpdateCustomRecord",
    entityKind: "custom_record",
    entityId: "e",
    changes: '{"name":{"old":"a","new":{"b":[1]}},"key":{}}',
  });
  const handle = (eventId: string, records: object[]) =>
    activity.db.asService(us.organizationId, (write) => {
      const work = { consumer, durable: "activity_AuditRecorded" } as unknown as Work;
      const event = { id: eventId, message: create(AuditRecordedSchema, { records: records as never }) };
      return handleOnce(write, work, [event as unknown as ParsedEvent]);
    });

  it("is in the list under the name of the service, once, also if its event comes again", async () => {
    const [id, other] = newIds(2) as [string, string];
    const eventId = newId();
    await handle(eventId, [record(id), record(other)]);
    await handle(eventId, [record(id), record(other)]);
    await handle(newId(), [record(id)]);
    const events = await list({ service: ["factors"] });
    expect(events.map((event) => event.id)).toEqual([other, id]);
    expect(events[0]).toMatchObject({
      occurredAt: { seconds: 1_700_000_000n },
      changes: [{ field: "key" }, { field: "name", oldValue: "a", newValue: '{"b":[1]}' }],
    });
    expect(events[0]!.changes[0]!.newValue).toBeUndefined();
  });
});
