import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { consume, type Delivery } from "@emissions/kit/messages/consume";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  type IngestJob,
  IngestJobFinishedSchema,
  IngestJobSchema,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admin } from "../notify.fixture.ts";
import { jobConsumer } from "./consumer.ts";
import { type Deliveries, jobOf, startDeliveries } from "./delivery.fixture.ts";

let notify: Deliveries;
let us: Principal;

beforeAll(async () => {
  notify = await startDeliveries();
});
afterAll(() => notify.drop());
beforeEach(() => {
  us = admin();
});

/** A message as NATS brings it; the same id is the same event. */
function message(job: IngestJob, id = newId()): Delivery {
  const payload = toBinary(IngestJobFinishedSchema, create(IngestJobFinishedSchema, { job }));
  const event = { id, organizationId: job.organizationId, type: IngestJobFinishedSchema.typeName, payload };
  const data = toBinary(EventBatchSchema, create(EventBatchSchema, { events: [event] }));
  return { data, tries: 1, ack: () => {}, retry: () => {} };
}
const hear = (...messages: Delivery[]) =>
  consume(
    {
      db: notify.db,
      consumer: jobConsumer(),
      durable: "test",
      log: createLogger({ service: "test", level: "silent" }),
    },
    messages,
  );
const events = (by = us) => notify.table<{ id: string; subjectId: string; body: string }>(by, "webhook_events");
const told = (by = us) => notify.table<{ userId: string; job: Uint8Array }>(by, "notifications");

describe("a job begun with a key", () => {
  it("is one event, with a delivery to each endpoint that is enabled at that moment", async () => {
    const [first, second, off] = [await notify.endpoint(us), await notify.endpoint(us), await notify.endpoint(us)];
    const change = { endpointId: off.id, enabled: false, updateMask: { paths: ["enabled"] } };
    await notify.as(us, WebhookEndpointService).updateWebhookEndpoint(change);
    const job = jobOf(us.organizationId);
    await hear(message(job));
    const late = await notify.endpoint(us);
    const [event, ...others] = await events();
    expect([others, event?.subjectId, JSON.parse(event!.body).data.job.id]).toEqual([[], job.id, job.id]);
    const deliveries = await notify.rows(us);
    expect(deliveries.map(({ endpointId }) => endpointId).sort()).toEqual([first.id, second.id].sort());
    expect(deliveries.every(({ eventId, status }) => eventId === event!.id && status === "pending")).toBe(true);
    expect([(await told()).length, late.enabled]).toEqual([0, true]);
  });

  it("is told once, whatever comes again", async () => {
    await notify.endpoint(us);
    const [job, id] = [jobOf(us.organizationId), newId()];
    await hear(message(job, id), message(job, id), message(job));
    await hear(message(job, id), message(job));
    expect([(await events()).length, (await notify.rows(us)).length]).toEqual([1, 1]);
  });

  it("leaves nothing behind when nobody is subscribed, neither then nor when it is heard again", async () => {
    const off = await notify.endpoint(us);
    const change = { endpointId: off.id, enabled: false, updateMask: { paths: ["enabled"] } };
    await notify.as(us, WebhookEndpointService).updateWebhookEndpoint(change);
    const heard = message(jobOf(us.organizationId));
    await hear(heard);
    expect([await events(), await notify.rows(us)]).toEqual([[], []]);
    await notify.endpoint(us);
    await hear(heard);
    expect([await events(), await notify.rows(us)]).toEqual([[], []]);
  });

  it("is nothing to other organizations", async () => {
    const them = admin();
    await notify.endpoint(them);
    await hear(message(jobOf(us.organizationId)));
    expect([await events(them), await notify.rows(them)]).toEqual([[], []]);
  });
});

describe("a job begun in the app", () => {
  it("is told to the person who began it, once, and to no endpoint", async () => {
    await notify.endpoint(us);
    const createdBy = newId();
    const job = jobOf(us.organizationId, { source: IngestSource.APP, createdBy });
    await hear(message(job), message(job));
    const [notification, ...others] = await told();
    expect([others, notification?.userId]).toEqual([[], createdBy]);
    expect(fromBinary(IngestJobSchema, notification!.job).id).toBe(job.id);
    expect([await events(), await notify.rows(us)]).toEqual([[], []]);
  });

  it("is told to nobody when a service began it", async () => {
    await hear(message(jobOf(us.organizationId, { source: IngestSource.APP })));
    expect([await told(), await events()]).toEqual([[], []]);
  });
});
