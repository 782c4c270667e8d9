/** Requests of one call at most, with the first. */
export const ATTEMPTS_MAX = 5;
/** The pause after the first attempt; each later one is twice as long. */
const PAUSE_MS = 250;
const PAUSE_MAX_MS = 10_000;
/** A call whose `Retry-After` is longer fails at once. */
const RETRY_AFTER_MAX_MS = 60_000;

const TOO_MANY_REQUESTS = 429;
/** The first request with the idempotency key is still running. It has a `Retry-After` then. */
const CONFLICT = 409;
const UNAVAILABLE = [502, 503, 504];

export interface Retry {
  attempts: number;
  /** Whether a request may be sent again although the service may have executed it. */
  repeatable: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Sends a request until it is answered, and returns the last answer. A refusal by rate limits is always repeated,
 * because the service did nothing. Lost answers are repeated only where a repeat has no further effect.
 */
export async function withRetries<T extends { response: Response }>(
  send: () => Promise<T>,
  { attempts, repeatable, signal }: Retry,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= attempts;
    let wait = pauseAfter(attempt);
    try {
      const answer = await send();
      const { response } = answer;
      const asked = retryAfterMs(response.headers.get("retry-after"));
      if (isLast || !mayRepeat(response.status, asked, repeatable)) return answer;
      if (asked !== undefined && asked > RETRY_AFTER_MAX_MS) return answer;
      if (asked !== undefined) wait += asked;
      await response.body?.cancel();
    } catch (error) {
      if (isLast || !repeatable || signal?.aborted) throw error;
    }
    await pause(wait, signal);
  }
}

function mayRepeat(status: number, asked: number | undefined, repeatable: boolean): boolean {
  if (status === TOO_MANY_REQUESTS) return true;
  return repeatable && (UNAVAILABLE.includes(status) || (status === CONFLICT && asked !== undefined));
}

/** Random, so that clients that failed together do not repeat together. */
const pauseAfter = (attempt: number): number => Math.random() * Math.min(PAUSE_MS * 2 ** (attempt - 1), PAUSE_MAX_MS);

/** Seconds or a date. */
function retryAfterMs(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
