import { enumTexts } from "@emissions/kit/wire/enum";
import { IngestJobSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { WebhookEventTypeSchema } from "@emissions/proto/notify/v1/webhook_delivery_service";
import type { Components, Schema } from "./components.ts";
import type { ReplySchemas } from "./schemas.ts";

const text = (description: string, more: Schema = {}) => ({ type: "string", description, ...more });
const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const object = (description: string, properties: Record<string, Schema>, optional: string[] = []) => ({
  type: "object",
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** The events that are sent to webhook endpoints. Only here clients are the servers. */
export function describeWebhooks(replies: ReplySchemas, components: Components): Record<string, Schema> {
  const data = object(
    "The content of the event.",
    {
      test: { type: "boolean", const: true, description: "Only in test events." },
      job: { ...replies.message(IngestJobSchema), description: "The job, as its own address shows it." },
    },
    ["test"],
  );
  const [type] = enumTexts(WebhookEventTypeSchema);
  const event = object("The same bytes in every attempt.", {
    id: text("The value of `webhook-id`, the same in every attempt.", { format: "uuid" }),
    type: text("The type of the event.", { const: type }),
    api_version: text("The version of the event format.", { examples: ["2026-10-05"] }),
    timestamp: text("When the job finished. UTC.", { format: "date-time" }),
    organization_id: text("The organization of the job.", { format: "uuid" }),
    data,
  });
  return {
    [type!]: {
      post: {
        operationId: "ingestJobFinished",
        // Its signature takes the place of a credential.
        security: [],
        summary: "An ingest job that an API key started has finished",
        description:
          "Sent to every enabled webhook endpoint of the organization with this event type, signed according to Standard " +
          "Webhooks. A 2xx answer within 15 seconds is a success. Otherwise the event is sent again, up to ten times in " +
          "about three days.",
        parameters: [
          header("webhook-id", "The id of the event, the same in every attempt. Ignore an id that you have processed."),
          header(
            "webhook-timestamp",
            "The time of the attempt in seconds since 1970. Refuse a difference of more than 5 minutes.",
          ),
          header(
            "webhook-signature",
            "`v1,` and the base64 of HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the raw body, separated by dots.",
          ),
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: components.add("IngestJobFinished", event) } },
        },
        responses: { "2XX": { description: "Accepted." } },
      },
    },
  };
}
