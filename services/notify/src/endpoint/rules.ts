import { type Check, checkEnum, checkText, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { WebhookEventTypeSchema } from "@emissions/proto/notify/v1/webhook_delivery_service";
import type {
  CreateWebhookEndpointRequest,
  UpdateWebhookEndpointRequest,
} from "@emissions/proto/notify/v1/webhook_endpoint_service";
import type { EndpointState, EndpointValues } from "../endpoint-row.ts";
import type { Outbound } from "../outbound/outbound.ts";

/** Endpoints of one organization. */
export const ENDPOINTS_MAX = 10;
export const URL_MAX = 2_048;
const DESCRIPTION_MAX = 255;
const EVENT_TYPES = enumTexts(WebhookEventTypeSchema);

export function endpointValues(request: CreateWebhookEndpointRequest | UpdateWebhookEndpointRequest): EndpointValues {
  const { url, description, eventTypes, enabled = true } = request;
  const named = eventTypes.map((type) => enumText(WebhookEventTypeSchema, type));
  return { url, description: description || null, eventTypes: [...new Set(named)], enabled };
}

/** Checks all values but the URL, which `outbound` checks. */
export function checkEndpoint({ description, eventTypes }: Partial<EndpointValues>): Check[] {
  return [
    ...checkText("description", description ?? null, { max: DESCRIPTION_MAX }),
    ...(eventTypes === undefined ? [] : checkEventTypes(eventTypes)),
  ];
}

function checkEventTypes(types: readonly string[]): Check[] {
  if (types.length === 0) {
    return [violation("event_types", "value_error.list.min_items", "ensure this value has at least 1 items")];
  }
  return types.flatMap((type, index) =>
    checkEnum(`${index}`, type, EVENT_TYPES).map((check) => ({ ...check, loc: ["body", "event_types", `${index}`] })),
  );
}

export type UrlFault = Extract<Awaited<ReturnType<Outbound["checkUrl"]>>, { fault: unknown }>["fault"];

const FAULTS: Record<UrlFault, string> = {
  scheme: "the address must begin with https://",
  credentials: "the address must not contain credentials",
  host: "the name must resolve, and to public addresses only",
  too_long: `ensure this value has at most ${URL_MAX} characters`,
  port: "this port is not allowed",
  fragment: "the address must not have a fragment",
  malformed: "the address is not a valid URL",
};

export const urlViolation = (fault: UrlFault): Check => violation("url", `value_error.url.${fault}`, FAULTS[fault]);

/** Applies changes to an endpoint. Returns the same object if nothing changes. Enabling resets the failure state. */
export function applyChanges<E extends EndpointState>(before: E, changes: Partial<EndpointValues>): E {
  const after = { ...before, ...changes };
  if (after.enabled && !before.enabled) return { ...after, consecutiveFailures: 0, disabledReason: null };
  const keys = Object.keys(changes) as (keyof EndpointValues)[];
  return keys.every((key) => isSame(before[key], changes[key])) ? before : after;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
