import { createHmac } from "node:crypto";
import type { Sealer } from "@emissions/kit/process/sealing";
import type { Principal } from "@emissions/kit/wire/principal";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { until } from "@emissions/testkit/poll";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCEPTED, admin } from "../notify.fixture.ts";
import { type Deliveries, failing, jobOf, type Received, startDeliveries } from "./delivery.fixture.ts";

const SCHEDULE = [0, 300, 500];
let notify: Deliveries;
let us: Principal;

beforeAll(async () => {
  notify = await startDeliveries({ schedule: SCHEDULE });
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});
afterEach(() => notify.stopSenders());

const endpointOf = async (id: string, by = us) =>
  (await notify.as(by, WebhookEndpointService).getWebhookEndpoint({ endpointId: id })).endpoint!;
const received = (url: string, count: number) =>
  until(`${count} requests`, () => notify.at(url).length >= count && notify.at(url));
const verify = (secret: string, { headers, body }: Pick<Received, "headers" | "body">) =>
  new Webhook(secret).verify(body, headers);

describe("a webhook request", () => {
  it("contains the event body and a signature that Standard Webhooks accepts", async () => {
    const { url, secret } = await notify.endpoint(us);
    const job = jobOf(us.organizationId);
    notify.send();
    await notify.finish(us, [job]);
    const [{ headers, body }] = (await received(url, 1)) as [Received];

    const event = verify(secret, { headers, body });
    expect(event).toMatchObject({
      type: "ingest_job.finished",
      api_version: "2026-10-05",
      data: { job: { id: job.id } },
    });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "emissions-accounting-webhooks/1",
      "webhook-id": (event as { id: string }).id,
    });
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(5);

    const other = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
    const old = { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 301) };
    expect(() => verify(other, { headers, body })).toThrow("No matching signature");
    expect(() => verify(secret, { headers, body: body.replace("finished", "Finished") })).toThrow("No matching");
    expect(() => verify(secret, { headers: old, body })).toThrow("too old");
  });

  it("is signed only with the new secret after a rotation, and keeps the event id", async () => {
    const { id, url, secret } = await notify.endpoint(us, (_, earlier) => (earlier === 0 ? failing() : ACCEPTED));
    notify.send();
    await notify.finish(us);
    const [first] = (await received(url, 1)) as [Received];
    const rotated = await notify.as(us, WebhookEndpointService).rotateWebhookSecret({ endpointId: id });
    const [, second] = (await received(url, 2)) as [Received, Received];
    verify(secret, first);
    verify(rotated.endpoint!.secret, second);
    expect(() => verify(secret, second)).toThrow("No matching signature");
    expect(second.headers["webhook-signature"]!.split(" ")).toHaveLength(1);
    expect([second.headers["webhook-id"], second.body]).toEqual([first.headers["webhook-id"], first.body]);
  });
});

describe("a delivery", () => {
  it("has its attempts not before the times of the schedule, then fails", async () => {
    const { id, url } = await notify.endpoint(us, () => failing({ body: "out of order" }));
    notify.send();
    await notify.finish(us);
    expect(await notify.ended(us)).toMatchObject([
      {
        status: "failed",
        attempts: 3,
        lastResponseStatus: 500,
        lastResponseBody: "out of order",
        lastErrorCode: "HTTP_STATUS",
        nextAttemptAt: null,
      },
    ]);
    const times = notify.at(url).map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - times[index]!);
    // The largest delay is a rule, tested without a clock (rules.test.ts).
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(SCHEDULE[index + 1]! - 1);
    expect(pauses).toHaveLength(2);
    const attempts = await notify.table<{ number: number; errorCode: string }>(us, "webhook_attempts");
    expect(attempts.map(({ number, errorCode }) => [number, errorCode])).toEqual(
      [1, 2, 3].map((n) => [n, "HTTP_STATUS"]),
    );
    expect(await endpointOf(id)).toMatchObject({ enabled: true, consecutiveFailures: 1 });
  });

  it("waits for the Retry-After of a 429 response", async () => {
    const busy = failing({ status: 429, retryAfterMs: 900 });
    const { url } = await notify.endpoint(us, (_, earlier) => (earlier === 0 ? busy : ACCEPTED));
    notify.send();
    await notify.finish(us);
    await notify.ended(us);
    const [first, second] = notify.at(url) as [Received, Received];
    expect(second.at - first.at).toBeGreaterThanOrEqual(899);
    expect(second.at - first.at).toBeLessThan(1_050);
  });

  it("fails after the first 410, which alone does not disable the endpoint", async () => {
    const { id, url } = await notify.endpoint(us, () => failing({ status: 410 }));
    notify.send();
    await notify.finish(us);
    expect(await notify.ended(us)).toMatchObject([{ status: "failed", attempts: 1 }]);
    expect(notify.at(url)).toHaveLength(1);
    expect(await endpointOf(id)).toMatchObject({ enabled: true, consecutiveFailures: 1 });
  });

  it("stores no response from a refused address", async () => {
    await notify.endpoint(us, () => failing({ status: 410, errorCode: "ADDRESS_NOT_PUBLIC", body: "inside" }));
    notify.send();
    await notify.finish(us);
    const refused = { lastErrorCode: "ADDRESS_NOT_PUBLIC", lastResponseBody: null, lastResponseStatus: null };
    expect(await notify.ended(us)).toMatchObject([refused]);
  });

  it("is attempted again if the HTTP client throws or never returns", async () => {
    const { url } = await notify.endpoint(us, (_, earlier) => {
      if (earlier === 0) throw new Error("broken");
      return earlier === 1 ? new Promise(() => {}) : ACCEPTED;
    });
    notify.send({ claimMarginMs: 200 }, { timeoutMs: 100 });
    await notify.finish(us);
    expect(await notify.ended(us)).toMatchObject([{ status: "succeeded", attempts: 3, lastErrorCode: null }]);
    expect(notify.at(url)).toHaveLength(3);
  });
});

