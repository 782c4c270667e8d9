import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Page } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber } from "@emissions/kit/wire/enum";
import { WebhookEventTypeSchema } from "@emissions/proto/notify/v1/webhook_delivery_service";
import type { WebhookEndpointSchema } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import type { EndpointRow, EndpointState, EndpointValues } from "../endpoint-row.ts";

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

/** Locks until the commit, so that concurrent calls of one organization create endpoints one after the other. */
export async function lockAndCountEndpoints(tx: Tx, org: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`webhook_endpoints/${org}`}, 0))`;
  // A separate statement has a new snapshot, so it sees what the previous holder of the lock committed.
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

/** Newest first, since ids grow with time. */
export async function selectEndpoints(tx: Tx, org: string, { limit, offset }: Page) {
  const rows = await tx<EndpointRow[]>`
    select * from webhook_endpoints where organization_id = ${org} and deleted_at is null
    order by id desc limit ${limit} offset ${offset}`;
  return { rows, total: await countEndpoints(tx, org) };
}

/** A new URL resets `answering`, because no attempt has reached it yet. */
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

/** Hides the endpoint from clients. The sweep removes the row when its deliveries are removed. */
export async function deleteEndpoint(tx: Tx, org: string, id: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoints set deleted_at = now(), enabled = false, disabled_reason = null
    where organization_id = ${org} and id = ${id} and deleted_at is null`;
  return count === 1;
}
