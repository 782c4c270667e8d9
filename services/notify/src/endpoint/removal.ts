import type { Sweep } from "@emissions/kit/db/sweep";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";

const EVERY_MS = 60_000;
/** Deliveries removed at once, with their attempts. */
export const STEP_ROWS_MAX = 1_000;
/** Of one round; what is left waits for the next. */
const STEPS_MAX = 100;

interface Deleted {
  organizationId: string;
  id: string;
}

/** Removes what hangs on endpoints that were deleted with more than one step of deliveries, and then the endpoints. */
export const endpointRemoval = (context: Pick<Context, "db">): Sweep => ({
  name: "endpoint-removal",
  everyMs: EVERY_MS,
  work: (signal) => removeDeleted(context, signal),
});

async function removeDeleted({ db }: Pick<Context, "db">, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step++) {
    const deleted = await db.systemWide(selectDeleted);
    if (deleted === null) return;
    await db.asService(deleted.organizationId, ({ tx }) => removeStep(tx, deleted));
  }
}

async function selectDeleted(tx: Tx): Promise<Deleted | null> {
  const [row] = await tx<Deleted[]>`
    select organization_id, id from webhook_endpoints where deleted_at is not null order by deleted_at limit 1`;
  return row ?? null;
}

/** The endpoint goes once nothing hangs on it any more: then it is true. Its lock comes first, as everywhere. */
export async function removeStep(tx: Tx, { organizationId: org, id }: Deleted): Promise<boolean> {
  await tx`select from webhook_endpoints where organization_id = ${org} and id = ${id} for update`;
  const { count } = await tx`
    delete from webhook_deliveries where organization_id = ${org} and id = any(array(
      select id from webhook_deliveries where organization_id = ${org} and endpoint_id = ${id}
      order by id desc limit ${STEP_ROWS_MAX}))`;
  if (count === STEP_ROWS_MAX) return false;
  await tx`delete from webhook_endpoints where organization_id = ${org} and id = ${id}`;
  return true;
}
