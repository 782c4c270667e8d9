import type { Tx } from "@emissions/kit/db/transactions";

export interface Overdue {
  organizationId: string;
  entityType: string;
  recordId: string;
}

export interface Revision {
  recordId: string;
  revision: number;
}

/** Marks records as waiting for the result of these revisions; earlier ones are waited for no more. */
export function insertPending(tx: Tx, org: string, entityType: string, records: readonly Revision[]) {
  const ids = records.map(({ recordId }) => recordId);
  const revisions = records.map(({ revision }) => revision);
  return tx`
    insert into pending_calculations (organization_id, entity_type, record_id, revision)
    select ${org}::uuid, ${entityType}, * from unnest(${ids}::uuid[], ${revisions}::int[])
    on conflict (organization_id, entity_type, record_id)
    do update set revision = excluded.revision, since = excluded.since, tries = 0`;
}

/** Marks records that have waited for long without a mark: the sweep takes them up at once. */
export function insertOverdue(tx: Tx, org: string, entityType: string, records: readonly Revision[]) {
  const ids = records.map(({ recordId }) => recordId);
  const revisions = records.map(({ revision }) => revision);
  return tx`
    insert into pending_calculations (organization_id, entity_type, record_id, revision, since)
    select ${org}::uuid, ${entityType}, r.*, '-infinity' from unnest(${ids}::uuid[], ${revisions}::int[]) as r
    on conflict (organization_id, entity_type, record_id) do nothing`;
}

/** Removes the checkpoints of these very revisions; a later one goes on waiting. */
export function deletePending(tx: Tx, org: string, entityType: string, records: readonly Revision[]) {
  const ids = records.map(({ recordId }) => recordId);
  const revisions = records.map(({ revision }) => revision);
  return tx`
    delete from pending_calculations p
    using unnest(${ids}::uuid[], ${revisions}::int[]) as r (id, revision)
    where p.organization_id = ${org} and p.entity_type = ${entityType} and p.record_id = r.id
      and p.revision = r.revision`;
}

/** Removes the checkpoints of records that are gone. */
export const forgetPending = (tx: Tx, org: string, entityType: string, ids: readonly string[]) => tx`
  delete from pending_calculations
  where organization_id = ${org} and entity_type = ${entityType} and record_id = any(${ids as string[]}::uuid[])`;

/** Of all organizations, the longest waiting first. */
export const selectOverdue = (tx: Tx, { afterS, limit }: { afterS: number; limit: number }) => tx<Overdue[]>`
  select organization_id, entity_type, record_id from pending_calculations
  where since < now() - make_interval(secs => ${afterS}) order by since limit ${limit}`;

export interface Try extends Revision {
  /** Times that it was announced again; silence does not count. */
  tries: number;
  /** There was no result for anybody since it was last announced, and that was not for the first time. */
  silent: boolean;
}

/**
 * Counts one more try for those of the records that still wait and that no other replica is counting. A try counts only
 * if results came for other records since the last one: otherwise calc is away, which is no failure of a record.
 */
export const updateTries = (
  tx: Tx,
  org: string,
  entityType: string,
  ids: readonly string[],
  { afterS, lastResultAt }: Overdueness,
) =>
  tx<Try[]>`
    with overdue as (
      select record_id, since < ${lastResultAt} as answered, tries as before from pending_calculations
      where organization_id = ${org} and entity_type = ${entityType} and record_id = any(${ids as string[]}::uuid[])
        and since < now() - make_interval(secs => ${afterS})
      order by record_id for update skip locked)
    update pending_calculations p set
      tries = case when overdue.answered then p.tries + 1 else 1 end, since = clock_timestamp()
    from overdue
    where p.organization_id = ${org} and p.entity_type = ${entityType} and p.record_id = any(${ids as string[]}::uuid[])
      and p.record_id = overdue.record_id
    returning p.record_id, p.revision, p.tries, not overdue.answered and overdue.before > 0 as silent`;

interface Overdueness {
  afterS: number;
  /** When the last result came. */
  lastResultAt: Date;
}

/** When a result last came, whoever it was for. */
export async function selectLastResultAt(tx: Tx, consumer: string): Promise<Date> {
  const [row] = await tx<{ receivedAt: Date }[]>`
    select received_at from inbox where consumer = ${consumer} order by received_at desc limit 1`;
  return row?.receivedAt ?? new Date(0);
}
