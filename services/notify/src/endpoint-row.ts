import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { conflict, notFound } from "@emissions/kit/wire/errors";

/** The columns of an endpoint that clients set. */
export interface EndpointValues {
  url: string;
  description: string | null;
  eventTypes: readonly string[];
  enabled: boolean;
}

/** With the columns that the results of its deliveries set. */
export interface EndpointState extends EndpointValues {
  consecutiveFailures: number;
  disabledReason: string | null;
}

export interface EndpointRow extends EndpointState {
  id: string;
  sealedSecret: Uint8Array;
  createdAt: Date;
  updatedAt: Date;
}

/** `to change` locks the row `for update`, `to refer to` locks it `for share`. */
type Lock = "to change" | "to refer to";

/** Same error for a malformed id, a missing endpoint and another organization's endpoint. */
export async function requireEndpoint(tx: Tx, org: string, id: string, lock?: Lock): Promise<EndpointRow> {
  const row = isId(id) ? await selectEndpoint(tx, org, id, lock) : null;
  if (row === null) throw endpointNotFound();
  return row;
}

export const endpointDisabled = () => conflict("WEBHOOK_ENDPOINT_DISABLED", "The webhook endpoint is disabled.");

/** The public API has this text, also for a missing delivery. */
export const endpointNotFound = () => notFound("webhook endpoint", "Not found.");

async function selectEndpoint(tx: Tx, org: string, id: string, lock?: Lock): Promise<EndpointRow | null> {
  const locking = { none: tx``, "to change": tx`for update`, "to refer to": tx`for share` }[lock ?? "none"];
  const [row] = await tx<EndpointRow[]>`
    select * from webhook_endpoints where organization_id = ${org} and id = ${id} and deleted_at is null ${locking}`;
  return row ?? null;
}
