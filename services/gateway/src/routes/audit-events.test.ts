import { AuditEventSchema, AuditEventService } from "@emissions/proto/activity/v1/audit_event_service";
import { expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID as ID, sample } from "../../test/samples.ts";
import { cellsOf } from "../xlsx/read-workbook.fixture.ts";

const { listAuditEvents } = AuditEventService.method;
const EVENT = {
  id: ID,
  occurred_at: "2026-01-31T10:00:00.000Z",
  service: "activity",
  action: "UpdateSupplier",
  entity_kind: "supplier",
  entity_id: ID,
  actor_kind: "api_key",
  actor_id: ID,
  api_key_id: ID,
  address: "192.0.2.7",
  request_id: ID,
  changes: [{ field: "name", old_value: "=1+1", new_value: null }],
};
const { app, calls } = await gateway({ samples: [sample(AuditEventSchema, EVENT)] });
const get = (url: string, role: Parameters<typeof as>[0] = "admin") => app.inject({ url, headers: as(role) });

it("GET /v2/audit-events shows events with the changed fields, and passes the filters on", async () => {
  const filters = `actor_id=${ID}&api_key_id=${ID}&action=UpdateSupplier&entity_kind=supplier&service=activity`;
  const time = "occurred_at_from=2026-01-01T00:00:00Z&occurred_at_to=2026-02-01T00:00:00Z";
  const answer = await get(`/v2/audit-events?${filters}&${time}&entity_id=${ID}&request_id=${ID}&size=10`);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ items: [EVENT], page: 1, size: 10, total_capped: false });
  expect(calls.lastRequest(listAuditEvents)).toMatchObject({
    actorId: [ID],
    apiKeyId: [ID],
    action: ["UpdateSupplier"],
    entityKind: ["supplier"],
    service: ["activity"],
    entityId: [ID],
    requestId: [ID],
    occurredAtFrom: { seconds: 1_767_225_600n },
    occurredAtTo: { seconds: 1_769_904_000n },
    size: 10,
  });
});

it("GET /v2/audit-events/{id} shows one event", async () => {
  expect((await get(`/v2/audit-events/${ID}`)).json()).toMatchObject(EVENT);
});

it.each(["viewer", "editor", "humanResources"] as const)("refuses the role %s", async (role) => {
  for (const url of ["/v2/audit-events", `/v2/audit-events/${ID}`, "/v2/audit-events?format=csv"]) {
    const answer = await get(url, role);
    expect([answer.statusCode, answer.json().code]).toEqual([403, "FORBIDDEN"]);
  }
});

it.each(["actor_id=none", "occurred_at_from=yesterday", "actor=1", "format=pdf", `after=${ID}`])(
  "refuses %s",
  async (query) => {
    const answer = await get(`/v2/audit-events?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([422, "REQUEST_VALIDATION_FAILED"]);
  },
);

it("an export has the events of the list, with the changed fields as JSON", async () => {
  const columns = Object.keys(EVENT);
  const changes = JSON.stringify(EVENT.changes[0]);
  const csv = await get("/v2/audit-events?format=csv&action=UpdateSupplier");
  expect(csv.headers["content-disposition"]).toMatch(/filename="audit_events-/);
  const [heading, row] = csv.body.replace("\uFEFF", "").split("\r\n");
  expect(heading).toBe(columns.join(","));
  expect(row).toBe([...Object.values(EVENT).slice(0, -1), `"${changes.replaceAll('"', '""')}"`].join(","));
  expect(calls.lastRequest(listAuditEvents)).toMatchObject({ action: ["UpdateSupplier"], after: expect.any(String) });
  const xlsx = await get("/v2/audit-events?format=xlsx");
  const [titles, values] = cellsOf(xlsx.rawPayload);
  expect(Object.values(titles!).map(({ value }) => value)).toEqual(columns);
  expect(Object.values(values!).map(({ value }) => value)).toEqual([...Object.values(EVENT).slice(0, -1), changes]);
});
