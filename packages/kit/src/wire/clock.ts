import { Reason } from "../process/readiness.ts";

/** Difference of the clocks of two services that signatures bear. */
export const CLOCK_TOLERANCE_S = 5;
/** Limits and leases follow the clock of the database, dates of records that of a process. */
const SKEW_MAX_MS = 30_000;
const DISPUTED_SKEW_MAX_MS = CLOCK_TOLERANCE_S * 1_000;

/**
 * Compares the clock of this process with that of the database. While services refuse signatures for their time, the
 * one with the wrong clock is to be found, and a smaller difference counts.
 */
export class ClockCheck {
  /** Bounds of the clock of the database minus `performance.now()`, which no change of a clock moves. */
  #database: { minMs: number; maxMs: number } | undefined;
  #isDisputed = false;

  /** `ask` answers with the time of the database, or undefined if it is away. */
  async measure(ask: () => Promise<Date | undefined>): Promise<void> {
    const begun = performance.now();
    const now = (await ask())?.getTime();
    if (now !== undefined) this.#database = { minMs: now - performance.now(), maxMs: now - begun };
  }

  /** A call from or to this process was refused for the time of its signature. */
  dispute(): void {
    this.#isDisputed = true;
  }

  /** Throws if the clock differs from that of the database. Passes before the database has answered once. */
  async check(): Promise<void> {
    const skewMs = this.#skewMs();
    if (skewMs <= DISPUTED_SKEW_MAX_MS) this.#isDisputed = false;
    if (skewMs > (this.#isDisputed ? DISPUTED_SKEW_MAX_MS : SKEW_MAX_MS)) {
      throw new Reason(`The clock of the database differs by ${Math.round(skewMs)} ms.`);
    }
  }

  #skewMs(): number {
    if (this.#database === undefined) return 0;
    const own = Date.now() - performance.now();
    return Math.max(0, this.#database.minMs - own, own - this.#database.maxMs);
  }
}
