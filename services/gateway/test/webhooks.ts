import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { HandlerContext } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { conflict, invalid, notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import {
  WebhookDeliverySchema,
  WebhookDeliveryService,
  WebhookDeliveryStatus,
  WebhookErrorCode,
  WebhookEventType,
} from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointSchema, WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { OURS } from "./access.ts";

export const ENDPOINT_ID = "0190f3a0-0000-7000-8000-0000000000e1";
export const DELIVERY_ID = "0190f3a0-0000-7000-8000-0000000000e2";
export const EVENT_ID = "0190f3a0-0000-7000-8000-0000000000e3";
/** A delivered delivery. */
export const ARRIVED_ID = "0190f3a0-0000-7000-8000-0000000000e4";

const NOW = timestampFromDate(new Date("2026-01-31T10:00:00.250Z"));

const endpoint = create(WebhookEndpointSchema, {
  id: ENDPOINT_ID,
  url: "https://hooks.example.com/",
  eventTypes: [WebhookEventType.INGEST_JOB_FINISHED],
  consecutiveFailures: 5,
  disabledReason: "TOO_MANY_FAILURES",
  createdAt: NOW,
  updatedAt: NOW,
});

const failed = create(WebhookDeliverySchema, {
  id: DELIVERY_ID,
  endpointId: ENDPOINT_ID,
  eventId: EVENT_ID,
  eventType: WebhookEventType.INGEST_JOB_FINISHED,
  status: WebhookDeliveryStatus.FAILED,
  attempts: 10,
  lastAttemptAt: NOW,
  lastErrorCode: WebhookErrorCode.DNS_FAILURE,
  createdAt: NOW,
  finishedAt: NOW,
});

const missing = () => notFound("webhook endpoint", "Not found.");

function requireKnown(call: HandlerContext, endpointId: string, deliveryId = DELIVERY_ID): void {
  const ours = principalOf(call).organizationId === OURS;
  if (!ours || endpointId !== ENDPOINT_ID || ![DELIVERY_ID, ARRIVED_ID].includes(deliveryId)) throw missing();
}

const deliveryService = serve(WebhookDeliveryService, {
  listWebhookDeliveries(request, call) {
    requireKnown(call, request.endpointId);
    return { deliveries: [failed], total: 11 };
  },
  getWebhookDelivery({ endpointId, deliveryId }, call) {
    requireKnown(call, endpointId, deliveryId);
    return { delivery: failed };
  },
  listWebhookAttempts({ endpointId, deliveryId }, call) {
    requireKnown(call, endpointId, deliveryId);
    const errorCode = WebhookErrorCode.HTTP_STATUS;
    return { attempts: [{ number: 1, at: NOW, durationMs: 7, responseStatus: 500, errorCode }], total: 1 };
  },
  retryWebhookDelivery({ endpointId, deliveryId }, call) {
    requireKnown(call, endpointId, deliveryId);
    if (deliveryId === ARRIVED_ID) throw conflict("DELIVERY_NOT_FAILED", "It has not failed.");
    return { delivery: { ...failed, status: WebhookDeliveryStatus.PENDING } };
  },
  retryFailedWebhookDeliveries(request, call) {
    requireKnown(call, request.endpointId);
    return { retry: { retried: 3 } };
  },
});

const { $typeName: _, ...fields } = endpoint;
const withSecret = () => ({ endpoint: { ...fields, secret: `whsec_${newId()}` } });

const endpointService = serve(WebhookEndpointService, {
  listWebhookEndpoints: () => ({ endpoints: [endpoint], total: 1 }),
  getWebhookEndpoint({ endpointId }, call) {
    requireKnown(call, endpointId);
    return { endpoint };
  },
  createWebhookEndpoint(request) {
    if (request.url.startsWith("http:")) {
      throw invalid([{ loc: ["body", "url"], msg: "not https", type: "value_error.url.scheme" }]);
    }
    if (request.description === "the eleventh") throw conflict("WEBHOOK_ENDPOINT_LIMIT", "There are ten.");
    return withSecret();
  },
  updateWebhookEndpoint(request, call) {
    requireKnown(call, request.endpointId);
    return { endpoint };
  },
  deleteWebhookEndpoint({ endpointId }, call) {
    requireKnown(call, endpointId);
    return {};
  },
  rotateWebhookSecret({ endpointId }, call) {
    requireKnown(call, endpointId);
    return withSecret();
  },
  sendTestEvent({ endpointId }, call) {
    requireKnown(call, endpointId);
    const { lastAttemptAt, lastErrorCode, finishedAt, ...waiting } = failed;
    return { delivery: { ...waiting, status: WebhookDeliveryStatus.PENDING, attempts: 0, nextAttemptAt: NOW } };
  },
});

/** One endpoint, which is disabled, and two of its deliveries. */
export const webhookServices: ServiceEntry[] = [endpointService, deliveryService];
