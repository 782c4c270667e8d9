import { newId } from "../process/id.ts";
import { currentTraceparent } from "../process/trace.ts";
import { column, plainColumn } from "./columns.ts";
import type { Lane } from "./lane.ts";
import { type Packed, pack } from "./packing.ts";
import type { Tx } from "./pool.ts";

export interface OutboxEvent {
  type: string;
  payload: Uint8Array;
  lane: Lane;
}

type NewRow = Omit<OutboxEvent, "payload"> & Packed;

/** Events larger than this in total are sent at once: Postgres stores them while the work continues. */
const BUFFERED_BYTES_MAX = 64 * 1024;

/** Collects the events of a write, to insert many small ones with one statement. */
export class OutboxBuffer {
  used = false;
  #events: NewRow[] = [];
  #bytes = 0;
  readonly #send: (events: NewRow[]) => void;

  constructor(send: (events: NewRow[]) => void) {
    this.#send = send;
  }

  add({ payload, ...event }: OutboxEvent): void {
    this.used = true;
    this.#events.push({ ...event, ...pack(payload) });
    this.#bytes += payload.length;
    if (this.#bytes > BUFFERED_BYTES_MAX) this.flush();
  }

  flush(): void {
    if (this.#events.length > 0) this.#send(this.#events);
    this.#events = [];
    this.#bytes = 0;
  }
}

/** Byte arrays travel as base64 text. The hexadecimal text of the driver is half as long again. */
const textOf = ({ payload }: Packed) =>
  Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString("base64");

export const insertOutbox = (tx: Tx, org: string, events: readonly NewRow[]) => tx`
  insert into outbox (organization_id, traceparent, id, type, payload, packed, lane)
  select ${org}::uuid, ${currentTraceparent()}, e.id, e.type, decode(e.payload, 'base64'), e.packed, e.lane
  from unnest(
    ${plainColumn(events.map(() => newId()))}::uuid[],
    ${plainColumn(events.map(({ type }) => type))}::text[],
    ${column(events.map(textOf))}::text[],
    ${plainColumn(events.map(({ packed }) => packed))}::boolean[],
    ${plainColumn(events.map(({ lane }) => lane))}::text[]
  ) as e (id, type, payload, packed, lane)`;

/** A row that is not published yet. */
export interface WaitingRow {
  id: string;
  organizationId: string;
  type: string;
  payload: Uint8Array;
  packed: boolean;
  traceparent: string;
  lane: Lane;
}

/** The oldest rows of all organizations that no other relay has locked. */
export const selectWaitingSingle = (tx: Tx, limit: number) => tx<WaitingRow[]>`
  select id, organization_id, type, payload, packed, traceparent, lane from outbox
  where published_at is null and lane = 'single' order by id limit ${limit}
  for update skip locked`;

interface Turn {
  /** The last organization of the previous call. */
  after: string;
  organizations: number;
  rowsOfEach: number;
}

/**
 * The oldest rows of each of the next organizations. Each organization is a new index lookup, so a large backlog is not
 * read to find the organization behind it.
 */
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
    select id, organization_id, type, payload, packed, traceparent, lane from outbox
    where published_at is null and lane = 'bulk' and organization_id = next.organization_id
    order by id limit ${rowsOfEach}
    for update skip locked) o
  where next.place > 0
  order by o.organization_id, o.id`;
