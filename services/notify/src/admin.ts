import type { Call } from "@emissions/kit/db/transactions";
import { forbidden, notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";

/** Webhooks tell what an organization does to whoever owns an address: its admins decide who that is. */
export function requireAdmin(call: Pick<Call, "values">): void {
  if (principalOf(call).role === "admin") return;
  throw forbidden("ORG_ADMIN_REQUIRED", "Only admins of the organization manage its webhook endpoints.");
}

/** In the words of the public contract, whatever it is that is missing or of another organization. */
export const missingEndpoint = () => notFound("webhook endpoint", "Not found.");
