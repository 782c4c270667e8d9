import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DeliveryRow } from "../delivery/messages.ts";
import type { EndpointRow } from "../endpoint-row.ts";
import { admin, fakeOutbound, type Notify, startNotify } from "../notify.fixture.ts";
import { applyChanges } from "./rules.ts";

let notify: Notify;
let us: Principal;

beforeAll(async () => {
  const checkUrl = async (url: string) => (url.startsWith("https:") ? { url } : { fault: "scheme" as const });
  notify = await startNotify({ outbound: fakeOutbound({ checkUrl }) });
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});

const endpoints = () => notify.as(us, WebhookEndpointService);
const add = async (values: object = {}) => {
  const sent = { url: "https://example.com/", eventTypes: [WebhookEventType.INGEST_JOB_FINISHED], ...values };
  return (await endpoints().createWebhookEndpoint(sent)).endpoint!.id;
};
const change = async (endpointId: string, values: object, paths: string[]) =>
  (await endpoints().updateWebhookEndpoint({ endpointId, ...values, updateMask: { paths } })).endpoint!;
const enable = (id: string, enabled: boolean) => change(id, { enabled }, ["enabled"]);
const row = async () => (await notify.rows<EndpointRow & { answering: boolean }>(us, "webhook_endpoints"))[0]!;
const deliveries = () => notify.rows<DeliveryRow>(us, "webhook_deliveries");
/** Sets columns that normally follow from deliveries. */
const setState = (state: Record<string, unknown>) =>
  notify.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
    update webhook_endpoints set ${tx(state)} where organization_id = ${org}`,
  );

describe("a change of `enabled`", () => {
  const healthy = { enabled: true, consecutiveFailures: 0, disabledReason: null };
  const failing = { enabled: true, consecutiveFailures: 4, disabledReason: null };
  const disabledByService = { enabled: false, consecutiveFailures: 5, disabledReason: "TOO_MANY_FAILURES" };
  const disabledByUser = { enabled: false, consecutiveFailures: 4, disabledReason: null };
  const others = { url: "https://example.com/", description: null, eventTypes: ["ingest_job.finished"] };

  it.each([
    { what: "enabling an enabled endpoint keeps its failures", before: failing, enabled: true, after: failing },
    { what: "disabling keeps its failures", before: failing, enabled: false, after: disabledByUser },
    { what: "disabling it twice changes nothing", before: disabledByUser, enabled: false, after: disabledByUser },
    {
      what: "disabling keeps the reason of the service",
      before: disabledByService,
      enabled: false,
      after: disabledByService,
    },
    {
      what: "enabling after the service disabled it resets failures and reason",
      before: disabledByService,
      enabled: true,
      after: healthy,
    },
    {
      what: "enabling after a user disabled it resets failures",
      before: disabledByUser,
      enabled: true,
      after: healthy,
    },
  ])("$what", ({ before, enabled, after }) => {
    expect(applyChanges({ ...others, ...before }, { enabled })).toEqual({ ...others, ...after });
  });
});

describe("UpdateWebhookEndpoint", () => {
  it("changes only the fields of the mask", async () => {
    const id = await add({ description: "first" });
    const before = await row();
    expect(await change(id, { description: "second", url: "https://other.example/" }, ["description"])).toMatchObject({
      url: "https://example.com/",
      description: "second",
      enabled: true,
    });
    expect((await change(id, {}, ["description"])).description).toBeUndefined();
    expect((await row()).updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    expect(await notify.rows(us, "audit_log")).toMatchObject([
      { entityId: id, changes: null },
      { entityId: id, changes: { description: { old: "first", new: "second" } } },
      { entityId: id, changes: { description: { old: "second", new: null } } },
    ]);
  });

  it("leaves neither the secret nor the path and query of the URL in the audit log", async () => {
    const id = await add();
    await change(id, { url: "https://example.com/?token=of-the-receiver" }, ["url"]);
    const { secret } = (await endpoints().rotateWebhookSecret({ endpointId: id })).endpoint!;
    const audit = await notify.rows<{ action: string; changes: unknown }>(us, "audit_log");
    expect(audit.map(({ changes }) => changes)).toEqual([null, { url: {} }, null]);
    const text = JSON.stringify(audit);
    expect([text.includes("of-the-receiver"), text.includes(secret!)]).toEqual([false, false]);
  });

  it("changes nothing, not even updated_at, if the values are the same", async () => {
    const id = await add();
    await setState({ consecutive_failures: 3 });
    const before = await row();
    expect(await enable(id, true)).toMatchObject({ consecutiveFailures: 3 });
    await change(id, { url: "https://example.com/", eventTypes: [1, 1] }, ["url", "event_types", "description"]);
    expect(await row()).toEqual(before);
  });

  it("checks a new URL and resets `answering`", async () => {
    const id = await add();
    await setState({ answering: true });
    expect((await refusalOf(change(id, { url: "http://example.com/" }, ["url"]))).violations).toEqual([
      "body.url value_error.url.scheme",
    ]);
    await change(id, { description: "x" }, ["description"]);
    expect(await row()).toMatchObject({ url: "https://example.com/", answering: true });
    await change(id, { url: "https://other.example/" }, ["url"]);
    expect(await row()).toMatchObject({ url: "https://other.example/", answering: false });
  });

  it.each([
    { paths: ["event_types"], refused: "body.event_types value_error.list.min_items" },
    { paths: ["secret"], refused: "body.secret value_error.extra" },
    { paths: ["consecutive_failures"], refused: "body.consecutive_failures value_error.extra" },
  ])("refuses an empty $paths", async ({ paths, refused }) => {
    const id = await add();
    expect((await refusalOf(change(id, {}, paths))).violations).toEqual([refused]);
  });
});

describe("a disabled endpoint", () => {
  it("has no pending deliveries, and claims of attempts in flight are invalid", async () => {
    const [id, other] = [await add(), await add()];
    for (const endpointId of [id, id, other]) await endpoints().sendTestEvent({ endpointId });
    await notify.db.asService(
      us.organizationId,
      ({ tx }) => tx`
      update webhook_deliveries set claim = 7, claimed_until = now() + interval '1 minute'`,
    );
    expect(await enable(id, false)).toMatchObject({ enabled: false });
    const byEndpoint = Map.groupBy(await deliveries(), ({ endpointId }) => endpointId);
    expect(byEndpoint.get(id)).toHaveLength(2);
    for (const delivery of byEndpoint.get(id)!) {
      expect(delivery).toMatchObject({ status: "cancelled", nextAttemptAt: null, claimedUntil: null, claim: "8" });
      expect(delivery.finishedAt).not.toBeNull();
    }
    expect(byEndpoint.get(other)).toMatchObject([{ status: "pending", claim: "7" }]);
  });

  it("has no failures after it is enabled again, and cancelled deliveries stay cancelled", async () => {
    const id = await add();
    await endpoints().sendTestEvent({ endpointId: id });
    await enable(id, false);
    await setState({ consecutive_failures: 5, disabled_reason: "TOO_MANY_FAILURES" });
    expect(await enable(id, false)).toMatchObject({ disabledReason: "TOO_MANY_FAILURES", consecutiveFailures: 5 });
    const enabled = await enable(id, true);
    expect(enabled).toMatchObject({ enabled: true, consecutiveFailures: 0 });
    expect(enabled.disabledReason).toBeUndefined();
    expect(await deliveries()).toMatchObject([{ status: "cancelled" }]);
  });
});
