import { base64, column, plainColumn } from "../db/columns.ts";
import type { Lane } from "../db/lane.ts";
import type { Tx } from "../db/transactions.ts";
import type { EventRow } from "./handle-events.ts";

/** The deferred events of one organization in one lane of a consumer. */
export interface DeferredQueue {
  consumer: string;
  lane: Lane;
  organizationId: string;
}

export interface DeferredEvent extends EventRow {
  failures: number;
}

/** Events that were deferred before keep their failures. */
export const insertDeferred = (
  tx: Tx,
  { consumer, lane, organizationId }: DeferredQueue,
  { events, failures, pauseMs }: { events: readonly EventRow[]; failures: number; pauseMs: number },
) => tx`
  insert into deferred_events
    (organization_id, consumer, lane, failures, due_at, id, type, payload, packed, traceparent)
  select ${organizationId}::uuid, ${consumer}, ${lane}, ${failures}, ${dueIn(tx, pauseMs)},
    e.id, e.type, decode(e.payload, 'base64'), e.packed, e.traceparent
  from unnest(
    ${plainColumn(events.map(({ id }) => id))}::uuid[],
    ${column(events.map(({ type }) => type))}::text[],
    ${column(events.map(({ payload }) => base64(payload)))}::text[],
    ${plainColumn(events.map(({ packed }) => packed))}::boolean[],
    ${column(events.map(({ traceparent }) => traceparent))}::text[]
  ) as e (id, type, payload, packed, traceparent)
  on conflict do nothing`;

/** Queues with due events, of all organizations. Each is one look-up in the index, so a long queue is not read. */
export const selectDueQueues = (tx: Tx, limit: number) => tx<DeferredQueue[]>`
  with recursive queues as (
    (select consumer, lane, organization_id from deferred_events order by consumer, lane, organization_id limit 1)
    union all
    select next.* from queues q cross join lateral (
      select consumer, lane, organization_id from deferred_events d
      where (d.consumer, d.lane, d.organization_id) > (q.consumer, q.lane, q.organization_id)
      order by d.consumer, d.lane, d.organization_id limit 1) next)
  select * from queues q
  where exists (
    select from deferred_events d
    where d.consumer = q.consumer and d.lane = q.lane and d.organization_id = q.organization_id and d.due_at <= now())
  limit ${limit}`;

/** Removes the next due events that no other process has locked. They come back if the transaction fails. */
export const takeDue = (tx: Tx, { consumer, lane, organizationId }: DeferredQueue, limit: number) => tx<
  DeferredEvent[]
>`
  delete from deferred_events
  where organization_id = ${organizationId} and consumer = ${consumer} and id = any(array(
    select id from deferred_events
    where organization_id = ${organizationId} and consumer = ${consumer} and lane = ${lane} and due_at <= now()
    order by due_at, id limit ${limit} for update skip locked))
  returning id, organization_id, type, payload, packed, traceparent, failures`;

/** Removes one event, unless another process has locked or handled it. */
export const takeOne = (tx: Tx, { consumer, organizationId }: DeferredQueue, id: string) => tx<DeferredEvent[]>`
  delete from deferred_events
  where organization_id = ${organizationId} and consumer = ${consumer} and id = any(array(
    select id from deferred_events
    where organization_id = ${organizationId} and consumer = ${consumer} and id = ${id} for update skip locked))
  returning id, organization_id, type, payload, packed, traceparent, failures`;

export const countFailure = (
  tx: Tx,
  { consumer, organizationId }: DeferredQueue,
  { id, failures, pauseMs }: { id: string; failures: number; pauseMs: number },
) => tx`
  update deferred_events set failures = ${failures}, due_at = ${dueIn(tx, pauseMs)}
  where organization_id = ${organizationId} and consumer = ${consumer} and id = ${id}`;

/** By the clock of the statement, so that a long transaction does not shorten the pause. */
const dueIn = (tx: Tx, pauseMs: number) => tx`clock_timestamp() + make_interval(secs => ${pauseMs / 1000})`;
