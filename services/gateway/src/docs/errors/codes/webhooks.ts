import type { Entry, Refusal } from "../entry.ts";

/** Webhook endpoints and deliveries. */
export const webhookRefusals: readonly Refusal[] = [
  {
    code: "ORG_ADMIN_REQUIRED",
    status: 403,
    meaning: "only admins of the organization manage its webhook endpoints and see their deliveries",
    help: "use the key of an admin",
  },
  {
    code: "WEBHOOK_ENDPOINT_LIMIT",
    status: 409,
    meaning: "the organization has 10 webhook endpoints already",
    help: "delete or change one",
  },
  {
    code: "WEBHOOK_ENDPOINT_DISABLED",
    status: 409,
    meaning: "a disabled webhook endpoint receives nothing",
    help: "enable it first",
  },
  {
    code: "WEBHOOK_ENDPOINT_BUSY",
    status: 409,
    meaning: "very much waited for the webhook endpoint when it was disabled, and is still being cancelled",
    help: "enable it after `Retry-After`",
  },
  {
    code: "DELIVERY_NOT_FAILED",
    status: 409,
    meaning: "only a delivery that has failed is sent again; this one is pending, has arrived or was cancelled",
    help: "look at its `status`",
  },
];

/** Reasons why a delivery attempt failed or an endpoint was disabled. These are not refusals. */
export const deliveryFailures: readonly Entry[] = [
  {
    code: "HTTP_STATUS",
    meaning: "the receiver answered, but not with 2xx; `last_response_status` and `last_response_body` say how",
    help: "look at the log of the receiver; a wrong secret is the usual cause of 401",
  },
  {
    code: "TIMEOUT",
    meaning: "no answer within 15 seconds",
    help: "answer first and work later",
  },
  {
    code: "CONNECTION_REFUSED",
    meaning: "nobody listens at the address, or no way leads there",
    help: "start the receiver, or open the firewall",
  },
  {
    code: "CONNECTION_RESET",
    meaning: "the connection ended before the answer, or what came was no HTTP",
    help: "look at what stands before the receiver",
  },
  {
    code: "DNS_FAILURE",
    meaning: "the name has no address, or its servers do not say",
    help: "correct the name, or its records",
  },
  {
    code: "TLS_FAILURE",
    meaning:
      "the certificate has expired, is for another name or from an issuer that nobody knows, or no TLS came about",
    help: "renew it, and send the whole chain",
  },
  {
    code: "REDIRECT",
    meaning: "the receiver answered with 3xx; redirects are not followed",
    help: "set `url` to where it leads",
  },
  {
    code: "ADDRESS_NOT_PUBLIC",
    meaning: "the name leads to an address that is not public; nothing was sent",
    help: "correct its records",
  },
  {
    code: "TOO_MANY_FAILURES",
    meaning: "in `disabled_reason`: five deliveries in a row have failed, and the endpoint was disabled",
    help: "repair the receiver, enable the endpoint, and send again what failed",
  },
];
