import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookDeliveryService } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { someoneWaits } from "@emissions/testkit/database";
import { until } from "@emissions/testkit/poll";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCEPTED, admin } from "../notify.fixture.ts";
import type { Outcome } from "../outbound/outbound.ts";
import { type ClaimedDelivery, claimDeliveries, lockEndpoints } from "./claim.ts";
import { type Deliveries, failing, jobOf, startDeliveries } from "./delivery.fixture.ts";
import { lockClaimed, recordOutcomes } from "./outcomes.ts";

let notify: Deliveries;
let us: Principal;

beforeAll(async () => {
  notify = await startDeliveries();
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});
afterEach(() => notify.stopSenders());

const endpoints = () => notify.as(us, WebhookEndpointService);

/** Creates an endpoint whose attempts stay in flight until the test calls `answer`. */
async function slowEndpoint() {
  const waiting: ((outcome: Outcome) => void)[] = [];
  const { id, url } = await notify.endpoint(us, () => new Promise<Outcome>((resolve) => waiting.push(resolve)));
  const answer = (outcome: Outcome) => {
    for (const end of waiting.splice(0)) end(outcome);
  };
  return { id, url, answer, inFlight: () => until("an attempt in flight", () => waiting.length > 0) };
}

/** Claims a delivery like a process that then hangs. */
const claim = (endpointId: string, durationMs: number): Promise<ClaimedDelivery | undefined> =>
  notify.db.asService(us.organizationId, async ({ tx, org }) => {
    await lockEndpoints(tx, org, [endpointId]);
    return (await claimDeliveries(tx, org, endpointId, { deliveriesMax: 1, exclusive: true, durationMs }))[0];
  });
const recordLate = (delivery: ClaimedDelivery, url: string, outcome: Outcome) =>
  notify.db.asService(us.organizationId, async (write) => {
    const attempts = [{ delivery, url, at: new Date(), outcome }];
    const endpoints = await lockEndpoints(write.tx, write.org, [delivery.endpointId]);
    const valid = await lockClaimed(write.tx, write.org, attempts);
    recordOutcomes({ write, schedule: notify.context.schedule, endpoints, valid }, attempts);
  });

describe("while an attempt is in flight", () => {
  it("disabling the endpoint cancels the delivery, and the outcome changes nothing", async () => {
    const { id, answer, inFlight } = await slowEndpoint();
    const sender = notify.send();
    await notify.finish(us);
    await inFlight();
    await endpoints().updateWebhookEndpoint({ endpointId: id, enabled: false, updateMask: { paths: ["enabled"] } });
    answer(ACCEPTED);
    await sender.stop();
    expect(await notify.rows(us)).toMatchObject([{ status: "cancelled", attempts: 0 }]);
    expect(await notify.table(us, "webhook_attempts")).toEqual([]);
  });

  it("deleting the endpoint also deletes its deliveries", async () => {
    const { id, answer, inFlight } = await slowEndpoint();
    const sender = notify.send();
    await notify.finish(us);
    await inFlight();
    await endpoints().deleteWebhookEndpoint({ endpointId: id });
    answer(failing({ status: 410 }));
    await sender.stop();
    expect([await notify.rows(us), await notify.table(us, "webhook_attempts")]).toEqual([[], []]);
  });

  it("the outcome does not set `answering` if the endpoint has another URL by then", async () => {
    const { id, answer, inFlight } = await slowEndpoint();
    const sender = notify.send();
    await notify.finish(us);
    await inFlight();
    const change = { endpointId: id, url: "https://other.example.com/", updateMask: { paths: ["url"] } };
    await endpoints().updateWebhookEndpoint(change);
    answer(ACCEPTED);
    await sender.stop();
    expect(await notify.rows(us)).toMatchObject([{ status: "succeeded" }]);
    expect(await notify.table(us, "webhook_endpoints")).toMatchObject([{ answering: false }]);
  });

  it("the outcome is recorded with the lock order of all writers: endpoint, then delivery", async () => {
    const { id, answer, inFlight } = await slowEndpoint();
    const sender = notify.send();
    await notify.finish(us);
    await inFlight();
    await notify.db.asService(us.organizationId, async ({ tx, org }) => {
      await lockEndpoints(tx, org, [id]);
      answer(ACCEPTED);
      await someoneWaits(tx);
      await tx`select from webhook_deliveries where organization_id = ${org} for update nowait`;
    });
    await sender.stop();
    expect(await notify.rows(us)).toMatchObject([{ status: "succeeded" }]);
  });

  it("concurrent disabling, deleting, events and outcomes cause no deadlock and leave nothing pending", async () => {
    notify.send();
    const created = await Promise.all(
      Array.from({ length: 6 }, () => notify.endpoint(us, () => failing({ status: 410 }))),
    );
    const change = async ({ id }: { id: string }, index: number) => {
      const paths = ["enabled"];
      for (let i = 0; i < 5; i++) {
        await endpoints().updateWebhookEndpoint({ endpointId: id, enabled: i % 2 === 1, updateMask: { paths } });
      }
      if (index % 2 === 0) await endpoints().deleteWebhookEndpoint({ endpointId: id });
    };
    const jobs = Array.from({ length: 20 }, () => notify.finish(us));
    await Promise.all([...jobs, ...created.map(change)]);
    const ended = await until("nothing pending", async () => {
      const all = await notify.rows(us);
      return all.every(({ status }) => status !== "pending") && all;
    });
    expect(ended.every(({ status }) => ["failed", "cancelled"].includes(status))).toBe(true);
  });
});

