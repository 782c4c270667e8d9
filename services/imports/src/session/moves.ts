import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { busy, conflict, notFound } from "@emissions/kit/wire/errors";
import { onlyReads, type Principal } from "@emissions/kit/wire/principal";
import { type SessionChanges, selectSession, updateSession } from "./queries.ts";
import type { SessionRow } from "./row.ts";
import { type Event, nextState } from "./states.ts";

/** The values of `is_personal` of the sessions that the caller may see. Viewers and auditors see none. */
export function visibleSessions({ role }: Pick<Principal, "role">): boolean[] {
  if (role === "human_resources") return [true];
  return onlyReads(role) ? [] : [true, false];
}

/** Same error for a malformed id, a missing session, a hidden one and another organization's session. */
export async function requireSession(tx: Tx, caller: Principal, id: string, lock?: "to change"): Promise<SessionRow> {
  const row = isId(id) ? await selectSession(tx, caller.organizationId, id, lock) : null;
  if (row === null || !visibleSessions(caller).includes(row.isPersonal)) throw notFound("import");
  return row;
}

/** Expired sessions can be listed, and their status can be read. */
export async function requireLiveSession(
  tx: Tx,
  caller: Principal,
  id: string,
  lock?: "to change",
): Promise<SessionRow> {
  const row = await requireSession(tx, caller, id, lock);
  if (row.status === "expired") throw expired();
  return row;
}

/** Moves a locked session to the state after the event, or refuses. */
export async function move(
  tx: Tx,
  session: SessionRow,
  event: Event,
  changes: SessionChanges = {},
): Promise<SessionRow> {
  if (session.status === "expired") throw expired();
  const next = nextState(session.status, event);
  if (next === null) throw invalidState(session);
  return updateSession(tx, session.organizationId, session.id, next, changes);
}

export const invalidState = ({ status }: Pick<SessionRow, "status">) =>
  conflict("IMPORT_INVALID_STATE", `The import is ${status}.`);

export const changedMeanwhile = () => busy("IMPORT_CHANGED_MEANWHILE", "Another request has changed the import.");

export const expired = () => conflict("IMPORT_EXPIRED", "The import has expired. Create it anew.");
