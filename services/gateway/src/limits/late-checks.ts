import { FairSlots } from "@emissions/kit/process/fair-slots";
import { exhausted } from "@emissions/kit/wire/errors";

/** Checks at once of one address that has sent too many wrong tokens or keys. */
const CHECKS_MAX = 8;
/** Further ones that wait. A check takes milliseconds, so the last one waits about a second. */
const WAITING_MAX = 1_000;
/** Longest wait, for a service that does not answer. */
const WAIT_MS = 5_000;
/** Checks of all addresses: as many as clients may connect. */
const ALL_MAX = 10_000;

/**
 * Checks of an address beyond its limit of wrong ones. Wrong tokens behind a proxy must not lock out right ones there, so
 * all are checked, in the order of arrival, few at once.
 */
export class LateChecks {
  readonly #slots: FairSlots;

  constructor({ running, waiting } = { running: CHECKS_MAX, waiting: WAITING_MAX }) {
    const all = { atOnceMax: ALL_MAX, waitingMax: ALL_MAX };
    this.#slots = new FairSlots({ ...all, ownAtOnceMax: running, ownWaitingMax: waiting, refusal: tooMany });
  }

  async run<R>(address: string, check: () => Promise<R>): Promise<R> {
    const late = AbortSignal.timeout(WAIT_MS);
    try {
      return await this.#slots.run(address, check, late);
    } catch (error) {
      throw error === late.reason ? tooMany() : error;
    }
  }
}

const tooMany = () => exhausted("TOO_MANY_REQUESTS", "Too many requests from this address.");
