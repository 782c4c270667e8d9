import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { listIngestJobs, getIngestJob, listIngestJobItems } = IngestJobService.method;

const all = "/v2/ingest-jobs";
const one = `${all}/{job_id}`;

export const ingestJobRoutes = [
  describedRoute(listIngestJobs, {
    http: `GET ${all}`,
    summary: "List ingest jobs",
    query: listQuery(listIngestJobs.input, 10),
    list: "counted",
    errors: "problem",
  }),
  route(getIngestJob, { http: `GET ${one}`, summary: "Get an ingest job", errors: "problem" }),
  describedRoute(listIngestJobItems, {
    http: `GET ${one}/items`,
    summary: "List the items of an ingest job",
    query: listQuery(listIngestJobItems.input, 10, "job_id"),
    list: "counted",
    errors: "problem",
  }),
];
