import { NIL_ID } from "@emissions/kit/process/id";
import { addressName } from "@emissions/kit/wire/address";
import { FAILED_CREDENTIALS, type Policy, type Subject } from "../limits/policy.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";

/** Limits wrong credentials, or links that do not exist, of an address. All gateways count together. */
export class FailedLoginLimiter {
  readonly #rates: Pick<RateLimiter, "take" | "isEmpty">;
  readonly #policy: Policy;

  constructor(rates: Pick<RateLimiter, "take" | "isEmpty">, policy: Policy = FAILED_CREDENTIALS) {
    this.#rates = rates;
    this.#policy = policy;
  }

  /** Whether this gateway knows of too many. It asks nobody, so that valid credentials need no round trip. */
  exceeded(address: string): boolean {
    return this.#rates.isEmpty(subjectOf(address), this.#policy);
  }

  /** Counts a failure. True if it is one too many, which another gateway may have known. */
  async count(address: string): Promise<boolean> {
    return (await this.#rates.take(subjectOf(address), this.#policy)).isRefused;
  }
}

const subjectOf = (address: string): Subject => ({ organizationId: NIL_ID, name: addressName(address) });
