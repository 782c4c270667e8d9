import type { Call, Db, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { forbidden, notFound } from "@emissions/kit/wire/errors";
import { type GroupRow, selectGroup, selectGroupToChange } from "./queries.ts";

/** Throws for an inherited group. A missing group passes: `lockOwnGroup` throws for it. */
export const refuseInherited = (db: Db, call: Call, id: string) =>
  db.read(call, async (tx, org) => void (await selectOwnGroup(tx, org, id)), { inherited: true });

/** Throws for an inherited group, and for a missing one. */
export const requireOwnGroup = (db: Db, call: Call, id: string) =>
  db.read(
    call,
    async (tx, org) => {
      if ((await selectOwnGroup(tx, org, id)) === null) throw notFound("custom group");
    },
    { inherited: true },
  );

async function selectOwnGroup(tx: Tx, org: string, id: string): Promise<GroupRow | null> {
  const group = isId(id) ? await selectGroup(tx, id) : null;
  if (group === null || group.organizationId === org) return group;
  throw forbidden("CUSTOM_GROUP_NOT_OWNER", "Only the organization that owns the group can change it.");
}

/** Locks and returns a group of the caller's organization. */
export async function lockOwnGroup(tx: Tx, org: string, id: string): Promise<GroupRow> {
  const group = isId(id) ? await selectGroupToChange(tx, org, id) : null;
  if (group === null) throw notFound("custom group");
  return group;
}
