import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, PEOPLE_WRITERS, EVERY_ROLE as roles, route } from "../rest/route.ts";

const { listIngestJobs, getIngestJob, listIngestJobItems, revertIngestJob } = IngestJobService.method;

const all = "/v2/ingest-jobs";
const one = `${all}/{job_id}`;

export const ingestJobRoutes = [
  describedRoute(listIngestJobs, {
    http: `GET ${all}`,
    summary: "List ingest jobs",
    roles,
    query: listQuery(listIngestJobs.input, 10),
    list: "counted",
    cursors: true,
  }),
  route(getIngestJob, { http: `GET ${one}`, summary: "Get an ingest job", roles }),
  describedRoute(listIngestJobItems, {
    http: `GET ${one}/items`,
    summary: "List the items of an ingest job",
    roles,
    query: listQuery(listIngestJobItems.input, 10, "job_id"),
    list: "counted",
  }),
  route(revertIngestJob, {
    http: `POST ${one}/revert`,
    summary: "Revert an ingest job",
    roles: PEOPLE_WRITERS,
    status: 202,
    location: ({ job }) => `${all}/${job?.id}`,
    restates: true,
    dry: { total: (_, { job }) => job?.totalItems ?? 0 },
    refuses: ["JOB_NOT_REVERTIBLE", "JOB_RECORDS_CHANGED", "PERIOD_LOCKED"],
  }),
];
