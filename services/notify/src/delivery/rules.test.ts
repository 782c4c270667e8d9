import { describe, expect, it } from "vitest";
import type { Outcome } from "../outbound/outbound.ts";
import { type EndpointHealth, FAILURES_MAX, healthAfter, nextStepOf, storableResponse } from "./rules.ts";
import { DEFAULT_SCHEDULE } from "./schedule.ts";

const outcome = (overrides: Partial<Outcome> = {}): Outcome => ({
  status: 500,
  body: "no",
  retryAfterMs: null,
  errorCode: "HTTP_STATUS",
  durationMs: 5,
  ...overrides,
});
const firstAttempt = { seriesAttempts: 0, test: false };
const nextStep = (overrides: Partial<Outcome>, context = firstAttempt) =>
  nextStepOf(outcome(overrides), context, DEFAULT_SCHEDULE, () => 0);

describe("the next step after an attempt", () => {
  it("is `succeeded` after 2xx", () => {
    expect(nextStep({ status: 204, errorCode: null })).toEqual({ status: "succeeded" });
  });

  it("is the next attempt of the schedule after a failure, and `failed` after the last one", () => {
    const pauses = DEFAULT_SCHEDULE.map((_, seriesAttempts) => nextStep({}, { ...firstAttempt, seriesAttempts }));
    expect(pauses).toEqual([
      ...DEFAULT_SCHEDULE.slice(1).map((delayMs) => ({ status: "pending", delayMs })),
      { status: "failed" },
    ]);
  });

  it("adds a random delay of at most 5 %", () => {
    const [least, most] = [0, 1].map((random) => nextStepOf(outcome(), firstAttempt, DEFAULT_SCHEDULE, () => random));
    expect([least, most]).toEqual([
      { status: "pending", delayMs: 5_000 },
      { status: "pending", delayMs: 5_250 },
    ]);
  });

  it.each([
    { what: "longer, with 429", status: 429, retryAfterMs: 60_000, delayMs: 60_000 },
    { what: "longer, with 503", status: 503, retryAfterMs: 60_000, delayMs: 60_000 },
    { what: "less than the schedule", status: 429, retryAfterMs: 1_000, delayMs: 5_000 },
    { what: "more than one hour", status: 429, retryAfterMs: 86_400_000, delayMs: 3_600_000 },
    { what: "with another status", status: 500, retryAfterMs: 60_000, delayMs: 5_000 },
  ])("takes Retry-After into account: $what", ({ status, retryAfterMs, delayMs }) => {
    expect(nextStep({ status, retryAfterMs })).toEqual({ status: "pending", delayMs });
  });

  it("is `failed` after 410, and after the only attempt of a test", () => {
    expect(nextStep({ status: 410 })).toEqual({ status: "failed" });
    expect(nextStep({}, { seriesAttempts: 0, test: true })).toEqual({ status: "failed" });
  });
});

describe("the health of an endpoint", () => {
  const healthy: EndpointHealth = { enabled: true, answering: true, consecutiveFailures: 3, disabledReason: null };
  const real = { test: false };

  it("is disabled by the fifth consecutive failed delivery, not by failed attempts", () => {
    expect(healthAfter(healthy, { status: "pending", delayMs: 1 }, real)).toEqual({ ...healthy, answering: false });
    const fourth = healthAfter(healthy, { status: "failed" }, real);
    expect(fourth).toEqual({ ...healthy, answering: false, consecutiveFailures: FAILURES_MAX - 1 });
    expect(healthAfter(fourth, { status: "failed" }, real)).toEqual({
      enabled: false,
      answering: false,
      consecutiveFailures: FAILURES_MAX,
      disabledReason: "TOO_MANY_FAILURES",
    });
  });

  it("resets the count after a succeeded delivery", () => {
    expect(healthAfter(healthy, { status: "succeeded" }, real)).toEqual({ ...healthy, consecutiveFailures: 0 });
  });

  it("does not count tests", () => {
    expect(healthAfter(healthy, { status: "failed" }, { test: true })).toEqual({ ...healthy, answering: false });
    expect(healthAfter(healthy, { status: "succeeded" }, { test: true })).toEqual(healthy);
  });
});

describe("the stored part of a response", () => {
  it("is empty if the address was refused", () => {
    expect(storableResponse(outcome({ errorCode: "ADDRESS_NOT_PUBLIC", status: 200, body: "secret" }))).toEqual({
      status: null,
      body: null,
    });
  });

  it("has at most 2,048 bytes of whole characters, without NUL", () => {
    expect(storableResponse(outcome({ body: `a\0${"é".repeat(2_000)}` })).body).toBe(`a${"é".repeat(1_023)}`);
    expect(storableResponse(outcome({ status: 42 })).status).toBe(null);
  });
});
