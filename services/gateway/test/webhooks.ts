import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { HandlerContext } from "@connectrpc/connect";
import { conflict, invalid, notFound } from "@emissions/kit/wire/errors";
import { DRY_RUN, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from "@emissions/kit/wire/headers";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import {
  type ListWebhookDeliveriesRequest,
  type RetryFailedWebhookDeliveriesRequest,
  WebhookDeliverySchema,
  WebhookDeliveryService,
  WebhookDeliveryStatus,
  WebhookErrorCode,
  WebhookEventType,
} from "@emissions/proto/notify/v1/webhook_delivery_service";
import {
  type CreateWebhookEndpointRequest,
  type UpdateWebhookEndpointRequest,
  WebhookEndpointSchema,
  WebhookEndpointService,
} from "@emissions/proto/notify/v1/webhook_endpoint_service";

export const ENDPOINT_ID = "0190f3a0-0000-7000-8000-0000000000e1";
export const DELIVERY_ID = "0190f3a0-0000-7000-8000-0000000000e2";
export const EVENT_ID = "0190f3a0-0000-7000-8000-0000000000e3";
/** A delivery that has arrived. */
export const ARRIVED_ID = "0190f3a0-0000-7000-8000-0000000000e4";

const NOW = timestampFromDate(new Date("2026-01-31T10:00:00.250Z"));

/** What the gateway asked for last. */
export interface AskedOfWebhooks {
  created?: CreateWebhookEndpointRequest;
  updated?: UpdateWebhookEndpointRequest;
  deliveries?: ListWebhookDeliveriesRequest;
  retried?: RetryFailedWebhookDeliveriesRequest;
  /** Of requests that were not repeats. */
  keys: (string | null)[];
  /** How many secrets there have been. */
  secrets: number;
}

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

/** Knows one endpoint, which is disabled, and two of its deliveries. */
export const webhookServices = (asked: AskedOfWebhooks, organizationId: string): ServiceEntry[] => {
  const missing = () => notFound("webhook endpoint", "Not found.");
  const known = (call: HandlerContext, endpointId: string, deliveryId = DELIVERY_ID) => {
    const ours = principalOf(call).organizationId === organizationId;
    if (!ours || endpointId !== ENDPOINT_ID || ![DELIVERY_ID, ARRIVED_ID].includes(deliveryId)) throw missing();
  };
  return [
    endpointService(asked, known),
    serve(WebhookDeliveryService, {
      listWebhookDeliveries(request, call) {
        known(call, request.endpointId);
        asked.deliveries = request;
        return { deliveries: [failed], total: 11 };
      },
      getWebhookDelivery({ endpointId, deliveryId }, call) {
        known(call, endpointId, deliveryId);
        return { delivery: failed };
      },
      listWebhookAttempts({ endpointId, deliveryId }, call) {
        known(call, endpointId, deliveryId);
        const errorCode = WebhookErrorCode.HTTP_STATUS;
        return { attempts: [{ number: 1, at: NOW, durationMs: 7, responseStatus: 500, errorCode }], total: 1 };
      },
      retryWebhookDelivery({ endpointId, deliveryId }, call) {
        known(call, endpointId, deliveryId);
        if (deliveryId === ARRIVED_ID) throw conflict("DELIVERY_NOT_FAILED", "It has not failed.");
        return { delivery: { ...failed, status: WebhookDeliveryStatus.PENDING } };
      },
      retryFailedWebhookDeliveries(request, call) {
        known(call, request.endpointId);
        asked.retried = request;
        return { retry: { retried: 3 } };
      },
    }),
  ];
};

type Known = (call: HandlerContext, endpointId: string) => void;

function endpointService(asked: AskedOfWebhooks, known: Known): ServiceEntry {
  const replies = new Map<string, string>();
  /** Makes a secret, or finds the one that a request with the same key was answered with. */
  const secret = (call: HandlerContext) => {
    const key = call.requestHeader.get(IDEMPOTENCY_KEY);
    const earlier = key === null ? undefined : replies.get(key);
    if (earlier !== undefined) call.responseHeader.set(IDEMPOTENT_REPLAYED, "true");
    if (earlier !== undefined) return earlier;
    asked.keys.push(key);
    const made = `whsec_${asked.secrets + 1}`;
    if (call.requestHeader.get(DRY_RUN) === null) asked.secrets++;
    if (key !== null) replies.set(key, made);
    return made;
  };
  const { $typeName: _, ...fields } = endpoint;
  return serve(WebhookEndpointService, {
    listWebhookEndpoints: () => ({ endpoints: [endpoint], total: 1 }),
    getWebhookEndpoint({ endpointId }, call) {
      known(call, endpointId);
      return { endpoint };
    },
    createWebhookEndpoint(request, call) {
      asked.created = request;
      if (request.url.startsWith("http:")) {
        throw invalid([{ loc: ["body", "url"], msg: "not https", type: "value_error.url.scheme" }]);
      }
      if (request.description === "the eleventh") throw conflict("WEBHOOK_ENDPOINT_LIMIT", "There are ten.");
      return { endpoint: { ...fields, secret: secret(call) } };
    },
    updateWebhookEndpoint(request, call) {
      known(call, request.endpointId);
      asked.updated = request;
      return { endpoint };
    },
    deleteWebhookEndpoint({ endpointId }, call) {
      known(call, endpointId);
      return {};
    },
    rotateWebhookSecret({ endpointId }, call) {
      known(call, endpointId);
      return { endpoint: { ...fields, secret: secret(call) } };
    },
    sendTestEvent({ endpointId }, call) {
      known(call, endpointId);
      const { lastAttemptAt, lastErrorCode, finishedAt, ...waiting } = failed;
      return { delivery: { ...waiting, status: WebhookDeliveryStatus.PENDING, attempts: 0, nextAttemptAt: NOW } };
    },
  });
}
