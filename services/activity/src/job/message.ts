import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  IngestItemStatusSchema,
  type IngestJobItemSchema,
  type IngestJobSchema,
  IngestJobStatusSchema,
  IngestOperationSchema,
  IngestSourceSchema,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import type { IngestJobItemRow, IngestJobRow } from "./queries.ts";

export const toJob = (row: IngestJobRow): MessageInitShape<typeof IngestJobSchema> => ({
  id: row.id,
  organizationId: row.organizationId,
  entityType: enumNumber(EntityTypeSchema, row.entityType),
  operation: enumNumber(IngestOperationSchema, row.operation),
  source: enumNumber(IngestSourceSchema, row.source),
  status: enumNumber(IngestJobStatusSchema, row.status),
  totalItems: row.totalItems,
  succeededItems: row.succeededItems,
  failedItems: row.failedItems,
  idempotencyKey: row.idempotencyKey ?? undefined,
  createdBy: row.createdBy ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  startedAt: row.startedAt ? timestampFromDate(row.startedAt) : undefined,
  finishedAt: row.finishedAt ? timestampFromDate(row.finishedAt) : undefined,
});

export const toItem = (row: IngestJobItemRow): MessageInitShape<typeof IngestJobItemSchema> => ({
  index: row.index,
  status: enumNumber(IngestItemStatusSchema, row.status),
  entityId: row.entityId ?? undefined,
  externalId: row.externalId ?? undefined,
  code: row.code ?? undefined,
  detail: row.detail ?? undefined,
});
