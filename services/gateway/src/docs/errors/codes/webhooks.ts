import type { Entry, Refusal } from "../entry.ts";

/** Webhook endpoints and deliveries. */
export const webhookRefusals: readonly Refusal[] = [
  {
    code: "ORG_ADMIN_REQUIRED",
    status: 403,
    meaning:
      "only admins of the organization manage its webhook endpoints, see their deliveries, lock periods, and send `Restatement-Reason`",
    help: "use the key of an admin",
  },
  {
    code: "WEBHOOK_ENDPOINT_LIMIT",
    status: 409,
    meaning: "the organization already has 10 webhook endpoints",
    help: "delete or change one",
  },
  {
    code: "WEBHOOK_ENDPOINT_DISABLED",
    status: 409,
    meaning: "the webhook endpoint is disabled and receives nothing",
    help: "enable it first",
  },
  {
    code: "WEBHOOK_ENDPOINT_BUSY",
    status: 409,
    meaning: "the webhook endpoint was disabled with many pending deliveries, which are still being cancelled",
    help: "enable it after `Retry-After`",
  },
  {
    code: "DELIVERY_NOT_FAILED",
    status: 409,
    meaning: "only a failed delivery can be retried; this one is pending, delivered or cancelled",
    help: "check its `status`",
  },
];

/** Reasons why a delivery attempt failed or an endpoint was disabled. These are not refusals. */
export const deliveryFailures: readonly Entry[] = [
  {
    code: "HTTP_STATUS",
    meaning: "the receiver answered, but not with 2xx; `last_response_status` and `last_response_body` say how",
    help: "check the log of the receiver; 401 usually means a wrong secret",
  },
  {
    code: "TIMEOUT",
    meaning: "no answer within 15 seconds",
    help: "answer first and process the event later",
  },
  {
    code: "CONNECTION_REFUSED",
    meaning: "nothing listens at the address, or there is no route to it",
    help: "start the receiver, or open the firewall",
  },
  {
    code: "CONNECTION_RESET",
    meaning: "the connection ended before the answer, or the answer was not HTTP",
    help: "check the proxies before the receiver",
  },
  {
    code: "DNS_FAILURE",
    meaning: "the host name has no address, or its name servers do not answer",
    help: "correct the host name or its DNS records",
  },
  {
    code: "TLS_FAILURE",
    meaning: "the certificate is expired, for another name or from an unknown issuer, or the TLS handshake failed",
    help: "renew the certificate and send the whole chain",
  },
  {
    code: "REDIRECT",
    meaning: "the receiver answered with 3xx; redirects are not followed",
    help: "set `url` to the target of the redirect",
  },
  {
    code: "ADDRESS_NOT_PUBLIC",
    meaning: "the host name resolves to an address that is not public; nothing was sent",
    help: "correct its DNS records",
  },
  {
    code: "TOO_MANY_FAILURES",
    meaning: "in `disabled_reason`: five consecutive deliveries failed, and the endpoint was disabled",
    help: "correct the receiver, enable the endpoint, and retry the failed deliveries",
  },
];
