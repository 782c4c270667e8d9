import type { Tx } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  IngestEntityTypeSchema,
  IngestItemStatusSchema,
  IngestJobStatusSchema,
  IngestOperationSchema,
  IngestSourceSchema,
  type ListIngestJobItemsRequest,
  type ListIngestJobsRequest,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { type Asked, ask } from "../list/ask.ts";
import { anyOf, fromInstant, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";

const PAGE_SIZE = 10;

const jobList: List<ListIngestJobsRequest> = {
  table: "ingest_jobs",
  filters: {
    status: anyOf("status", IngestJobStatusSchema),
    entityType: anyOf("entity_type", IngestEntityTypeSchema),
    operation: anyOf("operation", IngestOperationSchema),
    source: anyOf("source", IngestSourceSchema),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
  },
  // Ids grow with time.
  order: [{ by: "id", descending: true }],
  size: PAGE_SIZE,
};

/** Those that the caller's user has begun. */
export function askJobs(request: ListIngestJobsRequest, principal: Principal): Asked {
  const asked = ask(jobList, request, principal);
  const { userId } = principal;
  const own = {
    name: "created_by",
    asked: userId ?? "",
    where: (tx: Tx) => tx`created_by = ${userId}`,
    outcomes: null,
  };
  return { ...asked, questions: [...asked.questions, own] };
}

type ItemsRequest = Omit<ListIngestJobItemsRequest, "jobId">;

const itemList: List<ItemsRequest> = {
  table: "ingest_job_items",
  filters: { status: anyOf("status", IngestItemStatusSchema) },
  order: [{ by: "index" }],
  size: PAGE_SIZE,
};

export const askItems = (request: ItemsRequest, principal: Principal): Asked => ask(itemList, request, principal);
