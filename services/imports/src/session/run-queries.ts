import type { Tx } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import type { Waiting } from "../rotation/turns.ts";
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

/** Lets any process take the run after a pause. */
export const releaseRun = (
  tx: Tx,
  { org, sessionId }: RunKey,
  { holder, pauseS }: { holder: string; pauseS: number },
) => tx`
  update import_runs set held_until = now() + make_interval(secs => ${pauseS}), holder = null
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

/** The first run of each organization that no process holds, the oldest first. */
export const selectFirstRuns = (tx: Tx, { running, limit }: { running: readonly string[]; limit: number }) => tx<
  Waiting[]
>`
  select organization_id, group_id, id from (
    select distinct on (organization_id) organization_id, group_id, session_id as id, since from import_runs
    where held_until <= now() and session_id <> all(${running as string[]}::uuid[])
    order by organization_id, since, session_id) first
  order by since, id limit ${limit}`;
