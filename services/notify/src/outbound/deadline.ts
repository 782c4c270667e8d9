/**
 * The time that one attempt may take. Its signal aborts when the current step or the whole is over, whichever comes
 * first; nothing that the other side does moves the end of the whole.
 */
export interface Deadline {
  signal: AbortSignal;
  /** A new step begins, and may take so long. */
  step(limitMs: number): void;
  elapsedMs(): number;
  /** Ends the attempt now. */
  abort(): void;
  /** Forgets the timer. */
  clear(): void;
}

export function startDeadline(totalMs: number): Deadline {
  const controller = new AbortController();
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const abort = () => controller.abort();
  let timer = setTimeout(abort, totalMs);
  const clear = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    step(limitMs) {
      clear();
      timer = setTimeout(abort, Math.max(0, Math.min(limitMs, totalMs - elapsedMs())));
    },
    elapsedMs,
    abort,
    clear,
  };
}
