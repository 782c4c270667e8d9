/** Keeps calls away from a service that fails. */
export interface CircuitBreaker {
  /** Whether a call may be made now. After a pause, one call at a time finds out whether the service works again. */
  admits(): boolean;
  succeeded(): void;
  failed(): void;
}

interface Options {
  /** Failures in a row that open the breaker. */
  failures: number;
  pauseMs: number;
  onChange(open: boolean): void;
}

export function circuitBreaker({ failures, pauseMs, onChange }: Options): CircuitBreaker {
  let inRow = 0;
  let retryAt = 0;
  return {
    admits: () => {
      if (inRow < failures) return true;
      const now = performance.now();
      if (now < retryAt) return false;
      retryAt = now + pauseMs;
      return true;
    },
    succeeded: () => {
      if (inRow >= failures) onChange(false);
      inRow = 0;
    },
    failed: () => {
      inRow += 1;
      retryAt = performance.now() + pauseMs;
      if (inRow === failures) onChange(true);
    },
  };
}
