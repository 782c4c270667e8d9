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

/** Marks these revisions of records as pending, in place of earlier ones. */
export function insertPending(tx: Tx, org: string, entityType: string, records: readonly Revision[]) {
  const ids = records.map(({ recordId }) => recordId);
  const revisions = records.map(({ revision }) => revision);
  return tx`
    insert into pending_calculations (organization_id, entity_type, record_id, revision)
    select ${org}::uuid, ${entityType}, * from unnest(${ids}::uuid[], ${revisions}::int[])
    on conflict (organization_id, entity_type, record_id)
    do update set revision = excluded.revision, since = excluded.since, requested_at = excluded.requested_at, tries = 0`;
}

/** Marks records that were never marked as overdue, so that the next sweep handles them. */
export function insertOverdue(tx: Tx, org: string, entityType: string, records: readonly Revision[]) {
  const ids = records.map(({ recordId }) => recordId);
  const revisions = records.map(({ revision }) => revision);
  return tx`
    insert into pending_calculations (organization_id, entity_type, record_id, revision, since)
    select ${org}::uuid, ${entityType}, r.*, '-infinity' from unnest(${ids}::uuid[], ${revisions}::int[]) as r
    on conflict (organization_id, entity_type, record_id) do nothing`;
}

/** Seconds until records are announced again whose calculation waits for a fault to end. */
const DELAYED_S = 600;

/** Postpones the next announcement of these revisions, which are not lost. */
export function postpone(tx: Tx, org: string, entityType: string, records: readonly Revision[]) {
  const ids = records.map(({ recordId }) => recordId);
  const revisions = records.map(({ revision }) => revision);
  return tx`
    update pending_calculations p set since = clock_timestamp() + make_interval(secs => ${DELAYED_S}), tries = 0
    from unnest(${ids}::uuid[], ${revisions}::int[]) as r (id, revision)
    where p.organization_id = ${org} and p.entity_type = ${entityType} and p.record_id = any(${ids}::uuid[])
      and p.record_id = r.id and p.revision = r.revision`;
}

/** Removes the pending rows of exactly these revisions; later ones stay. */
export function deletePending(tx: Tx, org: string, entityType: string, records: readonly Revision[]) {
  const ids = records.map(({ recordId }) => recordId);
  const revisions = records.map(({ revision }) => revision);
  return tx`
    delete from pending_calculations p
    using unnest(${ids}::uuid[], ${revisions}::int[]) as r (id, revision)
    where p.organization_id = ${org} and p.entity_type = ${entityType} and p.record_id = r.id
      and p.revision = r.revision`;
}

/** Removes the pending rows of deleted records. */
export const forgetPending = (tx: Tx, org: string, entityType: string, ids: readonly string[]) => tx`
  delete from pending_calculations
  where organization_id = ${org} and entity_type = ${entityType} and record_id = any(${ids as string[]}::uuid[])`;

/** Overdue rows of all organizations, the oldest first. */
export const selectOverdue = (tx: Tx, { afterS, limit }: { afterS: number; limit: number }) => tx<Overdue[]>`
  select organization_id, entity_type, record_id from pending_calculations
  where since < now() - make_interval(secs => ${afterS}) order by since limit ${limit}`;

export interface Try extends Revision {
  /** Repeated announcements, without those while calc was unavailable. */
  tries: number;
  /** True when no result of any record arrived since the last repeated announcement. */
  silent: boolean;
}

/**
 * Counts one more try of pending records that no other replica has locked. A try counts only when results of other
 * records arrived since the last try. Otherwise calc is unavailable, which is not a failure of the record.
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
  /** Time of the last result. */
  lastResultAt: Date;
}

/** Time of the last result of any record. */
export async function selectLastResultAt(tx: Tx, consumer: string): Promise<Date> {
  const [row] = await tx<{ receivedAt: Date }[]>`
    select received_at from inbox where consumer = ${consumer} order by received_at desc limit 1`;
  return row?.receivedAt ?? new Date(0);
}
