import { describe, expect, it } from "vitest";
import type { Outcome } from "../outbound/outbound.ts";
import { FAILURES_MAX, type Health, healthAfter, storable, verdictOf } from "./rules.ts";
import { SCHEDULE } from "./schedule.ts";

const outcome = (own: Partial<Outcome> = {}): Outcome => ({
  status: 500,
  body: "no",
  retryAfterMs: null,
  errorCode: "HTTP_STATUS",
  durationMs: 5,
  ...own,
});
const first = { seriesAttempts: 0, test: false };
const verdict = (own: Partial<Outcome>, tried = first) => verdictOf(outcome(own), tried, SCHEDULE, () => 0);

describe("an attempt", () => {
  it("that is answered with 2xx ends the delivery", () => {
    expect(verdict({ status: 204, errorCode: null })).toEqual({ status: "succeeded" });
  });

  it("that fails is followed by the next of the schedule, up to the last one", () => {
    const pauses = SCHEDULE.map((_, seriesAttempts) => verdict({}, { ...first, seriesAttempts }));
    expect(pauses).toEqual([
      ...SCHEDULE.slice(1).map((pauseMs) => ({ status: "pending", pauseMs })),
      { status: "failed" },
    ]);
  });

  it("waits longer by chance, but by no more than a tenth", () => {
    const [least, most] = [0, 1].map((random) => verdictOf(outcome(), first, SCHEDULE, () => random));
    expect([least, most]).toEqual([
      { status: "pending", pauseMs: 5_000 },
      { status: "pending", pauseMs: 5_250 },
    ]);
  });

  it.each([
    { what: "429 asks for longer", status: 429, retryAfterMs: 60_000, pauseMs: 60_000 },
    { what: "503 asks for longer", status: 503, retryAfterMs: 60_000, pauseMs: 60_000 },
    { what: "for less than the schedule", status: 429, retryAfterMs: 1_000, pauseMs: 5_000 },
    { what: "for days", status: 429, retryAfterMs: 86_400_000, pauseMs: 3_600_000 },
    { what: "with a status that may not ask", status: 500, retryAfterMs: 60_000, pauseMs: 5_000 },
  ])("is put off as the receiver asks: $what", ({ status, retryAfterMs, pauseMs }) => {
    expect(verdict({ status, retryAfterMs })).toEqual({ status: "pending", pauseMs });
  });

  it("that is answered with 410, and every one of a test, is the last", () => {
    expect(verdict({ status: 410 })).toEqual({ status: "failed" });
    expect(verdict({}, { seriesAttempts: 0, test: true })).toEqual({ status: "failed" });
  });
});

describe("an endpoint", () => {
  const well: Health = { enabled: true, answering: true, consecutiveFailures: 3, disabledReason: null };
  const real = { test: false };

  it("is disabled by the fifth delivery in a row that failed, and not by attempts", () => {
    expect(healthAfter(well, { status: "pending", pauseMs: 1 }, real)).toEqual({ ...well, answering: false });
    const fourth = healthAfter(well, { status: "failed" }, real);
    expect(fourth).toEqual({ ...well, answering: false, consecutiveFailures: FAILURES_MAX - 1 });
    expect(healthAfter(fourth, { status: "failed" }, real)).toEqual({
      enabled: false,
      answering: false,
      consecutiveFailures: FAILURES_MAX,
      disabledReason: "TOO_MANY_FAILURES",
    });
  });

  it("begins to count anew when one arrives", () => {
    expect(healthAfter(well, { status: "succeeded" }, real)).toEqual({ ...well, consecutiveFailures: 0 });
  });

  it("is not judged by tests", () => {
    expect(healthAfter(well, { status: "failed" }, { test: true })).toEqual({ ...well, answering: false });
    expect(healthAfter(well, { status: "succeeded" }, { test: true })).toEqual(well);
  });
});

describe("what is kept of an answer", () => {
  it("is nothing when the address was refused", () => {
    expect(storable(outcome({ errorCode: "ADDRESS_NOT_PUBLIC", status: 200, body: "secret" }))).toEqual({
      status: null,
      body: null,
    });
  });

  it("is what the table takes: whole characters in 2,048 bytes, without NUL", () => {
    expect(storable(outcome({ body: `a\0${"é".repeat(2_000)}` })).body).toBe(`a${"é".repeat(1_023)}`);
    expect(storable(outcome({ status: 42 })).status).toBe(null);
  });
});
