import { newId } from "../process/id.ts";
import type { FieldChanges } from "./audit.ts";
import type { Tx } from "./pool.ts";

interface CommandAudit {
  action: string;
  entityKind: string;
  entityId: string | null;
  changes: FieldChanges;
}

/** A row of the audit log for what a command has done: it has no call and no principal. */
export async function insertCommandAudit(tx: Tx, org: string, { action, entityKind, entityId, changes }: CommandAudit) {
  const row = { id: newId(), actorKind: "service" };
  await tx`
    insert into audit_log (organization_id, id, actor_kind, action, entity_kind, entity_id, changes)
    values (${org}, ${row.id}, ${row.actorKind}, ${action}, ${entityKind}, ${entityId},
      ${JSON.stringify(changes)}::text::jsonb)`;
  return row;
}
