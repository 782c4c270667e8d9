import type { Logger } from "pino";
import type { Lane } from "../db/lane.ts";
import type { Db } from "../db/transactions.ts";
import { type Background, repeat } from "../process/repeat.ts";
import { TRIES_MAX } from "./consume.ts";
import {
  countFailure,
  type DeferredEvent,
  type DeferredQueue,
  selectDueQueues,
  takeDue,
  takeOne,
} from "./deferred-events.ts";
import { pauseAfter } from "./deliveries.ts";
import { batchOf, giveUp, handleOnce, parse, transact, type Work } from "./handle-events.ts";
import { deferredQueues, eventsHandled } from "./metrics.ts";
import { durableOf } from "./stream.ts";
import { isTransient } from "./transient.ts";

const POLL_MS = 1_000;
/** Queues in one round. */
const QUEUES_MAX = 1_000;
/** Queues at a time. Each has a connection, which a lock may hold for seconds; the other ones stay free for calls. */
const PARALLEL_MAX = 2;
/** Time for one queue before the next one. */
const TURN_MS = 500;
/** Events in one transaction. Bulk events are large. */
const EVENTS_MAX: Record<Lane, number> = { single: 50, bulk: 2 };

interface Retries {
  db: Db;
  service: string;
  works: readonly Work[];
  log: Logger;
}

/**
 * Handles deferred events, queue by queue. A queue that meets a fault pauses, for longer each time, and holds up no
 * other queue. Events that fail by themselves too often become dead letters.
 */
export function startRetries({ db, service, works, log }: Retries): Background {
  // Older releases stored events under the name that the consumer has in NATS.
  const namesOf = ({ durable, consumer }: Work) => [durableOf(service, consumer.event.typeName), durable];
  const workOf = new Map(works.flatMap((work) => namesOf(work).map((name) => [`${name} ${work.lane}`, work])));
  const pauses = new Map<string, { faults: number; until: number }>();

  const loop = repeat({
    everyMs: POLL_MS,
    onError: (error) => log.warn({ err: error }, "deferred events could not be read; they wait"),
    work: async () => {
      const queues = await db.systemWide((tx) => selectDueQueues(tx, QUEUES_MAX));
      deferredQueues.record(queues.length);
      unblockOthers(works, queues);
      const now = performance.now();
      const ready = queues.filter((queue) => (pauses.get(keyOf(queue))?.until ?? 0) <= now);
      let more = false;
      const takeTurns = async () => {
        for (let queue = ready.shift(); queue !== undefined && !loop.stopping(); queue = ready.shift()) {
          more = (await takeTurn(queue)) || more;
        }
      };
      await Promise.all(Array.from({ length: PARALLEL_MAX }, takeTurns));
      if (more) loop.poke();
    },
  });

  /** Answers true if the queue has more events that are due. */
  async function takeTurn(queue: DeferredQueue): Promise<boolean> {
    const work = workOf.get(`${queue.consumer} ${queue.lane}`);
    // Another version of the service has this consumer.
    if (work === undefined) return false;
    const key = keyOf(queue);
    const end = performance.now() + TURN_MS;
    try {
      let more = true;
      while (more && performance.now() < end && !loop.stopping()) more = await retryNext(work, queue);
      pauses.delete(key);
      if (!more) work.blocked.delete(queue.organizationId);
      return more;
    } catch (error) {
      const faults = (pauses.get(key)?.faults ?? 0) + 1;
      pauses.set(key, { faults, until: performance.now() + pauseAfter(faults) });
      log.warn({ err: error, ...queue, faults }, "a fault lasts; deferred events wait");
      return false;
    }
  }

  return loop;
}

const keyOf = ({ consumer, lane, organizationId }: DeferredQueue) => `${consumer} ${lane} ${organizationId}`;

/** Another process may have handled the deferred events of an organization. */
function unblockOthers(works: readonly Work[], queues: readonly DeferredQueue[]): void {
  if (queues.length === QUEUES_MAX) return;
  const waiting = new Set(queues.map(keyOf));
  for (const { durable: consumer, lane, blocked } of works) {
    for (const organizationId of blocked) {
      if (!waiting.has(keyOf({ consumer, lane, organizationId }))) blocked.delete(organizationId);
    }
  }
}

/** Handles the next due events of a queue. Answers true if there may be more. Throws for a fault that is not theirs. */
export async function retryNext(work: Work, queue: DeferredQueue): Promise<boolean> {
  const limit = EVENTS_MAX[work.lane];
  let taken: DeferredEvent[] = [];
  try {
    await transact(work, { ...queue, traceparents: [] }, async (write) => {
      taken = await takeDue(write.tx, queue, limit);
      await handleTaken(write, work, taken);
    });
    eventsHandled.add(taken.length, { consumer: work.durable, result: "ok" });
  } catch (error) {
    if (isTransient(error) || taken.length === 0) throw error;
    await retryOneByOne(work, queue, taken, error);
  }
  return taken.length === limit;
}

async function retryOneByOne(work: Work, queue: DeferredQueue, taken: readonly DeferredEvent[], cause: unknown) {
  for (const event of taken) {
    const error = taken.length === 1 ? cause : await failureOf(work, queue, event);
    if (error === null) continue;
    if (isTransient(error)) throw error;
    await recordFailure(work, queue, event, error);
  }
}

async function failureOf(work: Work, queue: DeferredQueue, event: DeferredEvent): Promise<unknown> {
  try {
    await transact(work, batchOf([event]), async (write) =>
      handleTaken(write, work, await takeOne(write.tx, queue, event.id)),
    );
    eventsHandled.add(1, { consumer: work.durable, result: "ok" });
    return null;
  } catch (error) {
    return error;
  }
}

async function handleTaken(write: Parameters<typeof handleOnce>[0], work: Work, taken: readonly DeferredEvent[]) {
  if (taken.length === 0) return;
  await handleOnce(
    write,
    work,
    taken.map((event) => parse(work.consumer, event)),
  );
}

async function recordFailure(work: Work, queue: DeferredQueue, event: DeferredEvent, error: unknown): Promise<void> {
  const failures = event.failures + 1;
  if (failures >= TRIES_MAX) return giveUp(work, event, error);
  work.log.warn({ err: error, consumer: work.durable, event: event.id, failures }, "an event failed; trying again");
  await transact(work, batchOf([event]), (write) =>
    countFailure(write.tx, queue, { id: event.id, failures, pauseMs: pauseAfter(failures) }),
  );
}
