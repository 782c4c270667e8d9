import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DeliveryRow } from "../delivery/message.ts";
import { admin, type Notify, outsideWorld, startNotify } from "../notify.fixture.ts";
import type { EndpointRow } from "./queries.ts";
import { changed } from "./rules.ts";

let notify: Notify;
let us: Principal;

beforeAll(async () => {
  const vet = async (url: string) => (url.startsWith("https:") ? { url } : { fault: "scheme" as const });
  notify = await startNotify({ outbound: outsideWorld({ vet }) });
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
/** What its deliveries have made of it. */
const become = (state: Record<string, unknown>) =>
  notify.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
    update webhook_endpoints set ${tx(state)} where organization_id = ${org}`,
  );

describe("a state and what is asked for", () => {
  const healthy = { enabled: true, consecutiveFailures: 0, disabledReason: null };
  const failing = { enabled: true, consecutiveFailures: 4, disabledReason: null };
  const stopped = { enabled: false, consecutiveFailures: 5, disabledReason: "TOO_MANY_FAILURES" };
  const paused = { enabled: false, consecutiveFailures: 4, disabledReason: null };
  const others = { url: "https://example.com/", description: null, eventTypes: ["ingest_job.finished"] };

  it.each([
    { what: "enabled again", before: failing, enabled: true, after: failing },
    { what: "disabled", before: failing, enabled: false, after: paused },
    { what: "disabled twice", before: paused, enabled: false, after: paused },
    { what: "disabled after the service did", before: stopped, enabled: false, after: stopped },
    { what: "enabled after the service disabled it", before: stopped, enabled: true, after: healthy },
    { what: "enabled after a person disabled it", before: paused, enabled: true, after: healthy },
  ])("$what", ({ before, enabled, after }) => {
    expect(changed({ ...others, ...before }, { enabled })).toEqual({ ...others, ...after });
  });
});

describe("UpdateWebhookEndpoint", () => {
  it("changes what the mask names and leaves the rest alone", async () => {
    const id = await add({ description: "first" });
    const before = await row();
    expect(await change(id, { description: "second", url: "https://other.example/" }, ["description"])).toMatchObject({
      url: "https://example.com/",
      description: "second",
      enabled: true,
    });
    expect((await change(id, {}, ["description"])).description).toBeUndefined();
    expect((await row()).updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    expect(await notify.rows(us, "audit_log")).toMatchObject([{}, { entityId: id }, { entityId: id }]);
  });

  it("changes nothing, the time of the last change included, when it is enabled already", async () => {
    const id = await add();
    await become({ consecutive_failures: 3 });
    const before = await row();
    expect(await enable(id, true)).toMatchObject({ consecutiveFailures: 3 });
    await change(id, { url: "https://example.com/", eventTypes: [1, 1] }, ["url", "event_types", "description"]);
    expect(await row()).toEqual(before);
  });

  it("looks at a new address again, and no longer takes it for one that answers", async () => {
    const id = await add();
    await become({ answering: true });
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
  ])("refuses to set $paths to nothing", async ({ paths, refused }) => {
    const id = await add();
    expect((await refusalOf(change(id, {}, paths))).violations).toEqual([refused]);
  });
});

describe("an endpoint that is disabled", () => {
  it("has nothing waiting any more, also for one who is sending just now", async () => {
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

  it("begins with a clean slate when it is enabled again, and what was cancelled stays so", async () => {
    const id = await add();
    await endpoints().sendTestEvent({ endpointId: id });
    await enable(id, false);
    await become({ consecutive_failures: 5, disabled_reason: "TOO_MANY_FAILURES" });
    expect(await enable(id, false)).toMatchObject({ disabledReason: "TOO_MANY_FAILURES", consecutiveFailures: 5 });
    const enabled = await enable(id, true);
    expect(enabled).toMatchObject({ enabled: true, consecutiveFailures: 0 });
    expect(enabled.disabledReason).toBeUndefined();
    expect(await deliveries()).toMatchObject([{ status: "cancelled" }]);
  });
});
