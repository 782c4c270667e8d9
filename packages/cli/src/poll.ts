import { setTimeout as pause } from "node:timers/promises";
import { EXIT, Failure } from "./exit.ts";

/** The first pause between two questions about the same thing. Each later one is longer. */
const PAUSE_MS = 200;
const PAUSE_MAX_MS = 5_000;
const GROWTH = 1.5;

/** Asks until there is an answer other than null. Ends with exit code 7 after the limit. */
export async function until<T>(thing: string, limitMs: number, ask: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + limitMs;
  for (let wait = PAUSE_MS; ; wait = Math.min(wait * GROWTH, PAUSE_MAX_MS)) {
    const answer = await ask();
    if (answer !== null) return answer;
    const left = end - performance.now();
    if (left <= 0) throw new Failure(EXIT.timedOut, `${thing} has not ended within ${limitMs / 1000} s`, "TIMED_OUT");
    await pause(Math.min(wait, left));
  }
}
