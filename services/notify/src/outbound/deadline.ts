/**
 * Time limit of one attempt and of its current step. The signal aborts when either is over. The receiver cannot extend
 * the limit of the attempt.
 */
export interface Deadline {
  signal: AbortSignal;
  /** Begins a new step with its own time limit. */
  step(limitMs: number): void;
  elapsedMs(): number;
  /** Aborts the attempt now. */
  abort(): void;
  /** Clears the timer. */
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
