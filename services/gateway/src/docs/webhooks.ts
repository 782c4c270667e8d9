import { enumTexts } from "@emissions/kit/wire/enum";
import { IngestJobSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { WebhookEventTypeSchema } from "@emissions/proto/notify/v1/webhook_delivery_service";
import type { ReplySchemas, Schema } from "./schemas.ts";

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
export function describeWebhooks(replies: ReplySchemas): Record<string, Schema> {
  const data = object(
    "What it is about.",
    {
      test: { type: "boolean", const: true, description: "Only in test events." },
      job: replies.message(IngestJobSchema),
    },
    ["test"],
  );
  const [type] = enumTexts(WebhookEventTypeSchema);
  const event = object("The same bytes in every attempt.", {
    id: text("As in `webhook-id`: the same in every attempt.", { format: "uuid" }),
    type: text("What happened.", { const: type }),
    api_version: text("The shape of the event.", { examples: ["2026-10-05"] }),
    timestamp: text("When the job finished. UTC.", { format: "date-time" }),
    organization_id: text("Whose job it was.", { format: "uuid" }),
    data,
  });
  return {
    [type!]: {
      post: {
        operationId: "ingestJobFinished",
        summary: "An ingest job that was begun with an API key is over",
        description:
          "Sent to every enabled webhook endpoint of the organization that names the event, signed as Standard Webhooks " +
          "has it. An answer of 2xx within 15 seconds is a success; after any other the event is sent again, up to ten " +
          "times in about three days.",
        parameters: [
          header("webhook-id", "The event, the same in every attempt: whoever has seen it before can let it go."),
          header(
            "webhook-timestamp",
            "Seconds since 1970 when the attempt was made. More than 5 minutes off is refused.",
          ),
          header(
            "webhook-signature",
            "`v1,` and the base64 of HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the raw body, with points between.",
          ),
        ],
        requestBody: { required: true, content: { "application/json": { schema: event } } },
        responses: { "2XX": { description: "Taken." } },
      },
    },
  };
}
