import type { Tx } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import * as proto from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { anyOf, fromInstant, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { type ListQuery, parseListQuery } from "../list/query.ts";
import { PEOPLE_ENTITIES } from "../privacy/people.ts";

const PAGE_SIZE = 10;

const jobList: List<proto.ListIngestJobsRequest> = {
  table: "ingest_jobs",
  filters: {
    status: anyOf("status", proto.IngestJobStatusSchema),
    entityType: anyOf("entity_type", EntityTypeSchema),
    operation: anyOf("operation", proto.IngestOperationSchema),
    source: anyOf("source", proto.IngestSourceSchema),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
  },
  // Ids are ordered by time.
  order: [{ by: "id", descending: true }],
  size: PAGE_SIZE,
};

/** The jobs that the caller's user has begun. */
export function parseJobQuery(request: proto.ListIngestJobsRequest, principal: Principal): ListQuery {
  const query = parseListQuery(jobList, request, principal);
  const { userId } = principal;
  const own = {
    name: "created_by",
    text: userId ?? "",
    where: (tx: Tx) => tx`created_by = ${userId}`,
    states: null,
  };
  return { ...query, conditions: [...query.conditions, own, ...ofPeople(principal)] };
}

/** The role human_resources sees no other jobs. */
const ofPeople = ({ role }: Principal) =>
  role === "human_resources"
    ? [
        {
          name: "entity_type",
          text: [...PEOPLE_ENTITIES],
          where: (tx: Tx) => tx`entity_type = any(${[...PEOPLE_ENTITIES]}::text[])`,
          states: null,
        },
      ]
    : [];

/** Whether the caller may read the job. Same error for a hidden job and a missing one. */
export const isVisibleJob = ({ entityType }: { entityType: string }, { role }: Principal): boolean =>
  role !== "human_resources" || PEOPLE_ENTITIES.includes(entityType);

type ItemsRequest = Omit<proto.ListIngestJobItemsRequest, "jobId">;

const itemList: List<ItemsRequest> = {
  table: "ingest_job_items",
  filters: { status: anyOf("status", proto.IngestItemStatusSchema) },
  order: [{ by: "index" }],
  size: PAGE_SIZE,
};

export const parseItemQuery = (request: ItemsRequest, principal: Principal): ListQuery =>
  parseListQuery(itemList, request, principal);
