import { IngestJobItemSchema, IngestJobSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { rowWriter } from "../rows.ts";

export const toJob = rowWriter(IngestJobSchema);
export const toItem = rowWriter(IngestJobItemSchema);
