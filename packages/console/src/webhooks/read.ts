import type { AnswerOf, InputOf } from "@emissions/client";

export type Endpoint = AnswerOf<"getWebhookEndpoint">;
export type NewEndpoint = InputOf<"createWebhookEndpoint">["body"];
export type Delivery = AnswerOf<"getWebhookDelivery">;
export type Attempt = AnswerOf<"listWebhookAttempts">["items"][number];

export const EVENT_TYPES = ["ingest_job.finished"] as const satisfies NewEndpoint["event_types"];
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "cancelled"] as const;

/** The word for the state of an endpoint. */
export function stateWord({ enabled, disabled_reason }: Endpoint) {
  if (enabled) return "webhooks.on";
  return disabled_reason === "TOO_MANY_FAILURES" ? "webhooks.tooManyFailures" : "webhooks.off";
}
