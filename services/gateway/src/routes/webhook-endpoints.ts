import { WebhookEventTypeSchema } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { z } from "zod";
import { enumOf, text } from "../rest/fields.ts";
import { page, size } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { method } = WebhookEndpointService;

const NewEndpoint = z.strictObject({
  // The service checks the host, because only the service resolves it.
  url: z.string(),
  event_types: z.array(enumOf(WebhookEventTypeSchema)).min(1),
  description: text(255).nullish(),
  enabled: z.boolean().optional(),
});
const example = {
  url: "https://hooks.example.com/emissions",
  event_types: ["ingest_job.finished"],
  description: "Nightly import",
};

const Changes = NewEndpoint.partial().meta({ examples: [{ enabled: true }] });

const all = "/v2/webhook-endpoints";
const one = `${all}/{endpoint_id}`;

/** Common properties of all routes of webhooks. */
export const webhooks = { roles: "org_admin", secret: true } as const;

export const webhookEndpointRoutes = [
  route(method.listWebhookEndpoints, {
    ...webhooks,
    http: `GET ${all}`,
    summary: "List webhook endpoints",
    query: z.object({ page, size: size(10, 100) }),
    list: "counted",
  }),
  route(method.createWebhookEndpoint, {
    ...webhooks,
    http: `POST ${all}`,
    summary: "Create a webhook endpoint",
    body: NewEndpoint.meta({ examples: [example] }),
    status: 201,
    location: ({ endpoint }) => `${all}/${endpoint?.id}`,
    refuses: ["WEBHOOK_ENDPOINT_LIMIT"],
  }),
  route(method.getWebhookEndpoint, { ...webhooks, http: `GET ${one}`, summary: "Get a webhook endpoint" }),
  route(method.updateWebhookEndpoint, {
    ...webhooks,
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a webhook endpoint",
    description:
      "What is not sent stays as it is. Disabling cancels what is pending; enabling a disabled endpoint sets " +
      "`consecutive_failures` to 0 and clears `disabled_reason`.",
    body: Changes,
    refuses: ["WEBHOOK_ENDPOINT_BUSY"],
  }),
  route(method.deleteWebhookEndpoint, {
    ...webhooks,
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a webhook endpoint",
  }),
  route(method.rotateWebhookSecret, {
    ...webhooks,
    http: `POST ${one}/rotate-secret`,
    summary: "Replace the secret of a webhook endpoint",
  }),
  route(method.sendTestEvent, {
    ...webhooks,
    http: `POST ${one}/test`,
    summary: "Send a test event",
    status: 202,
    location: ({ delivery }) => `${all}/${delivery?.endpointId}/deliveries/${delivery?.id}`,
    refuses: ["WEBHOOK_ENDPOINT_DISABLED"],
  }),
];
