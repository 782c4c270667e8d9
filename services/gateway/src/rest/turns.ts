import { setImmediate as turn } from "node:timers/promises";

/**
 * Large bodies that are worked on at once: more would only finish later, and hold connections of the services
 * meanwhile.
 */
const AT_WORK_MAX = 4;

/** Ends a turn; more than once is harmless. */
export type EndTurn = () => void;

/**
 * Admits one large body of each organization and `max` in all; the others wait, and organizations take turns. Small
 * requests do not pass here: they are answered between one large body and the next.
 */
export class Turns {
  readonly #max: number;
  readonly #atWork = new Set<string>();
  /** By organization, in the order of their next turns. */
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

  /**
   * Admits the first organization in line that is not at work; what else it has waiting goes to the end of the line.
   */
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
