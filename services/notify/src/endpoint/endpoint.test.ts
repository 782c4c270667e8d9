import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookDeliveryStatus, WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onDeliveriesWait } from "../delivery/wake.ts";
import { admin, type Notify, outsideWorld, startNotify } from "../notify.fixture.ts";
import type { EndpointRow } from "./queries.ts";
import type { UrlFault } from "./rules.ts";

/** Addresses that say what is wrong with them; others get a slash at their end. */
const vet = async (url: string) => {
  const fault = /^fault:(\w+)$/.exec(url)?.[1];
  return fault === undefined ? { url: url.replace(/\/?$/, "/") } : { fault: fault as UrlFault };
};

let notify: Notify;
let us: Principal;

beforeAll(async () => {
  notify = await startNotify({ outbound: outsideWorld({ vet }) });
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
const shown = ({ secret, $typeName, ...endpoint }: Awaited<ReturnType<typeof add>>) => endpoint;

/** Every call, with an endpoint that it may be about. */
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
  it("stores what was sent, the address as it is connected to, and shows the secret once", async () => {
    const made = await add({ description: "Würzburg" });
    expect(made).toMatchObject({
      url: "https://example.com/hook/",
      description: "Würzburg",
      eventTypes: [FINISHED],
      enabled: true,
      consecutiveFailures: 0,
    });
    expect(made.disabledReason).toBeUndefined();
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await get(made.id)).toMatchObject(shown(made));
    expect((await endpoints().listWebhookEndpoints({})).endpoints).toMatchObject([shown(made)]);
    expect(await get(made.id)).not.toHaveProperty("secret");
  });

  it("makes one that receives nothing yet, and counts an event that is named twice once", async () => {
    const made = await add({ enabled: false, eventTypes: [FINISHED, FINISHED], description: "" });
    expect(made).toMatchObject({ enabled: false, eventTypes: [FINISHED] });
    expect(made.description ?? made.disabledReason).toBeUndefined();
  });

  it.each([
    { what: "no event", sent: { eventTypes: [] }, refused: "body.event_types value_error.list.min_items" },
    {
      what: "an event that there is not",
      sent: { eventTypes: [FINISHED, 77] },
      refused: "body.event_types.1 type_error.enum",
    },
    {
      what: "a long description",
      sent: { description: "ñ".repeat(256) },
      refused: "body.description value_error.any_str.max_length",
    },
    ...["scheme", "credentials", "host", "too_long", "port", "fragment", "malformed"].map((fault) => ({
      what: `an address that is wrong (${fault})`,
      sent: { url: `fault:${fault}` },
      refused: `body.url value_error.url.${fault}`,
    })),
    {
      what: "an address that is too long as it is connected to",
      sent: { url: `https://example.com/${"x".repeat(2028)}` },
      refused: "body.url value_error.url.too_long",
    },
  ])("refuses $what", async ({ sent, refused }) => {
    expect(await refusalOf(add(sent))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations: [refused] });
    expect(await stored()).toEqual([]);
  });

  it("takes a description and an address at their limits", async () => {
    const [description, url] = ["🏭".repeat(255), `https://example.com/${"x".repeat(2027)}/`];
    expect(await add({ description, url })).toMatchObject({ description, url });
  });

  it("makes ten of twelve that come at once, and the eleventh after one is gone", async () => {
    const made = await Promise.allSettled(Array.from({ length: 12 }, () => add()));
    const refused = made
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
  it("shows ours, the newest first, page by page", async () => {
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
  it("says the same of an endpoint of another organization, of none and of what is no id", async () => {
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

  it.each(["viewer", "editor", "human_resources", "service"] as const)("is not for a %s", async (role) => {
    const { id } = await add();
    expect(await refusalOf(call({ ...us, role }, id))).toMatchObject({ code: "ORG_ADMIN_REQUIRED" });
  });
});

it.each(["viewer", "editor", "human_resources"] as const)("nothing is listed or made for a %s", async (role) => {
  const by = { ...us, role };
  for (const call of [() => endpoints(by).listWebhookEndpoints({}), () => add({}, by)]) {
    expect(await refusalOf(call())).toMatchObject({ code: "ORG_ADMIN_REQUIRED" });
  }
  expect(await stored()).toEqual([]);
});

describe("SendTestEvent", () => {
  const woken = async (work: () => Promise<unknown>) => {
    let times = 0;
    const stop = onDeliveriesWait(() => void times++);
    await work().finally(stop);
    return times;
  };

  it("puts an event on its way that says it is a test, and wakes who sends it", async () => {
    const { id } = await add();
    const send = () => endpoints().sendTestEvent({ endpointId: id });
    expect(await woken(send)).toBe(1);
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

  it("goes to no other endpoint, is sent once for a request that is repeated, and not at all in a dry run", async () => {
    const [{ id }] = [await add(), await add()];
    const key = newId();
    const send = (headers: object) => endpoints(us, headers).sendTestEvent({ endpointId: id });
    expect(await woken(() => send({ "dry-run": "true" }))).toBe(0);
    const first = await send({ "idempotency-key": key });
    expect(await send({ "idempotency-key": key })).toEqual(first);
    expect(await notify.rows(us, "webhook_deliveries")).toMatchObject([{ id: first.delivery!.id, endpointId: id }]);
  });

  it("refuses for an endpoint that is disabled", async () => {
    const { id } = await add({ enabled: false });
    expect(await refusalOf(endpoints().sendTestEvent({ endpointId: id }))).toMatchObject({
      code: "WEBHOOK_ENDPOINT_DISABLED",
    });
    expect(await notify.rows(us, "webhook_events")).toEqual([]);
  });
});
