import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { IngestJob, IngestJobItem } from "@emissions/proto/activity/v1/ingest_job_service";
import { selectPage } from "../list/page.ts";
import { type ListQuery, matching } from "../list/query.ts";
import type { RowOf } from "../rows.ts";

/** The text of an EntityType. */
export type JobEntity = string;
export type JobOperation = "create" | "delete" | "recalculate";

export type IngestJobRow = RowOf<IngestJob, "createdAt"> & {
  operation: JobOperation;
  tries: number;
  /** Why the job may delete records of locked periods. */
  restatementReason: string | null;
  /** Several calls add its items. */
  inPieces: boolean;
};
export type IngestJobItemRow = RowOf<IngestJobItem> & { jobId: string };

export interface NewItem {
  index: number;
  entityId: string | null;
  externalId: string | null;
  revision: number | null;
  status: "pending" | "succeeded";
}

export const insertJob = (tx: Tx, job: IngestJobRow) => tx`
  insert into ingest_jobs (organization_id, id, entity_type, operation, source, status, total_items, succeeded_items,
    idempotency_key, created_by, created_at, started_at, finished_at, restatement_reason, in_pieces, progressed_at,
    file_id, reverts_job_id)
  values (${job.organizationId}, ${job.id}, ${job.entityType}, ${job.operation}, ${job.source}, ${job.status},
    ${job.totalItems}, ${job.succeededItems}, ${job.idempotencyKey}, ${job.createdBy}, ${job.createdAt},
    ${job.startedAt}, ${job.finishedAt}, ${job.restatementReason}, ${job.inPieces}, ${job.createdAt},
    ${job.fileId ?? null}, ${job.revertsJobId ?? null})
  on conflict do nothing`;

export function insertItems(tx: Tx, org: string, jobId: string, items: readonly NewItem[]) {
  return tx`
    insert into ingest_job_items (organization_id, job_id, index, entity_id, external_id, revision, status)
    select ${org}::uuid, ${jobId}::uuid, item.*
    from unnest(
      ${plainColumn(items.map(({ index }) => index))}::int[],
      ${plainColumn(items.map(({ entityId }) => entityId))}::uuid[],
      ${column(items.map(({ externalId }) => externalId))}::text[],
      ${plainColumn(items.map(({ revision }) => revision))}::int[],
      ${plainColumn(items.map(({ status }) => status))}::text[]
    ) as item (index, entity_id, external_id, revision, status)
    on conflict do nothing`;
}

export async function selectJob(tx: Tx, org: string, id: string): Promise<IngestJobRow | null> {
  const [row] = await tx<IngestJobRow[]>`select * from ingest_jobs where organization_id = ${org} and id = ${id}`;
  return row ?? null;
}

export async function selectJobs(tx: Tx, query: ListQuery) {
  const [rows, [{ total }]] = await Promise.all([
    selectPage<IngestJobRow>(tx, query),
    tx<[{ total: number }]>`select count(*)::int as total from ingest_jobs ${matching(tx, query)}`,
  ]);
  return { rows, total };
}

export async function selectItems(tx: Tx, query: ListQuery, jobId: string) {
  const { limit, offset } = query.window;
  const where = tx`${matching(tx, query)} and job_id = ${jobId}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<IngestJobItemRow[]>`select * from ingest_job_items ${where} order by index limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from ingest_job_items ${where}`,
  ]);
  return { rows, total };
}
