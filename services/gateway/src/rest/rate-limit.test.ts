import { expect, it } from "vitest";
import { RateLimit } from "./rate-limit.ts";

const rate = { name: "logistics", perSecond: 30, burst: 30 };

it("a caller has the burst at once and then the rate; a refused request takes nothing", () => {
  let now = 1_000_000;
  const limit = new RateLimit(rate, () => now);
  const taken = (count: number, caller = "a") =>
    Array.from({ length: count }, () => limit.take(caller)).filter(({ isRefused }) => !isRefused).length;
  expect(taken(100)).toBe(30);
  now += 100;
  expect([taken(100), taken(100, "b")]).toEqual([3, 30]);
  now += 10_000;
  expect(taken(100)).toBe(30);
});

it("the headers tell the capacity, the rest and the time until the bucket is full", () => {
  const limit = new RateLimit(rate, () => 1_000_500);
  expect(limit.take("a").headers).toEqual({
    "x-ratelimit-limit": "30",
    "x-ratelimit-remaining": "29",
    "x-ratelimit-reset": "1001",
    "ratelimit-policy": "logistics;q=30;w=1;burst=30",
    ratelimit: "logistics;r=29;t=1",
  });
  for (let at = 0; at < 30; at++) limit.take("a");
  const { isRefused, headers } = limit.take("a");
  expect([isRefused, headers["x-ratelimit-remaining"], headers["x-ratelimit-reset"]]).toEqual([true, "0", "1002"]);
});
