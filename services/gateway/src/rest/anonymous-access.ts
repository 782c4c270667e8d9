import { exhausted } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import { FailedLoginLimiter } from "./failed-login-limiter.ts";

/** Requests without credentials that one address may make in a minute. */
const ANONYMOUS_PER_MINUTE = 300;

/** Admits requests with an organization id and no credential. One route of the public contract allows this. */
export interface AnonymousAccess {
  admit(organizationId: string, address: string): Promise<Principal>;
}

interface Dependencies {
  ancestors: { lookUp(organizationId: string): Promise<Principal> };
  /** Counts every request, valid or not. */
  requests?: FailedLoginLimiter;
}

export const createAnonymousAccess = ({
  ancestors,
  requests = new FailedLoginLimiter(ANONYMOUS_PER_MINUTE),
}: Dependencies): AnonymousAccess => ({
  async admit(organizationId, address) {
    if (requests.exceeded(address)) throw exhausted("TOO_MANY_REQUESTS", "Too many requests from this address.");
    requests.count(address);
    return ancestors.lookUp(organizationId);
  },
});
