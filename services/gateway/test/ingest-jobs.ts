import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { notFound } from "@emissions/kit/wire/errors";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { IngestItemStatus, IngestJobItemSchema, IngestJobSchema, IngestJobService, IngestJobStatus, IngestOperation, IngestSource, type ListIngestJobItemsRequest, type ListIngestJobsRequest } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";

export const JOB_ID = "0190f3a0-0000-7000-8000-0000000000d1";

const ITEM_ID = "0190f3a0-0000-7000-8000-0000000000d2";
const NOW = timestampFromDate(new Date("2026-01-31T10:00:00.250Z"));

/** What the gateway asked for last. */
export interface AskedOfJobs {
  jobs?: ListIngestJobsRequest;
  items?: ListIngestJobItemsRequest;
}

/** Knows one job, which is half done. */
export function ingestJobService(asked: AskedOfJobs, organizationId: string): ServiceEntry {
  const job = create(IngestJobSchema, {
    id: JOB_ID,
    organizationId,
    entityType: EntityType.WASTES,
    operation: IngestOperation.CREATE,
    source: IngestSource.API_BULK,
    status: IngestJobStatus.PROCESSING,
    totalItems: 2,
    failedItems: 1,
    idempotencyKey: "monday",
    createdBy: ITEM_ID,
    createdAt: NOW,
    startedAt: NOW,
  });
  const items = [
    create(IngestJobItemSchema, {
      status: IngestItemStatus.FAILED,
      entityId: ITEM_ID,
      externalId: "W-1",
      code: "CALCULATION_FAILED",
      detail: "There is no factor for it.",
    }),
    create(IngestJobItemSchema, { index: 1, status: IngestItemStatus.PENDING, entityId: ITEM_ID }),
  ];
  return serve(IngestJobService, {
    listIngestJobs(request) {
      asked.jobs = request;
      return { jobs: [job], total: 11 };
    },
    getIngestJob({ jobId }) {
      if (jobId !== JOB_ID) throw notFound("ingest job");
      return { job };
    },
    listIngestJobItems(request) {
      asked.items = request;
      if (request.jobId !== JOB_ID) throw notFound("ingest job");
      return { items, total: 2 };
    },
  });
}
