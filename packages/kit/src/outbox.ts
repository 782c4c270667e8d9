import { newId } from "./id.ts";
import type { Tx } from "./pool.ts";
import { currentTraceparent } from "./trace.ts";

export interface OutboxEvent {
  type: string;
  payload: Uint8Array;
}

export function insertOutbox(tx: Tx, org: string, events: readonly OutboxEvent[]) {
  const ids = events.map(() => newId());
  const types = events.map(({ type }) => type);
  const payloads = events.map(({ payload }) => payload as Buffer);
  return tx`
    insert into outbox (organization_id, traceparent, id, type, payload)
    select ${org}::uuid, ${currentTraceparent()}, * from unnest(${ids}::uuid[], ${types}::text[], ${payloads}::bytea[])`;
}
