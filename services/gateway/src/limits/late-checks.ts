import { exhausted } from "@emissions/kit/wire/errors";

/** Checks at once of one address that has sent too many wrong tokens. */
const CHECKS_MAX = 8;
/** Further ones that wait. A check takes milliseconds, so the last one waits about a second. */
const WAITING_MAX = 1_000;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/**
 * Checks of an address beyond its limit of wrong ones. Wrong tokens behind a proxy must not lock out right ones there, so
 * all are checked, in the order of arrival, few at once.
 */
export class LateChecks {
  readonly #max: { running: number; waiting: number };
  /** Without addresses that have no check. */
  readonly #queues = new Map<string, Queue>();

  constructor(max = { running: CHECKS_MAX, waiting: WAITING_MAX }) {
    this.#max = max;
  }

  async run<R>(address: string, check: () => Promise<R>): Promise<R> {
    const queue = this.#queues.get(address) ?? { running: 0, waiting: [] };
    this.#queues.set(address, queue);
    if (queue.running < this.#max.running) queue.running++;
    else if (queue.waiting.length >= this.#max.waiting)
      throw exhausted("TOO_MANY_REQUESTS", "Too many requests from this address.");
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await check();
    } finally {
      // The place passes to the next one.
      const next = queue.waiting.shift();
      if (next !== undefined) next();
      else if (--queue.running === 0) this.#queues.delete(address);
    }
  }
}
