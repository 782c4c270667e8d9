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

/** An endpoint to which one delivery arrived and one did not. */
async function both() {
  let answer = failing({ body: "no" });
  const endpoint = await notify.endpoint(us, () => answer);
  notify.send();
  await notify.finish(us);
  const [failed] = await notify.ended(us);
  answer = ACCEPTED;
  await notify.finish(us);
  const arrived = (await notify.ended(us)).find(({ id }) => id !== failed!.id)!;
  return { id: endpoint.id, url: endpoint.url, failed: failed!, arrived };
}

describe("ListWebhookDeliveries", () => {
  it("shows the newest first, page by page, with the number of all", async () => {
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

  it("filters by status, kind of event and time of creation", async () => {
    const { id, failed, arrived } = await both();
    const found = async (filter: object) => (await list(id, filter)).deliveries.map((one) => one.id);
    const at = (row: { createdAt: Date }) => timestampFromDate(row.createdAt);
    expect(await found({ status: [WebhookDeliveryStatus.FAILED] })).toEqual([failed.id]);
    const ends = [WebhookDeliveryStatus.FAILED, WebhookDeliveryStatus.SUCCEEDED];
    expect(await found({ status: ends, eventType: [WebhookEventType.INGEST_JOB_FINISHED] })).toHaveLength(2);
    expect(await found({ status: [WebhookDeliveryStatus.PENDING] })).toEqual([]);
    expect(await found({ createdAtFrom: at(arrived) })).toEqual([arrived.id]);
    expect(await found({ createdAtTo: at(failed) })).toEqual([failed.id]);
  });
});

describe("GetWebhookDelivery and ListWebhookAttempts", () => {
  it("show what became of it", async () => {
    const { id, failed, arrived } = await both();
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
    const good = await service().listWebhookAttempts({ endpointId: id, deliveryId: arrived.id });
    expect(good.attempts).toMatchObject([{ number: 1, responseStatus: 204 }]);
  });
});

describe("RetryWebhookDelivery", () => {
  it("begins the attempts of a failed one anew, with the same event, and goes on counting", async () => {
    const { id, url, failed } = await both();
    const { delivery } = await service().retryWebhookDelivery({ endpointId: id, deliveryId: failed.id });
    expect(delivery).toMatchObject({ status: WebhookDeliveryStatus.PENDING, attempts: 2 });
    expect(delivery!.finishedAt).toBeUndefined();
    const ended = (await notify.ended(us)).find((row) => row.id === failed.id);
    expect(ended).toMatchObject({ status: "succeeded", attempts: 3, eventId: failed.eventId });
    expect(notify.at(url).filter(({ headers }) => headers["webhook-id"] === failed.eventId)).toHaveLength(3);
  });

  it("refuses what has not failed, and what goes to a disabled endpoint", async () => {
    const { id, failed, arrived } = await both();
    const retry = (deliveryId: string) => refusalOf(service().retryWebhookDelivery({ endpointId: id, deliveryId }));
    const status = Code.FailedPrecondition;
    expect(await retry(arrived.id)).toMatchObject({ status, code: "DELIVERY_NOT_FAILED" });
    await disable(id);
    expect(await retry(failed.id)).toMatchObject({ status, code: "WEBHOOK_ENDPOINT_DISABLED" });
  });
});

describe("RetryFailedWebhookDeliveries", () => {
  it("begins those anew that failed since a time, and says how many", async () => {
    const { id, failed } = await both();
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

describe("whoever asks", () => {
  const calls = (by: Principal, ids: { endpointId: string; deliveryId: string }) => [
    service(by).listWebhookDeliveries(ids),
    service(by).getWebhookDelivery(ids),
    service(by).listWebhookAttempts(ids),
    service(by).retryWebhookDelivery(ids),
    service(by).retryFailedWebhookDeliveries(ids),
  ];

  it("is an admin", async () => {
    const { id, failed } = await both();
    const refusals = calls({ ...us, role: "editor" }, { endpointId: id, deliveryId: failed.id }).map(refusalOf);
    const refusal = { status: Code.PermissionDenied, code: "ORG_ADMIN_REQUIRED" };
    expect(await Promise.all(refusals)).toMatchObject(Array(5).fill(refusal));
  });

  it("finds nothing of another organization, in the same words as nothing at all", async () => {
    const { id, failed } = await both();
    const all = (by: Principal, endpointId: string, deliveryId: string) =>
      Promise.all(calls(by, { endpointId, deliveryId }).map(refusalOf));
    const strangers = admin();
    const missing = await all(us, newId(), newId());
    expect(missing.map(({ detail }) => detail)).toEqual(Array(5).fill("Not found."));
    expect(await all(strangers, id, failed.id)).toEqual(missing);
    expect(await all(us, "none", "none")).toEqual(missing);
    const other = await notify.endpoint(us);
    const elsewhere = service().getWebhookDelivery({ endpointId: other.id, deliveryId: failed.id });
    expect(await refusalOf(elsewhere)).toEqual(missing[1]);
  });

  it("finds nothing of an endpoint that was deleted, though there is much to be removed yet", async () => {
    const { id } = await notify.endpoint(us);
    await notify.finish(us, many(1_001));
    const deliveryId = (await notify.rows(us))[0]!.id;
    await notify.as(us, WebhookEndpointService).deleteWebhookEndpoint({ endpointId: id });
    expect((await notify.rows(us)).every(({ status }) => status === "cancelled")).toBe(true);
    const refusals = await Promise.all(calls(us, { endpointId: id, deliveryId }).map(refusalOf));
    expect(refusals.map(({ detail }) => detail)).toEqual(Array(5).fill("Not found."));
  });
});
