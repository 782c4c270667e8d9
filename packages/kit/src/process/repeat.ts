/** Work of a service besides its calls. */
export interface Background {
  /** Resolves after the current round. */
  stop(): Promise<void>;
}

interface Repeat {
  everyMs: number;
  /**
   * Minimum time between rounds under load. The first poke after an idle time starts a round at once, and one round
   * then serves many pokes.
   */
  gatherMs?: number;
  work: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** After failures the pause doubles up to this limit. */
const PAUSE_MAX_MS = 5_000;

/** Repeats `work`, one round at a time: after a pause, or at once after a poke. */
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

  /** Ends early at a poke or at the stop. */
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

  // Work may use the object that is returned below.
  const ended = Promise.resolve().then(run);
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
