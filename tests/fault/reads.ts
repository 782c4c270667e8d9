import { setTimeout as pause } from "node:timers/promises";
import type { Backend, Caller } from "../support/backend.ts";

const RETRY_MS = 10;
const READS = [
  "/v1/purchases?size=20",
  "/v1/total-impacts?start_date=2025-06-01&end_date=2025-06-30&group_by=month",
  "/v1/purchases?calculation_status[]=pending&size=1",
];

/**
 * Reads until the end, at most one in `everyMs`, each until it is answered. Returns the times of whole reads in
 * milliseconds.
 */
export async function readUntil(
  end: number,
  everyMs: number,
  backendFor: () => Backend,
  as: Caller,
): Promise<number[]> {
  const times: number[] = [];
  for (let next = 0; Date.now() < end; next++) {
    const due = pause(everyMs);
    const begun = performance.now();
    const path = READS[next % READS.length]!;
    for (;;) {
      const answer = await backendFor()
        .call("GET", path, { as })
        .catch(() => null);
      if (answer?.status === 200) break;
      if (answer !== null && answer.status !== 503) throw new Error(`${answer.status}: ${answer.text}`);
      await pause(RETRY_MS);
    }
    times.push(performance.now() - begun);
    await due;
  }
  return times;
}

/** The time that a share of the reads does not exceed, such as 0.99. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
