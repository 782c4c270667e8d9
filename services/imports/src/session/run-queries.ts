import type { Tx } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import { RUN_HELD_S } from "./limits.ts";

export interface RunKey {
  org: string;
  sessionId: string;
}

interface NewRun {
  principal: Principal;
  attemptsMax: number;
}

export const insertRun = (tx: Tx, org: string, session: string, { principal, attemptsMax }: NewRun) => tx`
  insert into import_runs (organization_id, session_id, principal, attempts_max)
  values (${org}, ${session}, ${JSON.stringify(principal)}::text::jsonb, ${attemptsMax})`;

/** Takes a run that no other process holds. Expiry is compared by the clock of the database. */
export async function takeRun(tx: Tx, { org, sessionId }: RunKey, holder: string) {
  const [row] = await tx<{ principal: Principal; attempts: number; attemptsMax: number }[]>`
    update import_runs set holder = ${holder}, held_until = now() + make_interval(secs => ${RUN_HELD_S}),
      attempts = attempts + 1
    where organization_id = ${org} and session_id = ${sessionId} and held_until <= now()
    returning principal, attempts, attempts_max`;
  return row ?? null;
}

/** False when another process has taken the run, or the session was deleted. */
export async function renewRun(tx: Tx, { org, sessionId }: RunKey, holder: string): Promise<boolean> {
  const { count } = await tx`
    update import_runs set held_until = now() + make_interval(secs => ${RUN_HELD_S})
    where organization_id = ${org} and session_id = ${sessionId} and holder = ${holder}`;
  return count === 1;
}

/** Lets another process take the run at once. */
export const releaseRun = (tx: Tx, { org, sessionId }: RunKey, holder: string) => tx`
  update import_runs set held_until = now(), holder = null
  where organization_id = ${org} and session_id = ${sessionId} and holder = ${holder}`;

/** Locks the run until the end of the transaction, so that no other process writes. */
export async function holdsRun(tx: Tx, { org, sessionId }: RunKey, holder: string): Promise<boolean> {
  const { count } = await tx`
    select from import_runs where organization_id = ${org} and session_id = ${sessionId} and holder = ${holder}
    for share`;
  return count === 1;
}

export const deleteRun = (tx: Tx, { org, sessionId }: RunKey) =>
  tx`delete from import_runs where organization_id = ${org} and session_id = ${sessionId}`;

/** Runs of all organizations that no process holds, the oldest first. */
export const selectFreeRuns = (tx: Tx, limit: number) => tx<{ organizationId: string; sessionId: string }[]>`
  select organization_id, session_id from import_runs where held_until <= now() order by held_until limit ${limit}`;
