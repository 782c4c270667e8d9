import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  WebhookDeliveryService,
  WebhookDeliveryStatus,
  WebhookErrorCode,
  WebhookEventType,
} from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCEPTED, admin } from "../notify.fixture.ts";
import { type Deliveries, failing, jobOf, startDeliveries } from "./delivery.fixture.ts";

let notify: Deliveries;
let us: Principal;

beforeAll(async () => {
  notify = await startDeliveries({ schedule: [0, 20] });
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});
afterEach(() => notify.stopSenders());

const service = (by = us) => notify.as(by, WebhookDeliveryService);
const list = (endpointId: string, more: object = {}) => service().listWebhookDeliveries({ endpointId, ...more });
const many = (count: number) => Array.from({ length: count }, () => jobOf(us.organizationId));
const disable = (endpointId: string) =>
  notify
    .as(us, WebhookEndpointService)
    .updateWebhookEndpoint({ endpointId, enabled: false, updateMask: { paths: ["enabled"] } });

/** Creates an endpoint with a succeeded and a failed delivery. */
async function createBoth() {
  let answer = failing({ body: "no" });
  const endpoint = await notify.endpoint(us, () => answer);
  notify.send();
  await notify.finish(us);
  const [failed] = await notify.ended(us);
  answer = ACCEPTED;
  await notify.finish(us);
  const succeeded = (await notify.ended(us)).find(({ id }) => id !== failed!.id)!;
  return { id: endpoint.id, url: endpoint.url, failed: failed!, succeeded };
}

