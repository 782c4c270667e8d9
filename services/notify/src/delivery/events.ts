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
import type { DeliveryRow } from "./message.ts";

/** The shape of events. It changes only together with a new date. */
const API_VERSION = "2026-10-05";

/** The one kind of event that there is. */
export const JOB_FINISHED = enumText(WebhookEventTypeSchema, WebhookEventType.INGEST_JOB_FINISHED);

interface EventValues {
  eventId: string;
  /** When the job finished. */
  at: Date;
  organizationId: string;
  job: IngestJob;
  test: boolean;
}

/** What receivers get, and check the signature of: made once, so that every attempt carries the same bytes. */
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
  /** The job; null for a test, which may be sent any number of times. */
  subjectId: string | null;
  body: string;
}

/** False when the event of the job is there already. */
export const insertEvent = async (tx: Tx, org: string, event: NewEvent): Promise<boolean> =>
  (await insertEvents(tx, org, [event])).length === 1;

/** Answers with the ids of those whose jobs had none. */
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

/** Deliveries of events, due at once, in the order of the endpoints. An endpoint that has its delivery gets no other. */
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

interface TestJob {
  organizationId: string;
  /** Who sends the test. */
  createdBy: string | null;
  at: Date;
}

/** The job that a test event tells of: it never was, and has no items. */
export const testJob = ({ organizationId, createdBy, at }: TestJob): IngestJob =>
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
