import { exhausted } from "../wire/errors.ts";

/** Streams may hold this share of the connections. The others are for short transactions. */
const SHARE_OF_POOL = 0.4;
/** Streams of one organization at once, so that its slow clients leave room for others. */
const ORGANIZATION_STREAMS_MAX = 2;
/** Limit of the wait for a slot. */
const WAIT_MS = 5_000;
/** Streams that wait for a slot. */
const WAITING_MAX = 200;

interface Waiting {
  org: string;
  admit: () => void;
}

/** Limits the streams of a process, each of which holds a connection until its client has read everything. */
export class StreamSlots {
  readonly #max: number;
  readonly #open = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(poolMax: number) {
    this.#max = Math.max(1, Math.floor(poolMax * SHARE_OF_POOL));
  }

  /** Yields what a stream yields, while it has a slot. Waits for one, and refuses with TOO_MANY_REQUESTS. */
  async *within<M>(org: string, open: () => AsyncIterable<M>): AsyncGenerator<M> {
    if (this.#mayOpen(org)) this.#add(org, 1);
    else await this.#wait(org);
    try {
      yield* open();
    } finally {
      this.#add(org, -1);
      this.#admitNext();
    }
  }

  #mayOpen(org: string): boolean {
    return this.#total < this.#max && (this.#open.get(org) ?? 0) < ORGANIZATION_STREAMS_MAX;
  }

  #add(org: string, change: 1 | -1): void {
    const count = (this.#open.get(org) ?? 0) + change;
    if (count === 0) this.#open.delete(org);
    else this.#open.set(org, count);
    this.#total += change;
  }

  #wait(org: string): Promise<void> {
    if (this.#waiting.size >= WAITING_MAX) throw tooMany();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        org,
        admit: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          this.#add(org, 1);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(tooMany());
      }, WAIT_MS);
      this.#waiting.add(waiting);
    });
  }

  /** The first that may open, in the order of arrival. */
  #admitNext(): void {
    const next = [...this.#waiting].find(({ org }) => this.#mayOpen(org));
    next?.admit();
  }
}

const tooMany = () => exhausted("TOO_MANY_REQUESTS", "Too many concurrent requests");
