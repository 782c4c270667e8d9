import type { Outcome } from "../outbound/outbound.ts";
import { pauseAfter, type Schedule } from "./schedule.ts";

/** Deliveries of an endpoint that may end failed in a row; the last of them disables it. */
export const FAILURES_MAX = 5;
export const TOO_MANY_FAILURES = "TOO_MANY_FAILURES";
/** A receiver may ask for a pause, but not put a delivery off for days. */
const RETRY_AFTER_MAX_MS = 3_600_000;
const RESPONSE_BYTES_MAX = 2_048;

const GONE = 410;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** What becomes of a delivery after an attempt. */
export type Verdict = { status: "succeeded" | "failed" } | { status: "pending"; pauseMs: number };

interface Tried {
  /** Attempts of the series before this one. */
  seriesAttempts: number;
  test: boolean;
}

/** A test has one attempt: who sends it sits in front of it. */
export function verdictOf(
  outcome: Outcome,
  { seriesAttempts, test }: Tried,
  schedule: Schedule,
  random?: () => number,
): Verdict {
  if (outcome.errorCode === null) return { status: "succeeded" };
  const pauseMs = pauseAfter(schedule, seriesAttempts + 1, random);
  if (test || pauseMs === null || outcome.status === GONE) return { status: "failed" };
  return { status: "pending", pauseMs: Math.max(pauseMs, askedPauseMs(outcome)) };
}

function askedPauseMs({ status, retryAfterMs }: Outcome): number {
  const asks = status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
  return asks ? Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS) : 0;
}

/** What the attempts have shown of an endpoint. */
export interface Health {
  enabled: boolean;
  answering: boolean;
  consecutiveFailures: number;
  disabledReason: string | null;
}

/** The endpoint after one more attempt. Deliveries count, not attempts, and tests never. */
export function healthAfter<H extends Health>(before: H, { status }: Verdict, { test }: Pick<Tried, "test">): H {
  const after = { ...before, answering: status === "succeeded" };
  if (test || status === "pending") return after;
  if (status === "succeeded") return { ...after, consecutiveFailures: 0 };
  const consecutiveFailures = before.consecutiveFailures + 1;
  if (consecutiveFailures < FAILURES_MAX) return { ...after, consecutiveFailures };
  return { ...after, consecutiveFailures, enabled: false, disabledReason: TOO_MANY_FAILURES };
}

/** As the table takes it. Of an address that was refused nothing is told: else it could be read through its answers. */
export function storable({ status, body, errorCode }: Outcome) {
  if (errorCode === "ADDRESS_NOT_PUBLIC") return { status: null, body: null };
  const shown = status !== null && status >= 100 && status <= 999 ? status : null;
  return { status: shown, body: body === null ? null : firstBytes(body.replaceAll("\0", ""), RESPONSE_BYTES_MAX) };
}

function firstBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  let end = max;
  // Not in the middle of a character.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
