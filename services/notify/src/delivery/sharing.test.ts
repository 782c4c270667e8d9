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

it("two processes share 500 deliveries, and none is sent twice", async () => {
  const { url } = await notify.endpoint(us);
  await notify.finish(us, many(500));
  for (let i = 0; i < 2; i++) notify.send();
  const ended = await notify.ended(us, 20_000);
  expect(ended.filter(({ status, attempts }) => status === "succeeded" && attempts === 1)).toHaveLength(500);
  const ids = notify.at(url).map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([500, 500]);
});

it("200 receivers that are dead do not hold up one that is well", async () => {
  const timeoutMs = 1_500;
  // Beyond what they may have in flight, so that they always want more.
  const limits = { waiting: 20, answering: 20, stallMs: 200 };
  const dead = Array.from({ length: 20 }, () => admin());
  for (const by of dead) {
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
  await until("all of them to be tried", () => new Set(notify.received.map((one) => one.url)).size === 200, 20_000);

  const waits: number[] = [];
  for (let i = 0; i < 50; i++) {
    const begun = performance.now();
    await notify.finish(us);
    const [last] = await until("the request", () => notify.at(url).length > i && notify.at(url).slice(-1));
    waits.push(last!.at - begun);
  }
  expect(Math.max(...waits)).toBeLessThan(1_000);
}, 60_000);

it("endpoints that were well and have died give way to those that are", async () => {
  const timeoutMs = 3_000;
  const limits = { answering: 10, waiting: 10, stallMs: 100 };
  let alive = true;
  const dying = Array.from({ length: 4 }, () => admin());
  const answer = async () => {
    if (alive) return ACCEPTED;
    await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    return failing({ status: null, errorCode: "TIMEOUT" });
  };
  for (const by of dying) for (let i = 0; i < 5; i++) await notify.endpoint(by, answer);
  const { url } = await notify.endpoint(us);
  notify.send(limits, { timeoutMs });
  for (const by of [...dying, us]) {
    await notify.finish(by, many(5, by));
    await notify.ended(by);
  }
  alive = false;
  await Promise.all(dying.map((by) => notify.finish(by, many(10, by))));
  const begun = performance.now();
  await notify.finish(us);
  const [last] = await until("the request", () => notify.at(url).length > 5 && notify.at(url).slice(-1));
  expect(last!.at - begun).toBeLessThan(1_500);
});

it("thousands that wait for one endpoint do not hide those of another", async () => {
  const [busy, { url }] = [await notify.endpoint(us), await notify.endpoint(us)];
  notify.answer(busy.url, () => failing());
  await notify.finish(us, many(2_000));
  notify.send();
  await until("all of the other's", () => notify.at(url).length === 2_000, 20_000);
}, 30_000);
