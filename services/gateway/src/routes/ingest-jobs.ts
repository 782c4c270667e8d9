import {
  IngestItemStatusSchema,
  IngestJobService,
  IngestJobStatusSchema,
  IngestOperationSchema,
  IngestSourceSchema,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { z } from "zod";
import { enumOf, instant, listOf, page, size } from "../rest/fields.ts";
import { route } from "../rest/route.ts";

const { listIngestJobs, getIngestJob, listIngestJobItems } = IngestJobService.method;

const Filter = z.object({
  page,
  size: size(10, 100),
  status: listOf(enumOf(IngestJobStatusSchema)),
  entity_type: listOf(enumOf(EntityTypeSchema)),
  operation: listOf(enumOf(IngestOperationSchema)),
  source: listOf(enumOf(IngestSourceSchema)),
  created_at_from: instant.optional(),
  created_at_to: instant.optional(),
});

const ItemFilter = z.object({ page, size: size(10, 100), status: listOf(enumOf(IngestItemStatusSchema)) });

const all = "/v2/ingest-jobs";
const one = `${all}/{job_id}`;

export const ingestJobRoutes = [
  route(listIngestJobs, {
    http: `GET ${all}`,
    summary: "List ingest jobs",
    query: Filter,
    list: "counted",
    errors: "problem",
  }),
  route(getIngestJob, { http: `GET ${one}`, summary: "Get an ingest job", errors: "problem" }),
  route(listIngestJobItems, {
    http: `GET ${one}/items`,
    summary: "List the items of an ingest job",
    query: ItemFilter,
    list: "counted",
    errors: "problem",
  }),
];
