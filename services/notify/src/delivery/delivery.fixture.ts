import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  type IngestJob,
  IngestJobFinishedSchema,
  IngestJobSchema,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { WebhookEventType } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { until } from "@emissions/testkit/poll";
import type { Context } from "../context.ts";
import { ACCEPTED, fakeOutbound, startNotify } from "../notify.fixture.ts";
import type { Outcome } from "../outbound/outbound.ts";
import { jobConsumer } from "./consumer.ts";
import type { Limits } from "./limits.ts";
import type { DeliveryRow } from "./messages.ts";
import { startSender } from "./sender.ts";

/** A request that a fake receiver got. */
export interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Value of `performance.now()`. */
  at: number;
}
type Responder = (received: Received, earlier: number) => Outcome | Promise<Outcome>;

export type Deliveries = Awaited<ReturnType<typeof startDeliveries>>;

/** A response that fails the attempt. */
export const failing = (overrides: Partial<Outcome> = {}): Outcome => ({
  ...ACCEPTED,
  status: 500,
  errorCode: "HTTP_STATUS",
  ...overrides,
});

export const jobOf = (organizationId: string, overrides: MessageInitShape<typeof IngestJobSchema> = {}): IngestJob =>
  create(IngestJobSchema, { id: newId(), organizationId, source: IngestSource.API_BULK, ...overrides });

/** Starts the service with fake receivers. The test defines their responses and starts the senders. */
export async function startDeliveries(overrides: Partial<Context> = {}) {
  const received: Received[] = [];
  const responders = new Map<string, Responder>();
  const post: Context["outbound"]["post"] = async (url, { headers, body }) => {
    const request = { url, headers, body: Buffer.from(body).toString(), at: performance.now() };
    const earlier = received.filter((one) => one.url === url).length;
    received.push(request);
    return (await responders.get(url)?.(request, earlier)) ?? ACCEPTED;
  };
  const notify = await startNotify({ outbound: fakeOutbound({ post }), ...overrides });
  const running: Background[] = [];
  const log = createLogger({ service: "test", level: "silent" });
  const rows = (by: Principal) => notify.rows<DeliveryRow>(by, "webhook_deliveries");

  return {
    ...notify,
    received,
    at: (url: string) => received.filter((one) => one.url === url),
    /** Starts a sender, as another process would. */
    send: (limits: Partial<Limits> = {}, more: Partial<Context> = {}) => {
      const sender = startSender({ context: { ...notify.context, ...more }, log, limits });
      running.push(sender);
      return sender;
    },
    stopSenders: async () => void (await Promise.all(running.splice(0).map((one) => one.stop()))),
    endpoint: async (by: Principal, answer?: Responder) => {
      const url = `https://${newId()}.example.com/`;
      if (answer) responders.set(url, answer);
      const { endpoint } = await notify
        .as(by, WebhookEndpointService)
        .createWebhookEndpoint({ url, eventTypes: [WebhookEventType.INGEST_JOB_FINISHED] });
      return endpoint!;
    },
    answer: (url: string, answer: Responder) => void responders.set(url, answer),
    /** Handles the events of finished jobs. */
    finish: (by: Principal, jobs: readonly IngestJob[] = [jobOf(by.organizationId)]) =>
      notify.db.asService(by.organizationId, (write) =>
        jobConsumer().handle(
          write,
          jobs.map((job) => create(IngestJobFinishedSchema, { job })),
        ),
      ),
    rows,
    /** Returns the rows of any table that belong to the organization. */
    table: notify.rows,
    /** Waits until no delivery is pending, and returns all. */
    ended: (by: Principal, limitMs?: number) =>
      until(
        "the deliveries to end",
        async () => {
          const all = await rows(by);
          return all.length > 0 && all.every(({ status }) => status !== "pending") && all;
        },
        limitMs,
      ),
  };
}
