import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import { newId } from "@emissions/kit/process/id";
import { type IngestJob, IngestJobFinishedSchema, IngestSource } from "@emissions/proto/activity/v1/ingest_job_service";
import { insertNotification } from "../notification/queries.ts";
import { eventBody, insertDeliveries, insertEvents, JOB_FINISHED } from "./events.ts";
import { deliveriesWait } from "./wake.ts";

/** A job begun with a key is told to the endpoints of its organization, one begun in the app to the person who did. */
export const jobConsumer = (): Consumer =>
  onMany(IngestJobFinishedSchema, async (write, events) => {
    const jobs = events.flatMap(({ job }) => job ?? []);
    const announced = jobs.filter(({ source }) => source === IngestSource.API_BULK);
    if (announced.length > 0) await announce(write, announced);
    for (const job of jobs) if (job.source === IngestSource.APP) await insertNotification(write, job);
  });

async function announce({ tx, org, afterCommit }: Write, jobs: readonly IngestJob[]): Promise<void> {
  const endpoints = await selectSubscribed(tx, org);
  // Who subscribes later is told of later jobs only: this one is marked as seen, and needs no event for that.
  if (endpoints.length === 0) return;
  const events = jobs.map((job) => {
    const [id, at] = [newId(), job.finishedAt === undefined ? new Date() : timestampDate(job.finishedAt)];
    return { id, subjectId: job.id, body: eventBody({ eventId: id, at, organizationId: org, job, test: false }) };
  });
  const ids = await insertEvents(tx, org, events);
  if (ids.length === 0) return;
  await insertDeliveries(tx, org, { ids, test: false }, endpoints);
  afterCommit(() => {
    for (const endpointId of endpoints) deliveriesWait({ organizationId: org, endpointId });
  });
}

/** They stay as they are until the commit, so that nothing is made pending for one that is being disabled. */
async function selectSubscribed(tx: Tx, org: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from webhook_endpoints
    where organization_id = ${org} and enabled and ${JOB_FINISHED} = any(event_types)
    order by id for share`;
  return rows.map(({ id }) => id);
}
