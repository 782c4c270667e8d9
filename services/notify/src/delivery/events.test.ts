import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import {
  IngestJobSchema,
  IngestJobStatus,
  IngestOperation,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Notify, startNotify } from "../notify.fixture.ts";
import { eventBody, insertDeliveries, insertEvent, testJob } from "./events.ts";

const AT = new Date("2026-10-09T08:00:00Z");
const [eventId, organizationId, id, createdBy] = [newId(), newId(), newId(), newId()];
const job = create(IngestJobSchema, {
  id,
  organizationId,
  entityType: EntityType.WASTES,
  operation: IngestOperation.CREATE,
  source: IngestSource.API_BULK,
  status: IngestJobStatus.COMPLETED_WITH_ERRORS,
  totalItems: 3,
  succeededItems: 2,
  failedItems: 1,
  createdBy,
  createdAt: timestampFromDate(new Date("2026-10-09T07:59:58.250Z")),
  startedAt: timestampFromDate(new Date("2026-10-09T07:59:59Z")),
  finishedAt: timestampFromDate(AT),
});

describe("the body of an event", () => {
  it("contains the job in the format of the REST API", () => {
    const body = eventBody({ eventId, at: AT, organizationId, job, test: false });
    expect(body).toBe(
      `{"id":"${eventId}","type":"ingest_job.finished","api_version":"2026-10-05","timestamp":"2026-10-09T08:00:00.000Z",` +
        `"organization_id":"${organizationId}","data":{"job":{"id":"${id}","organization_id":"${organizationId}",` +
        '"entity_type":"wastes","operation":"create","source":"api_bulk","status":"completed_with_errors",' +
        '"total_items":3,"succeeded_items":2,"failed_items":1,"idempotency_key":null,' +
        `"created_by":"${createdBy}","created_at":"2026-10-09T07:59:58.250Z","started_at":"2026-10-09T07:59:59.000Z",` +
        '"finished_at":"2026-10-09T08:00:00.000Z","file_id":null,"reverts_job_id":null,"reverted_by_job_id":null}}}',
    );
  });

  it("marks a test event and contains a job without items", () => {
    const body = eventBody({
      eventId,
      at: AT,
      organizationId,
      job: testJob({ organizationId, createdBy, at: AT }),
      test: true,
    });
    expect(JSON.parse(body).data).toMatchObject({ test: true, job: { status: "completed", total_items: 0 } });
  });
});

describe("an event", () => {
  let notify: Notify;
  beforeAll(async () => {
    notify = await startNotify();
  });
  afterAll(() => notify.drop());

  it("is inserted once per job, with one delivery per endpoint", async () => {
    await notify.db.asService(organizationId, async ({ tx, org }) => {
      const event = { id: eventId, subjectId: id, body: "{}" };
      expect(await insertEvent(tx, org, event)).toBe(true);
      expect(await insertEvent(tx, org, { ...event, id: newId() })).toBe(false);
      const endpoints = [newId(), newId()].sort();
      await tx`
        insert into webhook_endpoints (organization_id, id, url, event_types, enabled, sealed_secret)
        select ${org}, id, 'https://example.com/', '{ingest_job.finished}', true, '' from unnest(${endpoints}::uuid[]) as e (id)`;
      const [first, ...others] = endpoints;
      const inserted = await insertDeliveries(tx, org, { ids: [eventId], test: false }, [first!]);
      expect(inserted).toMatchObject([{ endpointId: first, eventId, status: "pending", attempts: 0, test: false }]);
      expect(inserted[0]!.nextAttemptAt).toEqual(inserted[0]!.createdAt);
      const later = await insertDeliveries(tx, org, { ids: [eventId], test: false }, endpoints);
      expect(later.map(({ endpointId }) => endpointId)).toEqual(others);
    });
  });
});
