import { setImmediate as turn } from "node:timers/promises";

/** Of large bodies at once: more would only be read later and later, and hold connections of the services meanwhile. */
const AT_WORK_MAX = 4;

/** Ends a turn; more than once is harmless. */
export type EndTurn = () => void;

/**
 * Lets in one of each organization and so many in all; the others wait, and organizations take turns. Whoever asks for
 * little is not held up by those who wait here: between one turn and the next everything else has its own.
 */
export class Turns {
  readonly #max: number;
  readonly #atWork = new Set<string>();
  /** In the order in which the organizations come next. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(max = AT_WORK_MAX) {
    this.#max = max;
  }

  async take(organizationId: string): Promise<EndTurn> {
    if (this.#atWork.size < this.#max && !this.#atWork.has(organizationId)) this.#atWork.add(organizationId);
    else await this.#wait(organizationId);
    await turn();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#atWork.delete(organizationId);
      this.#next();
    };
  }

  #wait(organizationId: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(organizationId) ?? [];
      this.#waiting.set(organizationId, [...others, resolve]);
    });
  }

  /** The place goes to the next in line that has none, and behind all others then. */
  #next(): void {
    for (const [organizationId, [begin, ...others]] of this.#waiting) {
      if (this.#atWork.has(organizationId)) continue;
      this.#waiting.delete(organizationId);
      if (others.length > 0) this.#waiting.set(organizationId, others);
      this.#atWork.add(organizationId);
      begin?.();
      return;
    }
  }
}
