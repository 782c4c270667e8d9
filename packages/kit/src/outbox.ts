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
  // As hexadecimal text, which is how bytes travel anyway; the driver has no arrays of bytes.
  const payloads = events.map(({ payload }) => Buffer.from(payload).toString("hex"));
  return tx`
    insert into outbox (organization_id, traceparent, id, type, payload)
    select ${org}::uuid, ${currentTraceparent()}, event.id, event.type, decode(event.payload, 'hex')
    from unnest(${ids}::uuid[], ${types}::text[], ${payloads}::text[]) as event (id, type, payload)`;
}
