/** Work that goes on beside the calls of a service. */
export interface Background {
  /** Ends after the round at hand. */
  stop(): Promise<void>;
}

interface Repeat {
  everyMs: number;
  /**
   * Rounds begin at most this often when they are poked: the first poke after a quiet time is answered at once, and
   * under load one round does the work of many pokes.
   */
  gatherMs?: number;
  work: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** After a failure the pause doubles up to this. */
const PAUSE_MAX_MS = 5_000;

/** Does the work again and again, one round at a time: after a pause, or at once when poked. */
export function repeat({
  everyMs,
  gatherMs = 0,
  work,
  onError,
}: Repeat): Background & { poke(): void; stopping(): boolean } {
  let stopping = false;
  let poked = false;
  let wake: () => void = () => {};

  async function run(): Promise<void> {
    let pauseMs = everyMs;
    while (!stopping) {
      poked = false;
      const begun = performance.now();
      try {
        await work();
        pauseMs = everyMs;
      } catch (error) {
        onError(error);
        pauseMs = Math.min(pauseMs * 2, Math.max(PAUSE_MAX_MS, everyMs));
        await pause(pauseMs);
        continue;
      }
      if (!poked) await pause(pauseMs);
      const early = gatherMs - (performance.now() - begun);
      if (early > 0 && !stopping) await new Promise((resolve) => setTimeout(resolve, early));
    }
  }

  /** Ends early when there is something to do, or nothing more to do at all. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (stopping) return resolve();
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const ended = run();
  return {
    poke: () => {
      poked = true;
      wake();
    },
    stopping: () => stopping,
    stop: async () => {
      stopping = true;
      wake();
      await ended;
    },
  };
}
