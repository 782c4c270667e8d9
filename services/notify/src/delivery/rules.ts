import type { Outcome } from "../outbound/outbound.ts";
import { retryDelayMs, type Schedule } from "./schedule.ts";

/** Consecutive failed deliveries that disable an endpoint. */
export const FAILURES_MAX = 5;
export const TOO_MANY_FAILURES = "TOO_MANY_FAILURES";
/** `Retry-After` cannot delay the next attempt any longer. */
const RETRY_AFTER_MAX_MS = 3_600_000;
const RESPONSE_BYTES_MAX = 2_048;

const GONE = 410;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** The state of a delivery after an attempt. */
export type NextStep = { status: "succeeded" | "failed" } | { status: "pending"; delayMs: number };

interface AttemptContext {
  /** Earlier attempts of the series. */
  seriesAttempts: number;
  test: boolean;
}

/** A test event gets one attempt, because a user waits for its result. */
export function nextStepOf(
  outcome: Outcome,
  { seriesAttempts, test }: AttemptContext,
  schedule: Schedule,
  random?: () => number,
): NextStep {
  if (outcome.errorCode === null) return { status: "succeeded" };
  const delayMs = retryDelayMs(schedule, seriesAttempts + 1, random);
  if (test || delayMs === null || outcome.status === GONE) return { status: "failed" };
  return { status: "pending", delayMs: Math.max(delayMs, requestedDelayMs(outcome)) };
}

function requestedDelayMs({ status, retryAfterMs }: Outcome): number {
  const isAllowed = status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
  return isAllowed ? Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS) : 0;
}

/** The state of an endpoint that follows from its deliveries. */
export interface EndpointHealth {
  enabled: boolean;
  /** Result of the last attempt. */
  answering: boolean;
  consecutiveFailures: number;
  disabledReason: string | null;
}

/** Updates the health of an endpoint after an attempt. Only failed deliveries count, without tests. */
export function healthAfter<H extends EndpointHealth>(
  before: H,
  { status }: NextStep,
  { test }: Pick<AttemptContext, "test">,
): H {
  const after = { ...before, answering: status === "succeeded" };
  if (test || status === "pending") return after;
  if (status === "succeeded") return { ...after, consecutiveFailures: 0 };
  const consecutiveFailures = before.consecutiveFailures + 1;
  if (consecutiveFailures < FAILURES_MAX) return { ...after, consecutiveFailures };
  return { ...after, consecutiveFailures, enabled: false, disabledReason: TOO_MANY_FAILURES };
}

/**
 * The response in the form that the table can store. Responses from refused addresses are not stored, because a client
 * could read internal services through them.
 */
export function storableResponse({ status, body, errorCode }: Outcome) {
  if (errorCode === "ADDRESS_NOT_PUBLIC") return { status: null, body: null };
  const storable = status !== null && status >= 100 && status <= 999 ? status : null;
  return { status: storable, body: body === null ? null : truncate(body.replaceAll("\0", ""), RESPONSE_BYTES_MAX) };
}

function truncate(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  let end = bytesMax;
  // Moves back to the first byte of a UTF-8 character.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
