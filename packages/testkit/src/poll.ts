import { setTimeout as pause } from "node:timers/promises";

const PAUSE_MS = 20;

/** Asks again and again until the answer is neither false nor undefined nor null, and says what it waited for when it gives up. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  limitMs = 10_000,
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
