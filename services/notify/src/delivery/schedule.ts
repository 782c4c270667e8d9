import { z } from "zod";

const MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** Attempts of one delivery. */
const ATTEMPTS_MAX = 20;
const DELAY_MAX_MS = 48 * MS.h;

/** Delays before each attempt, in milliseconds. */
export type Schedule = readonly number[];

/** Ten attempts in 75 hours and 35 minutes, so a receiver can be down for a long weekend. */
export const DEFAULT_SCHEDULE: Schedule = [
  0,
  5 * MS.s,
  5 * MS.m,
  30 * MS.m,
  2 * MS.h,
  5 * MS.h,
  10 * MS.h,
  14 * MS.h,
  20 * MS.h,
  24 * MS.h,
];

/** Parses `0s,5s,5m,2h`. The first delay must be 0. */
export const Schedule = z.string().transform((text, context): Schedule => {
  const delays = text.split(",").map((part) => {
    const [, digits, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(part.trim()) ?? [];
    return digits === undefined ? Number.NaN : Number(digits) * MS[unit as keyof typeof MS];
  });
  const isValid = delays.every((delay) => delay <= DELAY_MAX_MS) && delays[0] === 0 && delays.length <= ATTEMPTS_MAX;
  if (isValid) return delays;
  context.addIssue({ code: "custom", message: "expected up to 20 delays such as 0s,5s,5m,2h, the first of them 0" });
  return z.NEVER;
});

/**
 * Random share of a delay that is added to it, so that deliveries that failed together are not retried together. The
 * documentation promises at most 10 %; the other 5 % are a margin for load.
 */
const JITTER = 0.05;

/** Milliseconds until the next attempt, or null if the schedule has none left. */
export function retryDelayMs(
  schedule: Schedule,
  attemptsMade: number,
  random: () => number = Math.random,
): number | null {
  const delay = schedule[attemptsMade];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * random()));
}
