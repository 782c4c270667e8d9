import type { Principal } from "@emissions/kit/wire/principal";
import { until } from "@emissions/testkit/poll";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ACCEPTED, admin } from "../notify.fixture.ts";
import { type Deliveries, failing, jobOf, startDeliveries } from "./delivery.fixture.ts";

let notify: Deliveries;
let us: Principal;

beforeEach(async () => {
  notify = await startDeliveries();
  us = admin();
});
afterEach(async () => {
  await notify.stopSenders();
  await notify.drop();
});

const many = (count: number, by = us) => Array.from({ length: count }, () => jobOf(by.organizationId));

it("two processes send 500 deliveries, each once", async () => {
  const { url } = await notify.endpoint(us);
  await notify.finish(us, many(500));
  for (let i = 0; i < 2; i++) notify.send();
  const ended = await notify.ended(us, 20_000);
  expect(ended.filter(({ status, attempts }) => status === "succeeded" && attempts === 1)).toHaveLength(500);
  const ids = notify.at(url).map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([500, 500]);
});

it("200 failing receivers do not delay a healthy one", async () => {
  const timeoutMs = 1_500;
  // Fewer slots than failing endpoints, so that all slots are in use.
  const limits = { failing: 20, answering: 20, slowMs: 200 };
  const failingAdmins = Array.from({ length: 20 }, () => admin());
  for (const by of failingAdmins) {
    for (let i = 0; i < 10; i++) {
      await notify.endpoint(by, async () => {
        await new Promise((resolve) => setTimeout(resolve, timeoutMs));
        return failing({ status: null, errorCode: "TIMEOUT" });
      });
    }
    await notify.finish(by, many(5, by));
  }
  const { url } = await notify.endpoint(us);
  notify.send(limits, { timeoutMs });
  await until(
    "an attempt to each failing receiver",
    () => new Set(notify.received.map((one) => one.url)).size === 200,
    20_000,
  );

  const waits: number[] = [];
  for (let i = 0; i < 50; i++) {
    const begun = performance.now();
    await notify.finish(us);
    const [last] = await until("the request", () => notify.at(url).length > i && notify.at(url).slice(-1));
    waits.push(last!.at - begun);
  }
  expect(Math.max(...waits)).toBeLessThan(1_000);
});

it("endpoints that become slow free their slots for healthy ones", async () => {
  const timeoutMs = 3_000;
  const limits = { answering: 10, failing: 10, slowMs: 100 };
  let isFast = true;
  const slowAdmins = Array.from({ length: 4 }, () => admin());
  const answer = async () => {
    if (isFast) return ACCEPTED;
    await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    return failing({ status: null, errorCode: "TIMEOUT" });
  };
  for (const by of slowAdmins) for (let i = 0; i < 5; i++) await notify.endpoint(by, answer);
  const { url } = await notify.endpoint(us);
  notify.send(limits, { timeoutMs });
  for (const by of [...slowAdmins, us]) {
    await notify.finish(by, many(5, by));
    await notify.ended(by);
  }
  isFast = false;
  await Promise.all(slowAdmins.map((by) => notify.finish(by, many(10, by))));
  const begun = performance.now();
  await notify.finish(us);
  const [last] = await until("the request", () => notify.at(url).length > 5 && notify.at(url).slice(-1));
  expect(last!.at - begun).toBeLessThan(1_500);
});

it("thousands of pending deliveries of one endpoint do not delay those of another", async () => {
  const [busy, { url }] = [await notify.endpoint(us), await notify.endpoint(us)];
  notify.answer(busy.url, () => failing());
  await notify.finish(us, many(2_000));
  notify.send();
  await until("all deliveries of the other endpoint", () => notify.at(url).length === 2_000, 40_000);
});