describe("a process that stops", () => {
  it("records attempts that end before the limit, and begins no new ones", async () => {
    const { url, answer, inFlight } = await slowEndpoint();
    const sender = notify.send();
    await notify.finish(us, [jobOf(us.organizationId), jobOf(us.organizationId)]);
    await inFlight();
    const stopped = sender.stop();
    answer(ACCEPTED);
    await stopped;
    const states = (await notify.rows(us)).map(({ status, attempts }) => [status, attempts]).sort();
    expect(states).toEqual([
      ["pending", 0],
      ["succeeded", 1],
    ]);
    expect(notify.at(url)).toHaveLength(1);
  });

  it("leaves attempts beyond the limit to other processes, and they do not count", async () => {
    const { url, answer, inFlight } = await slowEndpoint();
    const limits = { claimMarginMs: 200, stopMs: 50, pollMs: 50 };
    const sender = notify.send(limits, { timeoutMs: 200 });
    await notify.finish(us);
    await inFlight();
    await sender.stop();
    answer(failing({ status: 410 }));
    notify.answer(url, () => ACCEPTED);
    notify.send(limits);
    expect(await notify.ended(us)).toMatchObject([{ status: "succeeded", attempts: 1 }]);
    expect(new Set(notify.at(url).map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });
});

describe("a claim", () => {
  it("that has expired passes to another process, and the late outcome changes nothing", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const hung = await claim(id, 150);
    expect(await claim(id, 150)).toBeUndefined();
    const taken = await until("the claim to expire", () => claim(id, 60_000));
    expect(taken).toMatchObject({ id: hung!.id, eventId: hung!.eventId, attempts: 0 });

    await recordLate(hung!, url, failing({ status: 410 }));
    expect(await notify.rows(us)).toMatchObject([{ status: "pending", attempts: 0, claim: taken.claim }]);
    await recordLate(taken, url, ACCEPTED);
    expect(await notify.rows(us)).toMatchObject([{ status: "succeeded", attempts: 1 }]);
  });

  it("accepts one outcome: recording it again after a lost commit reply changes nothing", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const claimed = (await claim(id, 60_000))!;
    for (let i = 0; i < 2; i++) await recordLate(claimed, url, failing());
    expect(await notify.rows(us)).toMatchObject([{ status: "pending", attempts: 1, seriesAttempts: 1 }]);
    expect(await notify.table(us, "webhook_attempts")).toHaveLength(1);
  });

  it("that expires without an outcome uses no attempt of the schedule", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const hung = await claim(id, 100);
    notify.send({ pollMs: 50 });
    expect(await notify.ended(us)).toMatchObject([{ status: "succeeded", attempts: 1, seriesAttempts: 1 }]);
    expect(notify.at(url)[0]!.headers["webhook-id"]).toBe(hung!.eventId);
  });

  it("becomes invalid when the delivery is retried", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const old = await claim(id, 50);
    const taken = await until("the claim to expire", () => claim(id, 60_000));
    await recordLate(taken, url, failing({ status: 410 }));
    const deliveryId = taken.id;
    await notify.as(us, WebhookDeliveryService).retryWebhookDelivery({ endpointId: id, deliveryId });
    for (const late of [old!, taken]) await recordLate(late, url, ACCEPTED);
    expect(await notify.rows(us)).toMatchObject([{ status: "pending", attempts: 1, seriesAttempts: 0 }]);
  });
});

it("a failing endpoint has one attempt in flight over all processes", async () => {
  const { id, url, answer, inFlight } = await slowEndpoint();
  for (let i = 0; i < 2; i++) notify.send({ pollMs: 20 });
  await notify.finish(
    us,
    Array.from({ length: 5 }, () => jobOf(us.organizationId)),
  );
  await inFlight();
  expect(await claim(id, 1_000)).toBeUndefined();
  expect(notify.at(url)).toHaveLength(1);
  notify.answer(url, () => ACCEPTED);
  answer(ACCEPTED);
  expect(await notify.ended(us)).toHaveLength(5);
});
