import { setImmediate as turn } from "node:timers/promises";

/** Of large bodies at once: more would only be read later and later, and hold connections of the services meanwhile. */
export const AT_WORK_MAX = 2;

/** Ends a turn; more than once is harmless. */
export type EndTurn = () => void;

/**
 * Lets so many in at once; the others wait, and organizations take turns. Whoever asks for little is not held up by
 * those who wait here: between one turn and the next everything else has its own.
 */
export class Turns {
  readonly #max: number;
  #atWork = 0;
  /** In the order in which the organizations come next. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(max = AT_WORK_MAX) {
    this.#max = max;
  }

  async take(organizationId: string): Promise<EndTurn> {
    if (this.#atWork < this.#max) this.#atWork++;
    else await this.#wait(organizationId);
    await turn();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#next();
    };
  }

  #wait(organizationId: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(organizationId) ?? [];
      this.#waiting.set(organizationId, [...others, resolve]);
    });
  }

  /** The place at work goes to the next in line, or is free. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#atWork--;
      return;
    }
    const [organizationId, [begin, ...others]] = first;
    this.#waiting.delete(organizationId);
    if (others.length > 0) this.#waiting.set(organizationId, others);
    begin?.();
  }
}
