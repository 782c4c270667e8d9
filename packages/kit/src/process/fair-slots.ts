export interface SlotLimits {
  /** Works at once. */
  atOnceMax: number;
  /** Works of one owner at once. With fewer than `atOnceMax`, another owner finds a free slot. */
  ownAtOnceMax: number;
  /** Works that wait. */
  waitingMax: number;
  /** Works of one owner that wait. */
  ownWaitingMax: number;
  /** The error for works that find no place. */
  refusal: () => Error;
}

interface Waiting {
  admit(): void;
  refuse(reason: unknown): void;
}

/**
 * Runs works in few slots. Owners, such as addresses of clients, take turns. When no place is left to wait, the owner
 * with the most waiting works loses the last of them to an owner with fewer.
 */
export class FairSlots {
  readonly #limits: SlotLimits;
  /** By owner; without zeros. */
  readonly #running = new Map<string, number>();
  /** By owner; the order of the keys is the order of service. */
  readonly #waiting = new Map<string, Waiting[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** A work whose signal aborts while it waits is dropped, and fails with the reason of the signal. */
  async run<R>(owner: string, work: () => Promise<R>, signal?: AbortSignal): Promise<R> {
    signal?.throwIfAborted();
    if (this.#isFree(owner)) this.#begin(owner);
    else await this.#wait(owner, signal);
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  #isFree(owner: string): boolean {
    const { atOnceMax, ownAtOnceMax } = this.#limits;
    return this.#runningCount < atOnceMax && (this.#running.get(owner) ?? 0) < ownAtOnceMax;
  }

  #begin(owner: string): void {
    this.#runningCount++;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
  }

  #end(owner: string): void {
    this.#runningCount--;
    const left = this.#running.get(owner)! - 1;
    if (left === 0) this.#running.delete(owner);
    else this.#running.set(owner, left);
    this.#admitNext();
  }

  #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    this.#makePlace(owner);
    return new Promise((resolve, reject) => {
      const drop = () => {
        this.#remove(owner, one);
        reject(signal?.reason);
      };
      const leave = () => signal?.removeEventListener("abort", drop);
      const one: Waiting = {
        admit: () => {
          leave();
          resolve();
        },
        refuse: (reason) => {
          leave();
          reject(reason);
        },
      };
      const own = this.#waiting.get(owner);
      if (own === undefined) this.#waiting.set(owner, [one]);
      else own.push(one);
      this.#waitingCount++;
      signal?.addEventListener("abort", drop, { once: true });
    });
  }

  #makePlace(owner: string): void {
    const { waitingMax, ownWaitingMax, refusal } = this.#limits;
    const own = this.#waiting.get(owner)?.length ?? 0;
    if (own >= ownWaitingMax) throw refusal();
    if (this.#waitingCount < waitingMax) return;
    const [longest, works] = [...this.#waiting].reduce((most, next) => (next[1].length > most[1].length ? next : most));
    // With one fewer the other owner would still have more than this one.
    if (works.length <= own + 1) throw refusal();
    const last = works.at(-1)!;
    this.#remove(longest, last);
    last.refuse(refusal());
  }

  #remove(owner: string, one: Waiting): void {
    const own = this.#waiting.get(owner)!;
    own.splice(own.lastIndexOf(one), 1);
    if (own.length === 0) this.#waiting.delete(owner);
    this.#waitingCount--;
  }

  /** Admits a work of the first owner that may run one, whose other works wait behind those of all others. */
  #admitNext(): void {
    for (const [owner, own] of this.#waiting) {
      if (!this.#isFree(owner)) continue;
      const first = own.shift();
      this.#waiting.delete(owner);
      if (own.length > 0) this.#waiting.set(owner, own);
      this.#waitingCount--;
      this.#begin(owner);
      first!.admit();
      return;
    }
  }
}
