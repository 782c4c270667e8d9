import { exhausted } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import { LRUCache } from "lru-cache";

/** A token bucket for each caller of a route. */
export interface Rate {
  /** In the header `RateLimit-Policy`. */
  name: string;
  perSecond: number;
  /** Requests at once after a pause: the capacity of the bucket. */
  burst: number;
}

/** Buckets in memory. When there are more callers, the least recently seen one is dropped. */
const CALLERS_MAX = 100_000;
const SECOND_MS = 1_000;

/** An API key, or a user with a token, of one organization. */
export const callerKey = ({ organizationId, apiKeyId, userId }: Principal): string =>
  `${organizationId}/${apiKeyId ?? userId}`;

/** Token buckets of this process, one per caller. A refused request takes no token. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, { left: number; atMs: number }>({ max: CALLERS_MAX });

  constructor(rate: Rate, now: () => number = Date.now) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes a token. `isRefused` if there is none; the headers are for both answers. */
  take(caller: string): { isRefused: boolean; headers: Record<string, string> } {
    const { burst, perSecond, name } = this.#rate;
    const now = this.#now();
    const bucket = this.#buckets.get(caller) ?? { left: burst, atMs: now };
    const full = Math.min(burst, bucket.left + ((now - bucket.atMs) * perSecond) / SECOND_MS);
    const isRefused = full < 1;
    const left = isRefused ? full : full - 1;
    this.#buckets.set(caller, { left, atMs: now });
    const untilFullS = (burst - left) / perSecond;
    const remaining = Math.floor(left);
    return {
      isRefused,
      headers: {
        "x-ratelimit-limit": String(burst),
        "x-ratelimit-remaining": String(remaining),
        "x-ratelimit-reset": String(Math.ceil(now / SECOND_MS + untilFullS)),
        "ratelimit-policy": `${name};q=${perSecond};w=1;burst=${burst}`,
        ratelimit: `${name};r=${remaining};t=${Math.ceil(untilFullS)}`,
      },
    };
  }
}

export const rateExceeded = () => exhausted("TOO_MANY_REQUESTS", "Rate limit exceeded");
export const tooManyAtOnce = () => exhausted("TOO_MANY_REQUESTS", "Too many concurrent requests");