describe("ListWebhookDeliveries", () => {
  it("lists the newest first, in pages, with the total", async () => {
    const { id } = await notify.endpoint(us);
    await notify.finish(us, many(5));
    const ids = (await notify.rows(us))
      .map((row) => row.id)
      .sort()
      .reverse();
    const pages = await Promise.all([1, 2, 3].map((page) => list(id, { page, size: 3 })));
    expect(pages.map(({ deliveries }) => deliveries.map((one) => one.id))).toEqual([ids.slice(0, 3), ids.slice(3), []]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  });

  it("filters by status, event type and creation time", async () => {
    const { id, failed, succeeded } = await createBoth();
    const found = async (filter: object) => (await list(id, filter)).deliveries.map((one) => one.id);
    const at = (row: { createdAt: Date }) => timestampFromDate(row.createdAt);
    expect(await found({ status: [WebhookDeliveryStatus.FAILED] })).toEqual([failed.id]);
    const ends = [WebhookDeliveryStatus.FAILED, WebhookDeliveryStatus.SUCCEEDED];
    expect(await found({ status: ends, eventType: [WebhookEventType.INGEST_JOB_FINISHED] })).toHaveLength(2);
    expect(await found({ status: [WebhookDeliveryStatus.PENDING] })).toEqual([]);
    expect(await found({ createdAtFrom: at(succeeded) })).toEqual([succeeded.id]);
    expect(await found({ createdAtTo: at(failed) })).toEqual([failed.id]);
  });
});

describe("GetWebhookDelivery and ListWebhookAttempts", () => {
  it("show state, last response and attempts", async () => {
    const { id, failed, succeeded } = await createBoth();
    const { delivery } = await service().getWebhookDelivery({ endpointId: id, deliveryId: failed.id });
    expect(delivery).toMatchObject({
      endpointId: id,
      eventId: failed.eventId,
      status: WebhookDeliveryStatus.FAILED,
      attempts: 2,
      lastResponseStatus: 500,
      lastResponseBody: "no",
      lastErrorCode: WebhookErrorCode.HTTP_STATUS,
      finishedAt: timestampFromDate(failed.finishedAt!),
    });
    expect(delivery!.nextAttemptAt).toBeUndefined();
    const attempts = await service().listWebhookAttempts({ endpointId: id, deliveryId: failed.id, size: 1, page: 2 });
    expect(attempts).toMatchObject({ total: 2, attempts: [{ number: 2, responseStatus: 500, durationMs: 1 }] });
    const good = await service().listWebhookAttempts({ endpointId: id, deliveryId: succeeded.id });
    expect(good.attempts).toMatchObject([{ number: 1, responseStatus: 204 }]);
  });
});

describe("RetryWebhookDelivery", () => {
  it("starts a new series for a failed delivery, with the same event id and a continued attempt count", async () => {
    const { id, url, failed } = await createBoth();
    const { delivery } = await service().retryWebhookDelivery({ endpointId: id, deliveryId: failed.id });
    expect(delivery).toMatchObject({ status: WebhookDeliveryStatus.PENDING, attempts: 2 });
    expect(delivery!.finishedAt).toBeUndefined();
    const ended = (await notify.ended(us)).find((row) => row.id === failed.id);
    expect(ended).toMatchObject({ status: "succeeded", attempts: 3, eventId: failed.eventId });
    expect(notify.at(url).filter(({ headers }) => headers["webhook-id"] === failed.eventId)).toHaveLength(3);
  });

  it("refuses a delivery that has not failed and a disabled endpoint", async () => {
    const { id, failed, succeeded } = await createBoth();
    const retry = (deliveryId: string) => refusalOf(service().retryWebhookDelivery({ endpointId: id, deliveryId }));
    const status = Code.FailedPrecondition;
    expect(await retry(succeeded.id)).toMatchObject({ status, code: "DELIVERY_NOT_FAILED" });
    await disable(id);
    expect(await retry(failed.id)).toMatchObject({ status, code: "WEBHOOK_ENDPOINT_DISABLED" });
  });
});

describe("RetryFailedWebhookDeliveries", () => {
  it("retries deliveries that failed since a time, and returns their number", async () => {
    const { id, failed } = await createBoth();
    const retry = async (since: Date) =>
      (await service().retryFailedWebhookDeliveries({ endpointId: id, since: timestampFromDate(since) })).retry
        ?.retried;
    expect(await retry(new Date(failed.createdAt.getTime() + 1_000))).toBe(0);
    expect(await retry(failed.createdAt)).toBe(1);
    expect((await notify.ended(us)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    await disable(id);
    const refused = service().retryFailedWebhookDeliveries({ endpointId: id });
    expect(await refusalOf(refused)).toMatchObject({ code: "WEBHOOK_ENDPOINT_DISABLED" });
  });
});

describe("access to deliveries", () => {
  const calls = (by: Principal, ids: { endpointId: string; deliveryId: string }) => [
    service(by).listWebhookDeliveries(ids),
    service(by).getWebhookDelivery(ids),
    service(by).listWebhookAttempts(ids),
    service(by).retryWebhookDelivery(ids),
    service(by).retryFailedWebhookDeliveries(ids),
  ];

  it("is refused for every role but admin", async () => {
    const { id, failed } = await createBoth();
    const refusals = calls({ ...us, role: "editor" }, { endpointId: id, deliveryId: failed.id }).map(refusalOf);
    const refusal = { status: Code.PermissionDenied, code: "ORG_ADMIN_REQUIRED" };
    expect(await Promise.all(refusals)).toMatchObject(Array(5).fill(refusal));
  });

  it("gives the same error for another organization's delivery and a missing one", async () => {
    const { id, failed } = await createBoth();
    const all = (by: Principal, endpointId: string, deliveryId: string) =>
      Promise.all(calls(by, { endpointId, deliveryId }).map(refusalOf));
    const others = admin();
    const missing = await all(us, newId(), newId());
    expect(missing.map(({ detail }) => detail)).toEqual(Array(5).fill("Not found."));
    expect(await all(others, id, failed.id)).toEqual(missing);
    expect(await all(us, "none", "none")).toEqual(missing);
    const other = await notify.endpoint(us);
    const elsewhere = service().getWebhookDelivery({ endpointId: other.id, deliveryId: failed.id });
    expect(await refusalOf(elsewhere)).toEqual(missing[1]);
  });

  it("is refused for a deleted endpoint whose deliveries are not yet removed", async () => {
    const { id } = await notify.endpoint(us);
    await notify.finish(us, many(1_001));
    const deliveryId = (await notify.rows(us))[0]!.id;
    await notify.as(us, WebhookEndpointService).deleteWebhookEndpoint({ endpointId: id });
    expect((await notify.rows(us)).every(({ status }) => status === "cancelled")).toBe(true);
    const refusals = await Promise.all(calls(us, { endpointId: id, deliveryId }).map(refusalOf));
    expect(refusals.map(({ detail }) => detail)).toEqual(Array(5).fill("Not found."));
  });
});
