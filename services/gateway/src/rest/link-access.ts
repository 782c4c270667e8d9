import { createHash } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { organizationOfLink } from "@emissions/kit/process/link-token";
import { addressName } from "@emissions/kit/wire/address";
import { exhausted, notFound, refusalIn } from "@emissions/kit/wire/errors";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { LRUCache } from "lru-cache";
import { LateChecks } from "../limits/late-checks.ts";
import { FAILED_LINKS, LINK, LINK_PASSWORDS, type Policy, type Subject } from "../limits/policy.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";

const GUESSES = new Set([Code.NotFound, Code.Unauthenticated]);
/** Tokens that were right within the hour. */
const KNOWN_MAX = 10_000;
const KNOWN_MS = 3_600_000;

/** A request whose only credential is a token in its path or body. */
export interface LinkUse {
  token: string;
  address: string;
  /** The signature of the token proves it: a wrong one costs no look-up. */
  isSigned?: boolean;
  /** The holder of the link also proves a password. */
  hasPassword?: boolean;
  /** Receives the headers that tell the rest of a limit. */
  tell(headers: Record<string, string>): void;
}

export interface LinkAccess {
  /** The principal of the organization that a token names; it proves nothing yet. Malformed tokens are refused. */
  admit(use: LinkUse): Promise<Principal>;
  /**
   * The service that stores the links checks the token. A right one counts for itself, and wrong ones for their address, so
   * that they lock out no right one there.
   */
  watch<R>(use: LinkUse, work: () => Promise<R>): Promise<R>;
}

interface Options {
  rates: RateLimiter;
  /** Of links that do not exist. */
  failed?: Policy;
}

export function createLinkAccess({ rates, failed = FAILED_LINKS }: Options): LinkAccess {
  const known = new LRUCache<string, true>({ max: KNOWN_MAX, ttl: KNOWN_MS });
  const lateChecks = new LateChecks();

  async function take({ tell }: LinkUse, subject: Subject, policy: Policy): Promise<void> {
    const { headers, isRefused, retryAfterS } = await rates.take(subject, policy);
    tell(headers);
    if (isRefused) throw exhausted("TOO_MANY_REQUESTS", "Too many requests from this address.", retryAfterS);
  }
  const countWrong = (use: LinkUse) => take(use, { organizationId: NIL_ID, name: addressName(use.address) }, failed);

  /** Waits for its turn only where the token needs a look-up and the address has sent too many wrong ones. */
  const check = <R>({ address, isSigned }: LinkUse, work: () => Promise<R>): Promise<R> => {
    const name = addressName(address);
    const isLate = !isSigned && rates.isEmpty({ organizationId: NIL_ID, name }, failed);
    return isLate ? lateChecks.run(name, work) : work();
  };

  /** Guesses of passwords count for the organization of the link, because whoever made the link may guess. */
  async function guardPassword<R>(use: LinkUse, work: () => Promise<R>): Promise<R> {
    if (!use.hasPassword) return work();
    const subject = { organizationId: organizationOf(use), name: "link-passwords" };
    if (rates.isEmpty(subject, LINK_PASSWORDS)) await take(use, subject, LINK_PASSWORDS);
    try {
      return await work();
    } catch (error) {
      if (isWrongPassword(error)) await take(use, subject, LINK_PASSWORDS);
      throw error;
    }
  }

  return {
    async admit(use) {
      const organizationId = organizationOfLink(use.token);
      if (organizationId !== null) return servicePrincipal(organizationId);
      await countWrong(use);
      // As the service answers for well-formed tokens that do not exist.
      throw notFound("link");
    },

    async watch(use, work) {
      const hash = createHash("sha256").update(use.token).digest("base64url");
      const own = { organizationId: organizationOf(use), name: `link ${hash} ${addressName(use.address)}` };
      const isKnown = known.has(hash);
      if (isKnown) await take(use, own, LINK);
      try {
        const result = await guardPassword(use, () => (isKnown ? work() : check(use, work)));
        known.set(hash, true);
        if (!isKnown) use.tell((await rates.take(own, LINK)).headers);
        return result;
      } catch (error) {
        if (!isGuess(error)) throw error;
        known.delete(hash);
        await countWrong(use);
        throw error;
      }
    },
  };
}

const organizationOf = ({ token }: LinkUse): string => organizationOfLink(token) ?? NIL_ID;

/** The link is right. */
const isWrongPassword = (error: unknown): boolean =>
  error instanceof ConnectError && refusalIn(error)?.code === "INVALID_CREDENTIALS";

const isGuess = (error: unknown): boolean =>
  error instanceof ConnectError && GUESSES.has(error.code) && !isWrongPassword(error);
