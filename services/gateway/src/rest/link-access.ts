import { Code, ConnectError } from "@connectrpc/connect";
import { organizationOfLink } from "@emissions/kit/process/link-token";
import { exhausted, notFound } from "@emissions/kit/wire/errors";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import type { FailedLoginLimiter } from "./failed-login-limiter.ts";

const GUESSES = new Set([Code.NotFound, Code.Unauthenticated]);

/** Admits requests whose only credential is the token in their path. */
export interface LinkAccess {
  /** Refuses an address that has tried too many links. */
  check(address: string): void;
  /** The service that stores the links checks the token itself. */
  admit(token: string, address: string): Promise<Principal>;
  /** Counts links that do not exist, and wrong passwords, against the address of the client. */
  watch<R>(address: string, work: () => Promise<R>): Promise<R>;
}

/** Guesses that are sent at once are limited by the rate of their address. */
export function createLinkAccess(failures: FailedLoginLimiter): LinkAccess {
  const check = (address: string) => {
    if (failures.exceeded(address)) throw tooMany();
  };
  const count = async (address: string) => {
    if (await failures.count(address)) throw tooMany();
  };
  return {
    check,

    async admit(token, address) {
      check(address);
      const organizationId = organizationOfLink(token);
      if (organizationId !== null) return servicePrincipal(organizationId);
      await count(address);
      // As the service answers for well-formed tokens that do not exist.
      throw notFound("link");
    },

    async watch(address, work) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ConnectError && GUESSES.has(error.code)) await count(address);
        throw error;
      }
    },
  };
}

const tooMany = () => exhausted("TOO_MANY_REQUESTS", "Too many requests from this address.");
