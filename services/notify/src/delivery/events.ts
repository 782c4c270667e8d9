import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { enumText } from "@emissions/kit/wire/enum";
import { present } from "@emissions/kit/wire/present";
import {
  type IngestJob,
  IngestJobSchema,
  IngestJobStatus,
  IngestOperation,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WebhookEventType, WebhookEventTypeSchema } from "@emissions/proto/notify/v1/webhook_delivery_service";
import type { DeliveryRow } from "./messages.ts";

/** Version of the event format. Each change of the format gets a new date. */
const API_VERSION = "2026-10-05";

/** The only event type so far. */
export const JOB_FINISHED = enumText(WebhookEventTypeSchema, WebhookEventType.INGEST_JOB_FINISHED);

interface EventValues {
  eventId: string;
  /** When the job finished. */
  at: Date;
  organizationId: string;
  job: IngestJob;
  test: boolean;
}

/** Returns the request body. It is created once, because every attempt must send and sign the same bytes. */
export const eventBody = ({ eventId, at, organizationId, job, test }: EventValues): string =>
  JSON.stringify({
    id: eventId,
    type: JOB_FINISHED,
    api_version: API_VERSION,
    timestamp: at.toISOString(),
    organization_id: organizationId,
    data: { ...(test && { test }), job: present(IngestJobSchema, job) },
  });

interface NewEvent {
  id: string;
  /** Id of the job; null for a test, which may be sent any number of times. */
  subjectId: string | null;
  body: string;
}

/** Returns false if the job already has an event. */
export const insertEvent = async (tx: Tx, org: string, event: NewEvent): Promise<boolean> =>
  (await insertEvents(tx, org, [event])).length === 1;

/** Returns the ids of the inserted events. Jobs that already have an event are skipped. */
export async function insertEvents(tx: Tx, org: string, events: readonly NewEvent[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    insert into webhook_events (organization_id, id, type, subject_id, body)
    select ${org}, id, ${JOB_FINISHED}, subject_id, body from unnest(
      ${plainColumn(events.map(({ id }) => id))}::uuid[], ${plainColumn(events.map(({ subjectId }) => subjectId))}::uuid[],
      ${column(events.map(({ body }) => body))}::text[]) as e (id, subject_id, body)
    on conflict (organization_id, type, subject_id) do nothing
    returning id`;
  return rows.map(({ id }) => id);
}

/** Inserts deliveries that are due at once. An event gets at most one delivery per endpoint. */
export const insertDeliveries = (
  tx: Tx,
  org: string,
  { ids, test }: { ids: readonly string[]; test: boolean },
  endpointIds: readonly string[],
) => {
  const pairs = endpointIds.flatMap((endpointId) => ids.map((eventId) => ({ endpointId, eventId })));
  return tx<DeliveryRow[]>`
    insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, test, next_attempt_at)
    select ${org}, id, endpoint_id, event_id, ${JOB_FINISHED}, ${test}, now() from unnest(
      ${plainColumn(pairs.map(() => newId()))}::uuid[], ${plainColumn(pairs.map(({ endpointId }) => endpointId))}::uuid[],
      ${plainColumn(pairs.map(({ eventId }) => eventId))}::uuid[]) as d (id, endpoint_id, event_id)
    on conflict (organization_id, event_id, endpoint_id) do nothing
    returning *`;
};

interface TestJobValues {
  organizationId: string;
  /** Id of the user who sends the test. */
  createdBy: string | null;
  at: Date;
}

/** Creates the sample job of a test event. It is not stored and has no items. */
export const testJob = ({ organizationId, createdBy, at }: TestJobValues): IngestJob =>
  create(IngestJobSchema, {
    id: newId(),
    organizationId,
    entityType: EntityType.WASTES,
    operation: IngestOperation.CREATE,
    source: IngestSource.API_BULK,
    status: IngestJobStatus.COMPLETED,
    createdBy: createdBy ?? undefined,
    createdAt: timestampFromDate(at),
    startedAt: timestampFromDate(at),
    finishedAt: timestampFromDate(at),
  });
