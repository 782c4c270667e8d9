import { LRUCache } from "lru-cache";

/** Failed sign-ins that one address may make in a minute. */
const FAILURES_PER_MINUTE = 100;
const ADDRESSES_MAX = 10_000;
const MINUTE_MS = 60_000;

/** Token buckets in memory, one per address. When the cache is full, the least recently seen address is dropped. */
export class FailedLoginLimiter {
  readonly #buckets = new LRUCache<string, { left: number; atMs: number }>({ max: ADDRESSES_MAX });
  readonly #max: number;
  readonly #now: () => number;

  constructor(perMinute = FAILURES_PER_MINUTE, now: () => number = Date.now) {
    this.#max = perMinute;
    this.#now = now;
  }

  exceeded(address: string): boolean {
    return this.#left(address) < 1;
  }

  count(address: string): void {
    this.#buckets.set(address, { left: Math.max(this.#left(address) - 1, 0), atMs: this.#now() });
  }

  #left(address: string): number {
    const bucket = this.#buckets.get(address);
    if (bucket === undefined) return this.#max;
    return Math.min(this.#max, bucket.left + ((this.#now() - bucket.atMs) * this.#max) / MINUTE_MS);
  }
}