describe("the fifth consecutive failed delivery", () => {
  const gone = failing({ status: 410 });

  it("disables the endpoint and cancels its pending deliveries; enabling resets the count", async () => {
    const { id, url } = await notify.endpoint(us, () => gone);
    notify.send();
    await notify.finish(
      us,
      Array.from({ length: 8 }, () => jobOf(us.organizationId)),
    );
    const ended = await notify.ended(us);
    expect(Object.groupBy(ended, ({ status }) => status)).toMatchObject({
      failed: { length: 5 },
      cancelled: { length: 3 },
    });
    expect(await endpointOf(id)).toMatchObject({
      enabled: false,
      consecutiveFailures: 5,
      disabledReason: "TOO_MANY_FAILURES",
    });
    await notify.finish(us);
    expect(await notify.rows(us)).toHaveLength(8);

    notify.answer(url, () => ACCEPTED);
    const change = { endpointId: id, enabled: true, updateMask: { paths: ["enabled"] } };
    await notify.as(us, WebhookEndpointService).updateWebhookEndpoint(change);
    await notify.finish(us);
    expect((await notify.ended(us)).filter(({ status }) => status === "succeeded")).toHaveLength(1);
    expect(await endpointOf(id)).toMatchObject({ enabled: true, consecutiveFailures: 0 });
  });

  it("is not reached if one succeeds in between, and tests do not count", async () => {
    let answer = gone;
    const { id } = await notify.endpoint(us, () => answer);
    notify.send();
    const next = async (outcome: typeof gone) => {
      answer = outcome;
      await notify.finish(us);
      await notify.ended(us);
    };
    for (let i = 0; i < 4; i++) await next(gone);
    for (let i = 0; i < 2; i++) {
      await notify.as(us, WebhookEndpointService).sendTestEvent({ endpointId: id });
      await notify.ended(us);
    }
    expect(await endpointOf(id)).toMatchObject({ enabled: true, consecutiveFailures: 4 });
    await next(ACCEPTED);
    expect(await endpointOf(id)).toMatchObject({ enabled: true, consecutiveFailures: 0 });
    await next(gone);
    expect(await endpointOf(id)).toMatchObject({ enabled: true, consecutiveFailures: 1 });
  });
});

it("a secret that cannot be decrypted is tried again after a pause, and no attempt counts", async () => {
  let tries = 0;
  const open: Sealer["open"] = (sealed, about) => {
    tries++;
    return notify.context.sealer.open(sealed, about);
  };
  const { id, url } = await notify.endpoint(us);
  await notify.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`update webhook_endpoints set sealed_secret = '' where organization_id = ${org} and id = ${id}`,
  );
  notify.send({ suspendMs: 300, pollMs: 20 }, { sealer: { open } as Sealer });
  await notify.finish(us);
  await until("two tries", () => tries >= 2);
  expect(await notify.rows(us)).toMatchObject([{ status: "pending", attempts: 0, claim: "0" }]);
  await notify.as(us, WebhookEndpointService).rotateWebhookSecret({ endpointId: id });
  expect(await notify.ended(us)).toMatchObject([{ status: "succeeded", attempts: 1 }]);
  expect(notify.at(url)).toHaveLength(1);
  expect(tries).toBeLessThan(6);
});
