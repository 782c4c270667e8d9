import { Code, ConnectError } from "@connectrpc/connect";
import { organizationOfLink } from "@emissions/kit/process/link-token";
import { exhausted, notFound } from "@emissions/kit/wire/errors";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { FailedLoginLimiter } from "./failed-login-limiter.ts";

/** Links that do not exist which one address may try in a minute. */
const FAILURES_PER_MINUTE = 30;

const GUESSES = new Set([Code.NotFound, Code.Unauthenticated]);

/** Admits requests whose only credential is the token in their path. */
export interface LinkAccess {
  /** Refuses an address that has tried too many links. */
  check(address: string): void;
  /** The service that stores the links checks the token itself. */
  admit(token: string, address: string): Principal;
  /** Counts links that do not exist, and wrong passwords, against the address of the client. */
  watch<R>(address: string, work: () => Promise<R>): Promise<R>;
}

/** Guesses that are sent at once are limited by the rate of their address. */
export function createLinkAccess(failures = new FailedLoginLimiter(FAILURES_PER_MINUTE)): LinkAccess {
  const check = (address: string) => {
    if (failures.exceeded(address)) throw exhausted("TOO_MANY_REQUESTS", "Too many requests from this address.");
  };
  return {
    check,

    admit(token, address) {
      check(address);
      const organizationId = organizationOfLink(token);
      if (organizationId !== null) return servicePrincipal(organizationId);
      failures.count(address);
      // As the service answers for well-formed tokens that do not exist.
      throw notFound("link");
    },

    async watch(address, work) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ConnectError && GUESSES.has(error.code)) failures.count(address);
        throw error;
      }
    },
  };
}
