import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const BODY = '{"id":"1","data":{"job":{"total_items":3}},"later":9007199254740993}';

function delivery({ at = new Date(), body = BODY } = {}) {
  return {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(SECRET).sign("1", at, body),
  };
}

it("returns the event of a delivery with a valid signature", () => {
  const event = verifyWebhook(SECRET, Buffer.from(BODY), new Headers(delivery()));
  expect(event).toEqual({ id: "1", data: { job: { total_items: 3 } }, later: "9007199254740993" });
});

it.each([
  ["another body", BODY.replace("3", "4"), delivery()],
  ["a signature with another secret", BODY, { ...delivery(), "webhook-signature": "v1,AAAA" }],
  ["no signature", BODY, {}],
  ["a time six minutes ago", BODY, delivery({ at: new Date(Date.now() - 6 * 60_000) })],
])("refuses %s", (_what, body, headers) => {
  expect(() => verifyWebhook(SECRET, body, headers)).toThrow(WebhookVerificationError);
});
