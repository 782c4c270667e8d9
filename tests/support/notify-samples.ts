import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import {
  IngestJobSchema,
  IngestJobStatus,
  IngestOperation,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import postgres from "postgres";
import type { Backend, Caller } from "./backend.ts";

/** No process listens on this port. */
export const UNREACHABLE_URL = "https://127.0.0.1:9/";

/** Creates an endpoint and a delivery to it. `as` is an admin. */
export async function addWebhook(backend: Backend, as: Caller, description: string) {
  const body = { url: UNREACHABLE_URL, event_types: ["ingest_job.finished"], description };
  const endpoint = await backend.call("POST", "/v2/webhook-endpoints", { as, body });
  const path = `/v2/webhook-endpoints/${endpoint.json.id}`;
  const delivery = await backend.call("POST", `${path}/test`, { as });
  return { ids: { endpoint_id: endpoint.json.id, delivery_id: delivery.json.id }, path };
}

/** Inserts the notification of the admin about a job in the app. The job has this idempotency key. */
export async function addNotification(backend: Backend, as: Caller, idempotencyKey: string) {
  const [org, notification_id] = [as["x-organization-id"], newId()];
  const at = timestampFromDate(new Date());
  const job = create(IngestJobSchema, {
    id: newId(),
    organizationId: org,
    entityType: EntityType.WASTES,
    operation: IngestOperation.DELETE,
    source: IngestSource.APP,
    status: IngestJobStatus.COMPLETED,
    idempotencyKey,
  });
  const bytes = toBinary(IngestJobSchema, { ...job, createdAt: at, startedAt: at, finishedAt: at });
  const sql = postgres(backend.adminUrl, { max: 1 });
  await sql`
    insert into notify.notifications (organization_id, id, user_id, type, job_id, job)
    select organization_id, ${notification_id}, user_id, 'ingest_job_finished', ${job.id}, ${bytes}
    from activity.members where organization_id = ${org} and role = 'admin'`;
  await sql.end();
  return { ids: { notification_id }, path: `/v1/notifications/${notification_id}` };
}
