import type { Tx } from "@emissions/kit/db/transactions";

export interface NewCleanup {
  sessionId: string;
  /** A file that was uploaded for the session. */
  fileId: string | null;
  ttlHours: number;
}

export const insertCleanup = (tx: Tx, org: string, { sessionId, fileId, ttlHours }: NewCleanup) => tx`
  insert into import_cleanups (organization_id, session_id, file_id, due_at)
  values (${org}, ${sessionId}, ${fileId}, now() + make_interval(hours => ${ttlHours}))`;

/** Makes the cleanup of a deleted session due. */
export const hastenCleanup = (tx: Tx, org: string, sessionId: string) =>
  tx`update import_cleanups set due_at = now() where organization_id = ${org} and session_id = ${sessionId}`;

/** Tries it again later. */
export const postponeCleanup = (tx: Tx, org: string, sessionId: string, minutes: number) => tx`
  update import_cleanups set due_at = now() + make_interval(mins => ${minutes})
  where organization_id = ${org} and session_id = ${sessionId}`;

export const deleteCleanup = (tx: Tx, org: string, sessionId: string) =>
  tx`delete from import_cleanups where organization_id = ${org} and session_id = ${sessionId}`;

/** Due cleanups of all organizations, the oldest first. */
export const selectDueCleanups = (tx: Tx, limit: number) => tx<
  { organizationId: string; sessionId: string; fileId: string | null }[]
>`
  select organization_id, session_id, file_id from import_cleanups
  where due_at <= now() order by due_at limit ${limit}`;
