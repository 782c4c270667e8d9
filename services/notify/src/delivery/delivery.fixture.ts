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
import { ACCEPTED, outsideWorld, startNotify } from "../notify.fixture.ts";
import type { Outcome } from "../outbound/outbound.ts";
import { jobConsumer } from "./consumer.ts";
import type { Limits } from "./limits.ts";
import type { DeliveryRow } from "./message.ts";
import { startSenders } from "./sender.ts";

/** A request as a receiver got it. */
export interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** On the clock of the process. */
  at: number;
}
type Answer = (received: Received, earlier: number) => Outcome | Promise<Outcome>;

export type Deliveries = Awaited<ReturnType<typeof startDeliveries>>;

/** An answer that is none of those that content a receiver. */
export const failing = (own: Partial<Outcome> = {}): Outcome => ({
  ...ACCEPTED,
  status: 500,
  errorCode: "HTTP_STATUS",
  ...own,
});

export const jobOf = (organizationId: string, own: MessageInitShape<typeof IngestJobSchema> = {}): IngestJob =>
  create(IngestJobSchema, { id: newId(), organizationId, source: IngestSource.API_BULK, ...own });

/** The service, receivers that answer as a test says, and senders that a test starts. */
export async function startDeliveries(own: Partial<Context> = {}) {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const post: Context["outbound"]["post"] = async (url, { headers, body }) => {
    const request = { url, headers, body: Buffer.from(body).toString(), at: performance.now() };
    const earlier = received.filter((one) => one.url === url).length;
    received.push(request);
    return (await answers.get(url)?.(request, earlier)) ?? ACCEPTED;
  };
  const notify = await startNotify({ outbound: outsideWorld({ post }), ...own });
  const running: Background[] = [];
  const log = createLogger({ service: "test", level: "silent" });
  const rows = (by: Principal) => notify.rows<DeliveryRow>(by, "webhook_deliveries");

  return {
    ...notify,
    received,
    at: (url: string) => received.filter((one) => one.url === url),
    /** Another process that sends. */
    send: (limits: Partial<Limits> = {}, more: Partial<Context> = {}) => {
      const sender = startSenders({ context: { ...notify.context, ...more }, log, limits });
      running.push(sender);
      return sender;
    },
    stopSenders: async () => void (await Promise.all(running.splice(0).map((one) => one.stop()))),
    endpoint: async (by: Principal, answer?: Answer) => {
      const url = `https://${newId()}.example.com/`;
      if (answer) answers.set(url, answer);
      const { endpoint } = await notify
        .as(by, WebhookEndpointService)
        .createWebhookEndpoint({ url, eventTypes: [WebhookEventType.INGEST_JOB_FINISHED] });
      return endpoint!;
    },
    answer: (url: string, answer: Answer) => void answers.set(url, answer),
    /** Jobs of the organization have finished. */
    finish: (by: Principal, jobs: readonly IngestJob[] = [jobOf(by.organizationId)]) =>
      notify.db.asService(by.organizationId, (write) =>
        jobConsumer().handle(
          write,
          jobs.map((job) => create(IngestJobFinishedSchema, { job })),
        ),
      ),
    rows,
    /** Rows of any table, as the organization sees them. */
    table: notify.rows,
    /** All deliveries, once none is pending any more. */
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
