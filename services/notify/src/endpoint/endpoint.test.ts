import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookDeliveryStatus, WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onDue } from "../delivery/due-signal.ts";
import type { EndpointRow } from "../endpoint-row.ts";
import { admin, fakeOutbound, type Notify, startNotify } from "../notify.fixture.ts";
import type { UrlFault } from "./rules.ts";

/** `fault:<name>` is refused with this fault. Other URLs get a trailing slash. */
const checkUrl = async (url: string) => {
  const fault = /^fault:(\w+)$/.exec(url)?.[1];
  return fault === undefined ? { url: url.replace(/\/?$/, "/") } : { fault: fault as UrlFault };
};

let notify: Notify;
let us: Principal;

beforeAll(async () => {
  notify = await startNotify({ outbound: fakeOutbound({ checkUrl }) });
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});

const FINISHED = WebhookEventType.INGEST_JOB_FINISHED;
const endpoints = (principal = us, headers = {}) => notify.as(principal, WebhookEndpointService, headers);
const hook = { url: "https://example.com/hook", eventTypes: [FINISHED] };
const add = async (values: object = {}, principal = us) =>
  (await endpoints(principal).createWebhookEndpoint({ ...hook, ...values })).endpoint!;
const stored = () => notify.rows<EndpointRow>(us, "webhook_endpoints");
const get = async (endpointId: string) => (await endpoints().getWebhookEndpoint({ endpointId })).endpoint!;
const withoutSecret = ({ secret, $typeName, ...endpoint }: Awaited<ReturnType<typeof add>>) => endpoint;

/** All calls that take the id of an endpoint. */
const CALLS: [name: string, call: (principal: Principal, endpointId: string) => Promise<unknown>][] = [
  ["get", (by, endpointId) => endpoints(by).getWebhookEndpoint({ endpointId })],
  [
    "update",
    (by, endpointId) => endpoints(by).updateWebhookEndpoint({ endpointId, updateMask: { paths: ["enabled"] } }),
  ],
  ["delete", (by, endpointId) => endpoints(by).deleteWebhookEndpoint({ endpointId })],
  ["rotate", (by, endpointId) => endpoints(by).rotateWebhookSecret({ endpointId })],
  ["test", (by, endpointId) => endpoints(by).sendTestEvent({ endpointId })],
];

describe("CreateWebhookEndpoint", () => {
  it("stores the values and the canonical URL, and returns the secret only once", async () => {
    const created = await add({ description: "Würzburg" });
    expect(created).toMatchObject({
      url: "https://example.com/hook/",
      description: "Würzburg",
      eventTypes: [FINISHED],
      enabled: true,
      consecutiveFailures: 0,
    });
    expect(created.disabledReason).toBeUndefined();
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await get(created.id)).toMatchObject(withoutSecret(created));
    expect((await endpoints().listWebhookEndpoints({})).endpoints).toMatchObject([withoutSecret(created)]);
    expect(await get(created.id)).not.toHaveProperty("secret");
  });

  it("can create a disabled endpoint, and removes duplicate event types", async () => {
    const created = await add({ enabled: false, eventTypes: [FINISHED, FINISHED], description: "" });
    expect(created).toMatchObject({ enabled: false, eventTypes: [FINISHED] });
    expect(created.description ?? created.disabledReason).toBeUndefined();
  });

  it.each([
    {
      what: "an empty list of event types",
      sent: { eventTypes: [] },
      refused: "body.event_types value_error.list.min_items",
    },
    {
      what: "an unknown event type",
      sent: { eventTypes: [FINISHED, 77] },
      refused: "body.event_types.1 type_error.enum",
    },
    {
      what: "a long description",
      sent: { description: "ñ".repeat(256) },
      refused: "body.description value_error.any_str.max_length",
    },
    ...["scheme", "credentials", "host", "too_long", "port", "fragment", "malformed"].map((fault) => ({
      what: `a URL with the fault ${fault}`,
      sent: { url: `fault:${fault}` },
      refused: `body.url value_error.url.${fault}`,
    })),
    {
      what: "a URL whose canonical form is too long",
      sent: { url: `https://example.com/${"x".repeat(2028)}` },
      refused: "body.url value_error.url.too_long",
    },
  ])("refuses $what", async ({ sent, refused }) => {
    expect(await refusalOf(add(sent))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations: [refused] });
    expect(await stored()).toEqual([]);
  });

  it("accepts a description and a URL of maximum length", async () => {
    const [description, url] = ["🏭".repeat(255), `https://example.com/${"x".repeat(2027)}/`];
    expect(await add({ description, url })).toMatchObject({ description, url });
  });

  it("creates at most ten endpoints, also for concurrent calls; deleting one allows another", async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => add()));
    const refused = results
      .filter((one) => one.status === "rejected")
      .map(({ reason }) => refusalOf(Promise.reject(reason)));
    expect((await Promise.all(refused)).map(({ code }) => code)).toEqual(Array(2).fill("WEBHOOK_ENDPOINT_LIMIT"));
    const rows = await stored();
    expect(rows).toHaveLength(10);
    await add({}, admin());
    await endpoints().deleteWebhookEndpoint({ endpointId: rows[0]!.id });
    await add();
  });
});

