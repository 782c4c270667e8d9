import { exhausted } from "@emissions/kit/wire/errors";

/** Each hash takes 128 MiB of memory and about half a second of a processor. */
const HASHES_AT_ONCE_MAX = 2;
/** Hashes that wait. More could not be answered before the deadline of their calls. */
const HASHES_WAITING_MAX = 16;
const RETRY_AFTER_S = 2;

/** Bounds memory and processor time of hashes in a process: strangers cause them by wrong passwords. */
export class HashSlots {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnceMax = HASHES_AT_ONCE_MAX, waitingMax = HASHES_WAITING_MAX } = {}) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  /** Refuses with TOO_MANY_REQUESTS when too many hashes wait. */
  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.#running < this.#atOnceMax) this.#running++;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next one takes over the slot.
      if (next) next();
      else this.#running--;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) {
      throw exhausted("TOO_MANY_REQUESTS", "Too many passwords are checked at this time.", RETRY_AFTER_S);
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
