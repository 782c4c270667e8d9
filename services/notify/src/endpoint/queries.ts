import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Page } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber } from "@emissions/kit/wire/enum";
import { WebhookEventTypeSchema } from "@emissions/proto/notify/v1/webhook_delivery_service";
import type { WebhookEndpointSchema } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import type { EndpointState, EndpointValues } from "./rules.ts";

export interface EndpointRow extends EndpointState {
  id: string;
  sealedSecret: Uint8Array;
  createdAt: Date;
  updatedAt: Date;
}

export const toEndpoint = (row: EndpointRow) =>
  ({
    id: row.id,
    url: row.url,
    description: row.description ?? undefined,
    eventTypes: row.eventTypes.map((type) => enumNumber(WebhookEventTypeSchema, type)),
    enabled: row.enabled,
    consecutiveFailures: row.consecutiveFailures,
    disabledReason: row.disabledReason ?? undefined,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
  }) satisfies MessageInitShape<typeof WebhookEndpointSchema>;

/** Until the end of the transaction nobody else makes an endpoint of the organization: the count stays what it is. */
export async function countLocked(tx: Tx, org: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`webhook_endpoints/${org}`}, 0))`;
  // A statement of its own: it must see what those have made who had the lock before.
  return countEndpoints(tx, org);
}

async function countEndpoints(tx: Tx, org: string): Promise<number> {
  const [row] = await tx<[{ total: number }]>`
    select count(*)::int as total from webhook_endpoints where organization_id = ${org} and deleted_at is null`;
  return row.total;
}

export async function insertEndpoint(
  tx: Tx,
  org: string,
  { id, sealedSecret }: { id: string; sealedSecret: Buffer },
  { url, description, eventTypes, enabled }: EndpointValues,
): Promise<EndpointRow> {
  const [row] = await tx<[EndpointRow]>`
    insert into webhook_endpoints (organization_id, id, url, description, event_types, enabled, sealed_secret)
    values (${org}, ${id}, ${url}, ${description}, ${eventTypes as string[]}, ${enabled}, ${sealedSecret})
    returning *`;
  return row;
}

/** The newest first: ids grow with time. */
export async function selectEndpoints(tx: Tx, org: string, { limit, offset }: Page) {
  const rows = await tx<EndpointRow[]>`
    select * from webhook_endpoints where organization_id = ${org} and deleted_at is null
    order by id desc limit ${limit} offset ${offset}`;
  return { rows, total: await countEndpoints(tx, org) };
}

/** With a lock the endpoint stays as it is until the transaction ends. */
export async function selectEndpoint(
  tx: Tx,
  org: string,
  id: string,
  lock?: "to change" | "to refer to",
): Promise<EndpointRow | null> {
  const locking = { none: tx``, "to change": tx`for update`, "to refer to": tx`for share` }[lock ?? "none"];
  const [row] = await tx<EndpointRow[]>`
    select * from webhook_endpoints where organization_id = ${org} and id = ${id} and deleted_at is null ${locking}`;
  return row ?? null;
}

/** Nothing is known of another address: it has yet to show that it answers. */
export async function updateEndpoint(tx: Tx, org: string, id: string, endpoint: EndpointState): Promise<EndpointRow> {
  const { url, description, eventTypes, enabled, consecutiveFailures, disabledReason } = endpoint;
  const [row] = await tx<[EndpointRow]>`
    update webhook_endpoints set url = ${url}, description = ${description}, event_types = ${eventTypes as string[]},
      enabled = ${enabled}, consecutive_failures = ${consecutiveFailures}, disabled_reason = ${disabledReason},
      answering = answering and url = ${url}, updated_at = now()
    where organization_id = ${org} and id = ${id}
    returning *`;
  return row;
}

export async function updateSecret(tx: Tx, org: string, id: string, sealedSecret: Buffer): Promise<EndpointRow | null> {
  const [row] = await tx<EndpointRow[]>`
    update webhook_endpoints set sealed_secret = ${sealedSecret}, updated_at = now()
    where organization_id = ${org} and id = ${id} and deleted_at is null
    returning *`;
  return row ?? null;
}

/** Nobody finds it any more. */
export async function deleteEndpoint(tx: Tx, org: string, id: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoints set deleted_at = now(), enabled = false, disabled_reason = null
    where organization_id = ${org} and id = ${id} and deleted_at is null`;
  return count === 1;
}
