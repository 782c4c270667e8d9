import { WebhookDeliveryService } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { z } from "zod";
import { instant } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";
import { webhooks } from "./webhook-endpoints.ts";

const { method } = WebhookDeliveryService;

const Since = z.strictObject({ since: instant }).meta({ examples: [{ since: "2026-10-09T08:00:00Z" }] });

const all = "/v2/webhook-endpoints/{endpoint_id}/deliveries";
const one = `${all}/{delivery_id}`;

export const webhookDeliveryRoutes = [
  describedRoute(method.listWebhookDeliveries, {
    ...webhooks,
    http: `GET ${all}`,
    summary: "List the deliveries of a webhook endpoint",
    query: listQuery(method.listWebhookDeliveries.input, 10, "endpoint_id"),
    list: "counted",
  }),
  route(method.retryFailedWebhookDeliveries, {
    ...webhooks,
    http: `POST ${all}/retry`,
    summary: "Send again what failed since a time",
    body: Since,
    status: 202,
    dry: { total: (_request, { retry }) => retry?.retried ?? 0 },
    refuses: ["WEBHOOK_ENDPOINT_DISABLED"],
  }),
  route(method.getWebhookDelivery, { ...webhooks, http: `GET ${one}`, summary: "Get a webhook delivery" }),
  describedRoute(method.listWebhookAttempts, {
    ...webhooks,
    http: `GET ${one}/attempts`,
    summary: "List the attempts of a webhook delivery",
    query: listQuery(method.listWebhookAttempts.input, 10, "endpoint_id", "delivery_id"),
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
