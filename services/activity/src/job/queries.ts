import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db";
import { enumText } from "@emissions/kit/enum";
import { pageOf } from "@emissions/kit/page";
import {
  IngestEntityTypeSchema,
  IngestItemStatusSchema,
  IngestJobStatusSchema,
  IngestOperationSchema,
  IngestSourceSchema,
  type ListIngestJobItemsRequest,
  type ListIngestJobsRequest,
} from "@emissions/proto/activity/v1/ingest_job_service";

/** Kinds of records that are taken in bulk, as the tables name them. */
export type JobEntity = "wastes" | "facilities" | "invoices";
export type JobOperation = "create" | "delete" | "recalculate";

export interface IngestJobRow {
  organizationId: string;
  id: string;
  entityType: JobEntity;
  operation: JobOperation;
  source: string;
  status: string;
  totalItems: number;
  succeededItems: number;
  failedItems: number;
  idempotencyKey: string | null;
  createdBy: string | null;
  tries: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface IngestJobItemRow {
  jobId: string;
  index: number;
  status: string;
  entityId: string | null;
  externalId: string | null;
  code: string | null;
  detail: string | null;
}

export interface NewItem {
  entityId: string | null;
  externalId: string | null;
  revision: number | null;
}

type NewJob = Pick<IngestJobRow, "id" | "entityType" | "operation" | "source" | "idempotencyKey" | "createdBy">;

export async function insertJob(tx: Tx, org: string, job: NewJob, totalItems: number): Promise<IngestJobRow> {
  const { id, entityType, operation, source, idempotencyKey, createdBy } = job;
  const [row] = await tx<[IngestJobRow]>`
    insert into ingest_jobs (organization_id, id, entity_type, operation, source, total_items, idempotency_key, created_by)
    values (${org}, ${id}, ${entityType}, ${operation}, ${source}, ${totalItems}, ${idempotencyKey}, ${createdBy})
    returning *`;
  return row;
}

export function insertItems(tx: Tx, org: string, jobId: string, items: readonly NewItem[]) {
  return tx`
    insert into ingest_job_items (organization_id, job_id, index, entity_id, external_id, revision)
    select ${org}::uuid, ${jobId}::uuid, item.place - 1, item.entity_id, item.external_id, item.revision
    from unnest(
      ${items.map(({ entityId }) => entityId)}::uuid[],
      ${items.map(({ externalId }) => externalId)}::text[],
      ${items.map(({ revision }) => revision)}::int[]
    ) with ordinality as item (entity_id, external_id, revision, place)`;
}

export async function selectJob(tx: Tx, org: string, id: string): Promise<IngestJobRow | null> {
  const [row] = await tx<IngestJobRow[]>`select * from ingest_jobs where organization_id = ${org} and id = ${id}`;
  return row ?? null;
}

/** Those that the user has begun; ids grow with time. */
export async function selectJobs(tx: Tx, org: string, userId: string | null, request: ListIngestJobsRequest) {
  const { limit, offset } = pageOf(request);
  const status = request.status.map((number) => enumText(IngestJobStatusSchema, number));
  const entityType = request.entityType.map((number) => enumText(IngestEntityTypeSchema, number));
  const operation = request.operation.map((number) => enumText(IngestOperationSchema, number));
  const source = request.source.map((number) => enumText(IngestSourceSchema, number));
  const { createdAtFrom: from, createdAtTo: to } = request;
  const where = tx`
    where organization_id = ${org} and created_by = ${userId}
      ${status.length ? tx`and status = any(${status})` : tx``}
      ${entityType.length ? tx`and entity_type = any(${entityType})` : tx``}
      ${operation.length ? tx`and operation = any(${operation})` : tx``}
      ${source.length ? tx`and source = any(${source})` : tx``}
      -- To the millisecond, which is what a client sees.
      ${from ? tx`and date_trunc('milliseconds', created_at) >= ${timestampDate(from)}::timestamptz` : tx``}
      ${to ? tx`and date_trunc('milliseconds', created_at) <= ${timestampDate(to)}::timestamptz` : tx``}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<IngestJobRow[]>`select * from ingest_jobs ${where} order by id desc limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from ingest_jobs ${where}`,
  ]);
  return { rows, total };
}

export async function selectItems(tx: Tx, org: string, request: ListIngestJobItemsRequest) {
  const { limit, offset } = pageOf(request);
  const status = request.status.map((number) => enumText(IngestItemStatusSchema, number));
  const where = tx`
    where organization_id = ${org} and job_id = ${request.jobId}
      ${status.length ? tx`and status = any(${status})` : tx``}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<IngestJobItemRow[]>`select * from ingest_job_items ${where} order by index limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from ingest_job_items ${where}`,
  ]);
  return { rows, total };
}
