import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import { newId } from "@emissions/kit/process/id";
import { type IngestJob, IngestJobFinishedSchema, IngestSource } from "@emissions/proto/activity/v1/ingest_job_service";
import { insertNotification } from "../notification/queries.ts";
import { signalDue } from "./due-signal.ts";
import { eventBody, insertDeliveries, insertEvents, JOB_FINISHED } from "./events.ts";

/** A job started with an API key goes to the webhooks of its organization; one started in the app notifies its user. */
export const jobConsumer = (): Consumer =>
  onMany(
    IngestJobFinishedSchema,
    async (write, events) => {
      const jobs = events.flatMap(({ job }) => job ?? []);
      const webhookJobs = jobs.filter(({ source }) => source === IngestSource.API_BULK);
      if (webhookJobs.length > 0) await insertJobEvents(write, webhookJobs);
      for (const job of jobs) if (job.source === IngestSource.APP) await insertNotification(write, job);
    },
    { onlyTells: true },
  );

async function insertJobEvents({ tx, org, afterCommit }: Write, jobs: readonly IngestJob[]): Promise<void> {
  const endpoints = await lockSubscribedEndpoints(tx, org);
  // A later subscriber gets no earlier jobs. The inbox already marks this one as seen.
  if (endpoints.length === 0) return;
  const events = jobs.map((job) => {
    const [id, at] = [newId(), job.finishedAt === undefined ? new Date() : timestampDate(job.finishedAt)];
    return { id, subjectId: job.id, body: eventBody({ eventId: id, at, organizationId: org, job, test: false }) };
  });
  const ids = await insertEvents(tx, org, events);
  if (ids.length === 0) return;
  await insertDeliveries(tx, org, { ids, test: false }, endpoints);
  afterCommit(() => {
    for (const endpointId of endpoints) signalDue({ organizationId: org, endpointId });
  });
}

/** Locks the endpoints until the commit, so that a concurrent call cannot disable one before its deliveries exist. */
async function lockSubscribedEndpoints(tx: Tx, org: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from webhook_endpoints
    where organization_id = ${org} and enabled and ${JOB_FINISHED} = any(event_types)
    order by id for share`;
  return rows.map(({ id }) => id);
}
