import type { Page } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import type { ErrorCode } from "../outbound/outbound.ts";
import type { DeliveryRow } from "./messages.ts";

/** Empty lists and null mean no restriction. */
export interface Filter {
  endpointId: string;
  status: readonly string[];
  eventType: readonly string[];
  from: Date | null;
  to: Date | null;
}

export interface AttemptRow {
  number: number;
  at: Date;
  durationMs: number;
  responseStatus: number | null;
  errorCode: ErrorCode | null;
}

/** Upper limit of the count, so that the time for a page does not grow with the number of deliveries. */
const TOTAL_MAX = 100_000;
/** Deliveries that one call retries. */
const RETRIED_MAX = 10_000;

/** Newest first, since ids grow with time. Clients see milliseconds, so `to` includes the whole last millisecond. */
export async function selectDeliveries(tx: Tx, org: string, filter: Filter, { limit, offset }: Page) {
  const { endpointId, status, eventType, from, to } = filter;
  const where = tx`
    organization_id = ${org} and endpoint_id = ${endpointId}
    ${status.length > 0 ? tx`and status = any(${status as string[]})` : tx``}
    ${eventType.length > 0 ? tx`and event_type = any(${eventType as string[]})` : tx``}
    ${from === null ? tx`` : tx`and created_at >= ${from}`}
    ${to === null ? tx`` : tx`and created_at < ${to}::timestamptz + interval '1 millisecond'`}`;
  const [rows, [counted]] = await Promise.all([
    tx<DeliveryRow[]>`
      select * from webhook_deliveries where ${where} order by id desc limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`
      select count(*)::int as total from (select from webhook_deliveries where ${where} limit ${TOTAL_MAX}) as counted`,
  ]);
  return { rows, total: counted.total };
}

/** `lock` locks the row `for update`. */
export async function selectDelivery(
  tx: Tx,
  org: string,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
  lock = false,
): Promise<DeliveryRow | null> {
  const [row] = await tx<DeliveryRow[]>`
    select * from webhook_deliveries
    where organization_id = ${org} and id = ${deliveryId} and endpoint_id = ${endpointId} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

export async function selectAttempts(tx: Tx, org: string, deliveryId: string, { limit, offset }: Page) {
  const [rows, [counted]] = await Promise.all([
    tx<AttemptRow[]>`
      select number, at, duration_ms, response_status, error_code from webhook_attempts
      where organization_id = ${org} and delivery_id = ${deliveryId} order by number limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`
      select count(*)::int as total from webhook_attempts where organization_id = ${org} and delivery_id = ${deliveryId}`,
  ]);
  return { rows, total: counted.total };
}

/** Starts a new series of attempts; the total number of attempts is kept. The caller has locked the endpoint. */
export const retryDelivery = async (tx: Tx, org: string, id: string): Promise<DeliveryRow> => {
  const [row] = await tx<[DeliveryRow]>`
    update webhook_deliveries set ${newSeries(tx)} where organization_id = ${org} and id = ${id} returning *`;
  return row;
};

/** Retries the failed deliveries created since a time, oldest first. */
export async function retryDeliveries(tx: Tx, org: string, endpointId: string, since: Date): Promise<number> {
  const { count } = await tx`
    update webhook_deliveries set ${newSeries(tx)}
    where organization_id = ${org} and id = any(array(
      select id from webhook_deliveries
      where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'failed' and created_at >= ${since}
      order by created_at limit ${RETRIED_MAX} for update))`;
  return count;
}

const newSeries = (tx: Tx) => tx`
  status = 'pending', series_attempts = 0, next_attempt_at = now(), finished_at = null, claimed_until = null,
  claim = claim + 1`;
