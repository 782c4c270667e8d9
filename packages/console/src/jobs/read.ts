import type { IngestJob } from "@emissions/client/types";

/** Milliseconds between two readings while a job runs. */
export const PAUSE_MS = 1_000;

export const isUnfinished = ({ finished_at }: Pick<IngestJob, "finished_at">): boolean => finished_at === null;

/** Whether the records of the job can be deleted by one more job. The service looks at each record again. */
export const isRevertible = (job: IngestJob): boolean =>
  job.operation === "create" && job.finished_at !== null && job.succeeded_items > 0 && job.reverted_by_job_id === null;
