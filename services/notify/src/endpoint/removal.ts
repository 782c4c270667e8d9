import type { Sweep } from "@emissions/kit/db/sweep";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";

const EVERY_MS = 60_000;
/** Deliveries removed in one batch, with their attempts. */
export const BATCH_ROWS_MAX = 1_000;
/** Batches in one run. The next run removes the rest. */
const BATCHES_MAX = 100;

interface DeletedEndpoint {
  organizationId: string;
  id: string;
}

/** Removes deleted endpoints that had more than one batch of deliveries, after their deliveries. */
export const endpointRemoval = (context: Pick<Context, "db">): Sweep => ({
  name: "endpoint-removal",
  everyMs: EVERY_MS,
  work: (signal) => removeDeleted(context, signal),
});

async function removeDeleted({ db }: Pick<Context, "db">, signal: AbortSignal): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX && !signal.aborted; batch++) {
    const deleted = await db.systemWide(selectDeleted);
    if (deleted === null) return;
    await db.asService(deleted.organizationId, ({ tx }) => removeBatch(tx, deleted));
  }
}

async function selectDeleted(tx: Tx): Promise<DeletedEndpoint | null> {
  const [row] = await tx<DeletedEndpoint[]>`
    select organization_id, id from webhook_endpoints where deleted_at is not null order by deleted_at limit 1`;
  return row ?? null;
}

export async function countDeliveries(tx: Tx, org: string, endpointId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from webhook_deliveries where organization_id = ${org} and endpoint_id = ${endpointId}`;
  return row.count;
}

/** Removes one batch of deliveries, then the endpoint. Returns true when the endpoint is removed. Locks it first. */
export async function removeBatch(tx: Tx, { organizationId: org, id }: DeletedEndpoint): Promise<boolean> {
  await tx`select from webhook_endpoints where organization_id = ${org} and id = ${id} for update`;
  const { count } = await tx`
    delete from webhook_deliveries where organization_id = ${org} and id = any(array(
      select id from webhook_deliveries where organization_id = ${org} and endpoint_id = ${id}
      order by id desc limit ${BATCH_ROWS_MAX}))`;
  if (count === BATCH_ROWS_MAX) return false;
  await tx`delete from webhook_endpoints where organization_id = ${org} and id = ${id}`;
  return true;
}
