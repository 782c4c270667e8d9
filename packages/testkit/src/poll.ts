import { setTimeout as pause } from "node:timers/promises";

const PAUSE_MS = 20;
/** Costs nothing when the awaited comes: it ends tests that would wait for ever, also on a slow and busy machine. */
const LIMIT_MS = 60_000;

/** Polls until the answer is neither false, undefined nor null. The error at the time limit says what was awaited. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  limitMs = LIMIT_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined)
      return answer as Exclude<T, false | null | undefined>;
    if (Date.now() > end) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await pause(PAUSE_MS);
  }
}
