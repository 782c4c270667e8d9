import { z } from "zod";

const MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** Attempts of one delivery. */
const ATTEMPTS_MAX = 20;
const PAUSE_MAX_MS = 48 * MS.h;

/** Pauses before each attempt, in milliseconds. */
export type Schedule = readonly number[];

/** Ten attempts in 75 hours and 35 minutes: a receiver may be away for a long weekend. */
export const SCHEDULE: Schedule = [
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

/** Reads `0s,5s,5m,2h`; the first attempt is made at once. */
export const Schedule = z.string().transform((text, context): Schedule => {
  const pauses = text.split(",").map((part) => {
    const [, digits, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(part.trim()) ?? [];
    return digits === undefined ? Number.NaN : Number(digits) * MS[unit as keyof typeof MS];
  });
  const right = pauses.every((pause) => pause <= PAUSE_MAX_MS) && pauses[0] === 0 && pauses.length <= ATTEMPTS_MAX;
  if (right) return pauses;
  context.addIssue({ code: "custom", message: "expected up to 20 pauses such as 0s,5s,5m,2h, the first of them 0" });
  return z.NEVER;
});

/**
 * Share of a pause by which it may be longer, so that what failed together does not come again together. A tenth is
 * promised; the other half of it is left to the machine.
 */
const JITTER = 0.05;

/** Milliseconds until the next attempt after `made` attempts, or null when there is none left. */
export function pauseAfter(schedule: Schedule, made: number, random: () => number = Math.random): number | null {
  const pause = schedule[made];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * random()));
}
