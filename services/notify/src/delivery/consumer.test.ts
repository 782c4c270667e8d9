import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { consume, type Delivery } from "@emissions/kit/messages/deliveries";
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

/** A NATS message. The inbox treats messages with the same id as one event. */
function message(job: IngestJob, id = newId()): Delivery {
  const payload = toBinary(IngestJobFinishedSchema, create(IngestJobFinishedSchema, { job }));
  const event = { id, organizationId: job.organizationId, type: IngestJobFinishedSchema.typeName, payload };
  const data = toBinary(EventBatchSchema, create(EventBatchSchema, { events: [event] }));
  return { data, tries: 1, ack: () => {}, retry: () => {} };
}
const receive = (...messages: Delivery[]) =>
  consume(
    {
      db: notify.db,
      consumer: jobConsumer(),
      durable: "test",
      lane: "single",
      log: createLogger({ service: "test", level: "silent" }),
      blocked: new Set(),
    },
    messages,
  );
const events = (by = us) => notify.table<{ id: string; subjectId: string; body: string }>(by, "webhook_events");
const notified = (by = us) => notify.table<{ userId: string; job: Uint8Array }>(by, "notifications");

describe("a finished job that was started with an API key", () => {
  it("creates one event, with a delivery to each enabled endpoint", async () => {
    const [first, second, off] = [await notify.endpoint(us), await notify.endpoint(us), await notify.endpoint(us)];
    const change = { endpointId: off.id, enabled: false, updateMask: { paths: ["enabled"] } };
    await notify.as(us, WebhookEndpointService).updateWebhookEndpoint(change);
    const job = jobOf(us.organizationId);
    await receive(message(job));
    const late = await notify.endpoint(us);
    const [event, ...others] = await events();
    expect([others, event?.subjectId, JSON.parse(event!.body).data.job.id]).toEqual([[], job.id, job.id]);
    const deliveries = await notify.rows(us);
    expect(deliveries.map(({ endpointId }) => endpointId).sort()).toEqual([first.id, second.id].sort());
    expect(deliveries.every(({ eventId, status }) => eventId === event!.id && status === "pending")).toBe(true);
    expect([(await notified()).length, late.enabled]).toEqual([0, true]);
  });

  it("creates one event, also for repeated messages", async () => {
    await notify.endpoint(us);
    const [job, id] = [jobOf(us.organizationId), newId()];
    await receive(message(job, id), message(job, id), message(job));
    await receive(message(job, id), message(job));
    expect([(await events()).length, (await notify.rows(us)).length]).toEqual([1, 1]);
  });

  it("creates no event without a subscriber, also for a repeated message", async () => {
    const off = await notify.endpoint(us);
    const change = { endpointId: off.id, enabled: false, updateMask: { paths: ["enabled"] } };
    await notify.as(us, WebhookEndpointService).updateWebhookEndpoint(change);
    const event = message(jobOf(us.organizationId));
    await receive(event);
    expect([await events(), await notify.rows(us)]).toEqual([[], []]);
    await notify.endpoint(us);
    await receive(event);
    expect([await events(), await notify.rows(us)]).toEqual([[], []]);
  });

  it("creates nothing for other organizations", async () => {
    const them = admin();
    await notify.endpoint(them);
    await receive(message(jobOf(us.organizationId)));
    expect([await events(them), await notify.rows(them)]).toEqual([[], []]);
  });
});

describe("a finished job that was started in the app", () => {
  it("notifies its user once, and creates no event", async () => {
    await notify.endpoint(us);
    const createdBy = newId();
    const job = jobOf(us.organizationId, { source: IngestSource.APP, createdBy });
    await receive(message(job), message(job));
    const [notification, ...others] = await notified();
    expect([others, notification?.userId]).toEqual([[], createdBy]);
    expect(fromBinary(IngestJobSchema, notification!.job).id).toBe(job.id);
    expect([await events(), await notify.rows(us)]).toEqual([[], []]);
  });

  it("notifies nobody if a service started it", async () => {
    await receive(message(jobOf(us.organizationId, { source: IngestSource.APP })));
    expect([await notified(), await events()]).toEqual([[], []]);
  });
});
