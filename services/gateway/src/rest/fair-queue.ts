import { setImmediate as nextLoop } from "node:timers/promises";

/** Large bodies processed at once. More would not finish sooner, and would hold connections of the services. */
const CONCURRENCY_MAX = 4;

/** Frees the slot; further calls do nothing. */
export type ReleaseSlot = () => void;

/**
 * Fair queue of large bodies: one at a time for each organization, `max` in all, organizations in rotation. Small
 * requests bypass it and are answered between two large bodies.
 */
export class FairQueue {
  readonly #max: number;
  readonly #active = new Set<string>();
  /** By organization; the order of the keys is the order of service. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(max = CONCURRENCY_MAX) {
    this.#max = max;
  }

  async acquire(organizationId: string): Promise<ReleaseSlot> {
    if (this.#active.size < this.#max && !this.#active.has(organizationId)) this.#active.add(organizationId);
    else await this.#wait(organizationId);
    await nextLoop();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#active.delete(organizationId);
      this.#next();
    };
  }

  #wait(organizationId: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(organizationId) ?? [];
      this.#waiting.set(organizationId, [...others, resolve]);
    });
  }

  /** Admits the first waiting organization without an active body, and moves its other bodies to the end. */
  #next(): void {
    for (const [organizationId, [admit, ...others]] of this.#waiting) {
      if (this.#active.has(organizationId)) continue;
      this.#waiting.delete(organizationId);
      if (others.length > 0) this.#waiting.set(organizationId, others);
      this.#active.add(organizationId);
      admit?.();
      return;
    }
  }
}
