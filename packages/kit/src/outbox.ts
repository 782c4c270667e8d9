import { newId } from "./id.ts";
import type { Lane } from "./lane.ts";
import type { Tx } from "./pool.ts";
import { currentTraceparent } from "./trace.ts";

export interface OutboxEvent {
  type: string;
  payload: Uint8Array;
  lane: Lane;
}

/** Events that are larger together leave at once: the database stores them while the work goes on. */
const HELD_BYTES_MAX = 64 * 1024;

/** Events of a write on their way to the outbox: few together, large ones as they come. */
export class Held {
  used = false;
  #events: OutboxEvent[] = [];
  #bytes = 0;
  readonly #send: (events: OutboxEvent[]) => void;

  constructor(send: (events: OutboxEvent[]) => void) {
    this.#send = send;
  }

  add(event: OutboxEvent): void {
    this.used = true;
    this.#events.push(event);
    this.#bytes += event.payload.length;
    if (this.#bytes > HELD_BYTES_MAX) this.release();
  }

  release(): void {
    if (this.#events.length > 0) this.#send(this.#events);
    this.#events = [];
    this.#bytes = 0;
  }
}

export const insertOutbox = (tx: Tx, org: string, events: readonly OutboxEvent[]) =>
  events.length === 1 ? insertOne(tx, org, events[0]!) : insertMany(tx, org, events);

/** A large one: of thousands of bytes in an array Postgres would look at each by itself. The driver sends bytes as twice as much text. */
function insertOne(tx: Tx, org: string, { type, payload, lane }: OutboxEvent) {
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString("base64");
  return tx`
    insert into outbox (organization_id, traceparent, id, type, payload, lane)
    values (${org}, ${currentTraceparent()}, ${newId()}, ${type}, decode(${text}, 'base64'), ${lane})`;
}

function insertMany(tx: Tx, org: string, events: readonly OutboxEvent[]) {
  const ids = events.map(() => newId());
  const types = events.map(({ type }) => type);
  // The driver has no arrays of bytes.
  const payloads = events.map(({ payload }) => Buffer.from(payload).toString("hex"));
  const lanes = events.map(({ lane }) => lane);
  return tx`
    insert into outbox (organization_id, traceparent, id, type, payload, lane)
    select ${org}::uuid, ${currentTraceparent()}, event.id, event.type, decode(event.payload, 'hex'), event.lane
    from unnest(${ids}::uuid[], ${types}::text[], ${payloads}::text[], ${lanes}::text[])
      as event (id, type, payload, lane)`;
}

/** A row that waits to be published. */
export interface WaitingRow {
  id: string;
  organizationId: string;
  type: string;
  payload: Uint8Array;
  traceparent: string;
  lane: Lane;
}

/** The oldest of all organizations that nobody else is publishing. */
export const selectWaitingSingle = (tx: Tx, limit: number) => tx<WaitingRow[]>`
  select id, organization_id, type, payload, traceparent, lane from outbox
  where published_at is null and lane = 'single' order by id limit ${limit}
  for update skip locked`;

interface Turn {
  /** Organizations up to this one had their turn already. */
  after: string;
  organizations: number;
  rowsOfEach: number;
}

/** The oldest of each of the next organizations. From one to the next the index is entered anew: none is read through. */
export const selectWaitingBulk = (tx: Tx, { after, organizations, rowsOfEach }: Turn) => tx<WaitingRow[]>`
  with recursive next as (
    select ${after}::uuid as organization_id, 0 as place
    union all
    select (
      select o.organization_id from outbox o
      where o.published_at is null and o.lane = 'bulk' and o.organization_id > next.organization_id
      order by o.organization_id limit 1), place + 1
    from next where next.organization_id is not null and place < ${organizations})
  select o.* from next cross join lateral (
    select id, organization_id, type, payload, traceparent, lane from outbox
    where published_at is null and lane = 'bulk' and organization_id = next.organization_id
    order by id limit ${rowsOfEach}
    for update skip locked) o
  where next.place > 0
  order by o.organization_id, o.id`;

export const countWaiting = (tx: Tx) => tx<[{ waiting: number }]>`
  select (
    (select count(*) from outbox where published_at is null and lane = 'single') +
    (select count(*) from outbox where published_at is null and lane = 'bulk'))::int as waiting`;
