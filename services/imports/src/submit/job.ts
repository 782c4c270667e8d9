import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";
import { type CallOptions, callActivity, type SubmitContext } from "./calls.ts";

const { beginIngestJob, closeIngestJob } = IngestJobService.method;

interface JobToBegin extends CallOptions {
  /** Stored before the call, so that a repeat names the same job. */
  jobId: string;
  entityType: EntityType;
  totalItems: number;
  fileId: string | null;
}

/** Begins the ingest job of a submission. A repeat has no effect. */
export async function beginSubmission(context: SubmitContext, job: JobToBegin): Promise<void> {
  const { jobId: id, entityType, totalItems, fileId, ...options } = job;
  const request = { id, entityType, totalItems, ...(fileId !== null && { fileId }) };
  await callActivity(context, beginIngestJob, request, options);
}

interface JobToClose extends CallOptions {
  jobId: string;
  code: string;
  detail: string;
}

/** Ends the job of a submission that failed: records that were not stored become failed items. */
export async function closeSubmission(context: SubmitContext, { jobId, code, detail, ...options }: JobToClose) {
  await callActivity(context, closeIngestJob, { jobId, code, detail }, options);
}
