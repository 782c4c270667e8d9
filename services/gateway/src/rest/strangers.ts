import { exhausted } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import { Failures } from "./failures.ts";

/** Requests that one address may make in a minute without proving who sends them. */
const STRANGERS_PER_MINUTE = 300;

/**
 * Admits requests that bring the id of an organization and no credential: the public contract has one route that shows
 * something to whoever knows the id.
 */
export interface Strangers {
  admit(organizationId: string, address: string): Promise<Principal>;
}

interface Gatekeepers {
  lineages: { lookUp(organizationId: string): Promise<Principal> };
  /** Counts every request, right or wrong. */
  requests?: Failures;
}

export const createStrangers = ({
  lineages,
  requests = new Failures(STRANGERS_PER_MINUTE),
}: Gatekeepers): Strangers => ({
  async admit(organizationId, address) {
    if (requests.exceeded(address)) throw exhausted("TOO_MANY_REQUESTS", "Too many requests from this address.");
    requests.count(address);
    return lineages.lookUp(organizationId);
  },
});