describe("ListWebhookEndpoints", () => {
  it("lists own endpoints, newest first, in pages", async () => {
    await add({}, admin());
    const ids = [];
    for (let count = 0; count < 5; count++) ids.unshift((await add()).id);
    const first = await endpoints().listWebhookEndpoints({ size: 3 });
    const second = await endpoints().listWebhookEndpoints({ page: 2, size: 3 });
    expect([first.total, second.total]).toEqual([5, 5]);
    expect([...first.endpoints, ...second.endpoints].map(({ id }) => id)).toEqual(ids);
    expect((await refusalOf(endpoints().listWebhookEndpoints({ size: 101 }))).violations).toEqual([
      "query.size value_error.number.not_le",
    ]);
  });
});

describe.each(CALLS)("%s", (_name, call) => {
  it("gives the same error for another organization's endpoint, a missing one and an invalid id", async () => {
    const { id } = await add();
    const them = admin();
    for (const endpointId of [id, newId(), "x'"]) {
      expect(await refusalOf(call(them, endpointId))).toMatchObject({
        code: "WEBHOOK_ENDPOINT_NOT_FOUND",
        detail: "Not found.",
      });
    }
    expect(await get(id)).toBeDefined();
  });

  it.each(["viewer", "editor", "human_resources", "service"] as const)("is refused for the role %s", async (role) => {
    const { id } = await add();
    expect(await refusalOf(call({ ...us, role }, id))).toMatchObject({ code: "ORG_ADMIN_REQUIRED" });
  });
});

it.each(["viewer", "editor", "human_resources"] as const)(
  "list and create are refused for the role %s",
  async (role) => {
    const by = { ...us, role };
    for (const call of [() => endpoints(by).listWebhookEndpoints({}), () => add({}, by)]) {
      expect(await refusalOf(call())).toMatchObject({ code: "ORG_ADMIN_REQUIRED" });
    }
    expect(await stored()).toEqual([]);
  },
);

describe("SendTestEvent", () => {
  const countSignals = async (work: () => Promise<unknown>) => {
    let times = 0;
    const stop = onDue(() => void times++);
    await work().finally(stop);
    return times;
  };

  it("inserts a delivery of a test event and signals the senders", async () => {
    const { id } = await add();
    const send = () => endpoints().sendTestEvent({ endpointId: id });
    expect(await countSignals(send)).toBe(1);
    const [row] = await notify.rows<{ eventId: string; test: boolean; body: string }>(us, "webhook_deliveries");
    expect(row).toMatchObject({ endpointId: id, test: true, status: "pending", attempts: 0 });
    const [event] = await notify.rows<{ id: string; body: string }>(us, "webhook_events");
    const { organizationId, userId } = us;
    expect(JSON.parse(event!.body)).toMatchObject({
      id: row!.eventId,
      type: "ingest_job.finished",
      api_version: "2026-10-05",
      organization_id: organizationId,
      data: { test: true, job: { organization_id: organizationId, created_by: userId, total_items: 0 } },
    });
    const { delivery } = await send();
    expect(delivery).toMatchObject({ endpointId: id, eventType: FINISHED, status: WebhookDeliveryStatus.PENDING });
    expect(delivery!.eventId).not.toBe(row!.eventId);
  });

  it("sends to one endpoint only, once for a repeated request, and never in a dry run", async () => {
    const [{ id }] = [await add(), await add()];
    const key = newId();
    const send = (headers: object) => endpoints(us, headers).sendTestEvent({ endpointId: id });
    expect(await countSignals(() => send({ "dry-run": "true" }))).toBe(0);
    const first = await send({ "idempotency-key": key });
    expect(await send({ "idempotency-key": key })).toEqual(first);
    expect(await notify.rows(us, "webhook_deliveries")).toMatchObject([{ id: first.delivery!.id, endpointId: id }]);
  });

  it("refuses a disabled endpoint", async () => {
    const { id } = await add({ enabled: false });
    expect(await refusalOf(endpoints().sendTestEvent({ endpointId: id }))).toMatchObject({
      code: "WEBHOOK_ENDPOINT_DISABLED",
    });
    expect(await notify.rows(us, "webhook_events")).toEqual([]);
  });
});
