import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookDeliveryService } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { someoneWaits } from "@emissions/testkit/database";
import { until } from "@emissions/testkit/poll";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCEPTED, admin } from "../notify.fixture.ts";
import type { Outcome } from "../outbound/outbound.ts";
import { type Claimed, claimDeliveries, lockReceivers } from "./claim.ts";
import { type Deliveries, failing, jobOf, startDeliveries } from "./delivery.fixture.ts";
import { lockHeld, settle } from "./settle.ts";

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

/** An endpoint whose attempts stay in flight until the test lets them end. */
async function slowEndpoint() {
  const waiting: ((outcome: Outcome) => void)[] = [];
  const { id, url } = await notify.endpoint(us, () => new Promise<Outcome>((resolve) => waiting.push(resolve)));
  const answer = (outcome: Outcome) => {
    for (const end of waiting.splice(0)) end(outcome);
  };
  return { id, url, answer, inFlight: () => until("an attempt in flight", () => waiting.length > 0) };
}

/** As a process does that claims, and then stands still. */
const claim = (endpointId: string, forMs: number): Promise<Claimed | undefined> =>
  notify.db.asService(us.organizationId, async ({ tx, org }) => {
    await lockReceivers(tx, org, [endpointId]);
    return (await claimDeliveries(tx, org, endpointId, { deliveries: 1, alone: true, forMs }))[0];
  });
const settleLate = (delivery: Claimed, url: string, outcome: Outcome) =>
  notify.db.asService(us.organizationId, async (write) => {
    const attempts = [{ delivery, url, at: new Date(), outcome }];
    const receivers = await lockReceivers(write.tx, write.org, [delivery.endpointId]);
    const held = await lockHeld(write.tx, write.org, attempts);
    settle({ write, schedule: notify.context.schedule, receivers, held }, attempts);
  });

describe("while an attempt is in flight", () => {
  it("the endpoint may be disabled: the delivery is cancelled, and its outcome changes nothing", async () => {
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

  it("the endpoint may be deleted, and its deliveries go with it", async () => {
    const { id, answer, inFlight } = await slowEndpoint();
    const sender = notify.send();
    await notify.finish(us);
    await inFlight();
    await endpoints().deleteWebhookEndpoint({ endpointId: id });
    answer(failing({ status: 410 }));
    await sender.stop();
    expect([await notify.rows(us), await notify.table(us, "webhook_attempts")]).toEqual([[], []]);
  });

  it("an endpoint that gets another address has yet to show that it answers there", async () => {
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

  it("its end locks the endpoint before the delivery, as whoever changes a delivery does", async () => {
    const { id, answer, inFlight } = await slowEndpoint();
    const sender = notify.send();
    await notify.finish(us);
    await inFlight();
    await notify.db.asService(us.organizationId, async ({ tx, org }) => {
      await lockReceivers(tx, org, [id]);
      answer(ACCEPTED);
      await someoneWaits(tx);
      await tx`select from webhook_deliveries where organization_id = ${org} for update nowait`;
    });
    await sender.stop();
    expect(await notify.rows(us)).toMatchObject([{ status: "succeeded" }]);
  });

  it("disabling, deleting, finishing jobs and settling at once end in order, with nothing left pending", async () => {
    notify.send();
    const made = await Promise.all(
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
    await Promise.all([...jobs, ...made.map(change)]);
    const ended = await until("nothing pending", async () => {
      const all = await notify.rows(us);
      return all.every(({ status }) => status !== "pending") && all;
    });
    expect(ended.every(({ status }) => ["failed", "cancelled"].includes(status))).toBe(true);
  });
});

describe("a process that is told to stop", () => {
  it("writes down what ends meanwhile, and begins nothing more", async () => {
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

  it("does not wait for ever: what is still in flight is taken up by another, and was no attempt", async () => {
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
  it("that has ended is taken up by another process, and who comes late changes nothing", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const dead = await claim(id, 150);
    expect(await claim(id, 150)).toBeUndefined();
    const taken = await until("the claim to end", () => claim(id, 60_000));
    expect(taken).toMatchObject({ id: dead!.id, eventId: dead!.eventId, attempts: 0 });

    await settleLate(dead!, url, failing({ status: 410 }));
    expect(await notify.rows(us)).toMatchObject([{ status: "pending", attempts: 0, claim: taken.claim }]);
    await settleLate(taken, url, ACCEPTED);
    expect(await notify.rows(us)).toMatchObject([{ status: "succeeded", attempts: 1 }]);
  });

  it("is settled once: what is heard again, after a commit whose answer was lost, changes nothing", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const claimed = (await claim(id, 60_000))!;
    for (let i = 0; i < 2; i++) await settleLate(claimed, url, failing());
    expect(await notify.rows(us)).toMatchObject([{ status: "pending", attempts: 1, seriesAttempts: 1 }]);
    expect(await notify.table(us, "webhook_attempts")).toHaveLength(1);
  });

  it("that nobody settles costs no attempt of the schedule", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const dead = await claim(id, 100);
    notify.send({ pollMs: 50 });
    expect(await notify.ended(us)).toMatchObject([{ status: "succeeded", attempts: 1, seriesAttempts: 1 }]);
    expect(notify.at(url)[0]!.headers["webhook-id"]).toBe(dead!.eventId);
  });

  it("of a delivery that was begun anew meanwhile is worth nothing", async () => {
    const { id, url } = await notify.endpoint(us);
    await notify.finish(us);
    const old = await claim(id, 50);
    const taken = await until("the claim to end", () => claim(id, 60_000));
    await settleLate(taken, url, failing({ status: 410 }));
    const deliveryId = taken.id;
    await notify.as(us, WebhookDeliveryService).retryWebhookDelivery({ endpointId: id, deliveryId });
    for (const late of [old!, taken]) await settleLate(late, url, ACCEPTED);
    expect(await notify.rows(us)).toMatchObject([{ status: "pending", attempts: 1, seriesAttempts: 0 }]);
  });
});

it("an endpoint that does not answer has one attempt in flight, over all processes", async () => {
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
