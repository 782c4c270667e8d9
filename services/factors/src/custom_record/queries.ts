import type { Page } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { GASES } from "./rules.ts";
import type { FactorValues, RecordValues } from "./values.ts";

interface FactorRow extends FactorValues {
  id: string;
}

/** One revision of a record. */
export interface RecordRow extends RecordValues {
  id: string;
  organizationId: string;
  versionId: string;
  conceptId: string;
  revision: number;
  factors: FactorRow[];
  createdAt: Date;
  updatedAt: Date | null;
}

export interface RecordPath {
  /** The organization that owns the record. */
  owner: string;
  sourceId: string;
  recordId: string;
}

/** Columns of a record from custom_records `r` and custom_record_revisions `s`. */
export const columns = (tx: Tx) => tx`
  r.organization_id, r.id, r.version_id, r.concept_id, r.created_at, r.updated_at, s.revision, s.name,
  s.unit_id, s.tag, s.activity_categories, s.enabled, s.is_biogenic, s.renewable_percentage, s.uncertainty_grade`;

/**
 * The current revision of record `r`, found by its whole key. For a plain join on a new table with few rows, Postgres
 * chooses a nested loop that compares every record with every revision.
 */
export const currentRevision = (tx: Tx) => tx`(
  select * from custom_record_revisions
  where organization_id = r.organization_id and record_id = r.id and revision = r.revision
  limit 1)`;

export type RecordRevisionRow = Omit<RecordRow, "factors">;

/** The current revision of a record. */
export async function selectRecord(tx: Tx, { owner, sourceId, recordId }: RecordPath): Promise<RecordRow | null> {
  const rows = await tx<RecordRevisionRow[]>`
    select ${columns(tx)} from custom_records r
    cross join lateral ${currentRevision(tx)} s
    where r.organization_id = ${owner} and r.id = ${recordId} and r.version_id = ${sourceId}`;
  const [row] = await withFactors(tx, owner, rows);
  return row ?? null;
}

/** Serializes changes of a record. The caller must read the record after the lock. */
export async function lockRecord(tx: Tx, { owner, sourceId, recordId }: RecordPath): Promise<boolean> {
  const rows = await tx`
    select from custom_records where organization_id = ${owner} and id = ${recordId} and version_id = ${sourceId}
    for update`;
  return rows.length > 0;
}

export async function selectRevisions(tx: Tx, path: RecordPath, { limit, offset }: Page) {
  const { owner, sourceId, recordId } = path;
  const from = tx`
    from custom_records r
    join custom_record_revisions s on s.organization_id = r.organization_id and s.record_id = r.id
    where r.organization_id = ${owner} and r.id = ${recordId} and r.version_id = ${sourceId}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<(RecordRevisionRow & { revisedAt: Date })[]>`
      select ${columns(tx)}, s.created_at as revised_at ${from}
      order by s.revision desc limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total ${from}`,
  ]);
  // The update time of a revision is the time of its creation.
  const dated = rows.map(({ revisedAt, ...row }) => ({ ...row, updatedAt: row.revision === 1 ? null : revisedAt }));
  return { rows: await withFactors(tx, owner, dated), total };
}

/** Adds the factors of these revisions. */
export async function withFactors(tx: Tx, owner: string, rows: readonly RecordRevisionRow[]): Promise<RecordRow[]> {
  if (rows.length === 0) return [];
  const factors = await tx<(FactorRow & { recordId: string; revision: number })[]>`
    select f.record_id, f.revision, f.gas, f.id, f.value, f.start_date, f.end_date
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ revision }) => revision)}::int[])
      as wanted (record_id, revision)
    cross join lateral (
      select * from custom_record_factors f
      where f.organization_id = ${owner} and f.record_id = wanted.record_id and f.revision = wanted.revision
      limit ${GASES.length}) f`;
  const of = Map.groupBy(factors, ({ recordId, revision }) => `${recordId} ${revision}`);
  const order: readonly string[] = GASES;
  return rows.map((row) => ({
    ...row,
    factors: (of.get(`${row.id} ${row.revision}`) ?? [])
      .map(({ recordId: _, revision: __, ...factor }) => factor)
      .sort((a, b) => order.indexOf(a.gas) - order.indexOf(b.gas)),
  }));
}

export async function countRecords(tx: Tx, org: string, sourceId: string): Promise<number> {
  const [row] = await tx<[{ total: number }]>`
    select count(*)::int as total from custom_records where organization_id = ${org} and version_id = ${sourceId}`;
  return row.total;
}

interface NewRecord extends RecordValues {
  id: string;
  versionId: string;
}

export async function insertRecord(tx: Tx, org: string, record: NewRecord): Promise<void> {
  await tx`
    insert into custom_records (organization_id, id, version_id, concept_id, revision)
    values (${org}, ${record.id}, ${record.versionId}, ${newId()}, 1)`;
  await insertRevision(tx, org, { ...record, revision: 1 });
}

/** The caller must have locked the record and increased its revision by 1. */
export async function reviseRecord(tx: Tx, org: string, record: RecordValues & Revision): Promise<void> {
  await insertRevision(tx, org, record);
  await tx`
    update custom_records set revision = ${record.revision}, updated_at = now()
    where organization_id = ${org} and id = ${record.id}`;
}

/** Evidence is not part of a revision, so a change of it only updates the time. */
export const touchRecord = (tx: Tx, org: string, id: string) =>
  tx`update custom_records set updated_at = now() where organization_id = ${org} and id = ${id}`;

interface Revision {
  id: string;
  revision: number;
}

async function insertRevision(tx: Tx, org: string, record: RecordValues & Revision): Promise<void> {
  const { id, revision, factors } = record;
  await tx`
    insert into custom_record_revisions (
      organization_id, record_id, revision, name, unit_id, tag, activity_categories, enabled, is_biogenic,
      renewable_percentage, uncertainty_grade)
    values (
      ${org}, ${id}, ${revision}, ${record.name}, ${record.unitId}, ${record.tag}, ${record.activityCategories},
      ${record.enabled}, ${record.isBiogenic}, ${record.renewablePercentage}, ${record.uncertaintyGrade})`;
  const ids = await selectFactorIds(tx, org, id);
  await tx`
    insert into custom_record_factors (organization_id, record_id, revision, gas, id, value, start_date, end_date)
    select ${org}::uuid, ${id}::uuid, ${revision}::int, f.*
    from unnest(
      ${factors.map(({ gas }) => gas)}::text[], ${factors.map(({ gas }) => ids.get(gas) ?? newId())}::uuid[],
      ${factors.map(({ value }) => value)}::numeric[], ${factors.map(({ startDate }) => startDate)}::date[],
      ${factors.map(({ endDate }) => endDate)}::date[]) as f`;
}

/** A gas keeps its factor id, even if revisions in between do not have the gas. */
async function selectFactorIds(tx: Tx, org: string, recordId: string): Promise<Map<string, string>> {
  const rows = await tx<{ gas: string; id: string }[]>`
    select distinct gas, id from custom_record_factors where organization_id = ${org} and record_id = ${recordId}`;
  return new Map(rows.map(({ gas, id }) => [gas, id]));
}
