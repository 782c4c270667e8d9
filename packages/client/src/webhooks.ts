import { Webhook } from "standardwebhooks";
import { parseExact } from "./exact-json.ts";
import type { IngestJobFinished } from "./gen/types.ts";

export { WebhookVerificationError } from "standardwebhooks";

/**
 * Verifies a delivery and returns its event. `secret` is the `whsec_...` of the endpoint, `body` the received bytes or
 * their text, before any parsing. Throws a WebhookVerificationError if the signature is wrong or the time is more than 5
 * minutes off. An event may arrive more than once: ignore an `id` that you have processed.
 */
export function verifyWebhook(
  secret: string,
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
): IngestJobFinished {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const given = headers instanceof Headers ? headers.entries() : Object.entries(headers);
  const plain = [...given].map(([name, value]) => [name, String(value ?? "")]);
  new Webhook(secret).verify(text, Object.fromEntries(plain));
  return parseExact(text, "IngestJobFinished") as IngestJobFinished;
}
