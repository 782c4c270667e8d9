import {
  WebhookDeliveryService,
  WebhookDeliveryStatusSchema,
  WebhookEventTypeSchema,
} from "@emissions/proto/notify/v1/webhook_delivery_service";
import { z } from "zod";
import { enumOf, instant, listOf, page, size } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import { webhooks } from "./webhook-endpoints.ts";

const { method } = WebhookDeliveryService;

const Filter = z.object({
  page,
  size: size(10, 100),
  status: listOf(enumOf(WebhookDeliveryStatusSchema)),
  event_type: listOf(enumOf(WebhookEventTypeSchema)),
  created_at_from: instant.optional(),
  created_at_to: instant.optional(),
});

const Since = z.strictObject({ since: instant }).meta({ examples: [{ since: "2026-10-09T08:00:00Z" }] });

const all = "/v2/webhook-endpoints/{endpoint_id}/deliveries";
const one = `${all}/{delivery_id}`;

export const webhookDeliveryRoutes = [
  route(method.listWebhookDeliveries, {
    ...webhooks,
    http: `GET ${all}`,
    summary: "List the deliveries of a webhook endpoint",
    query: Filter,
    list: "counted",
  }),
  route(method.retryFailedWebhookDeliveries, {
    ...webhooks,
    http: `POST ${all}/retry`,
    summary: "Send again what failed since a time",
    body: Since,
    status: 202,
    counts: (_request, { retry }) => retry?.retried ?? 0,
    refuses: ["WEBHOOK_ENDPOINT_DISABLED"],
  }),
  route(method.getWebhookDelivery, { ...webhooks, http: `GET ${one}`, summary: "Get a webhook delivery" }),
  route(method.listWebhookAttempts, {
    ...webhooks,
    http: `GET ${one}/attempts`,
    summary: "List the attempts of a webhook delivery",
    query: z.object({ page, size: size(10, 100) }),
    list: "counted",
  }),
  route(method.retryWebhookDelivery, {
    ...webhooks,
    http: `POST ${one}/retry`,
    summary: "Send a failed webhook delivery again",
    status: 202,
    refuses: ["DELIVERY_NOT_FAILED", "WEBHOOK_ENDPOINT_DISABLED"],
  }),
];
