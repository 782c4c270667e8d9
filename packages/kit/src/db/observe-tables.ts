import { type Observation, type Observed, observe } from "../process/instruments.ts";
import {
  deadLetters,
  deferredEvents,
  observationFailures,
  outboxAge,
  outboxWaiting,
  schemaVersion,
} from "./metrics.ts";
import type { Tx } from "./pool.ts";
import type { Db } from "./transactions.ts";

/** Values of tables that are read when metrics are collected. */
export interface Gauges {
  /** Name in the counter of failures. */
  group: string;
  instruments: readonly Pick<Observed<string>, "instrument">[];
  /** Sees all organizations, but only tables whose policies admit the machinery. */
  read(tx: Tx): Promise<readonly Observation[]>;
}

/** Values are at most this old, however many collectors ask. */
const CACHE_MS = 10_000;
/** Shorter than the wait of a collection, connection included. */
const READ_TIMEOUT_MS = 2_000;
/** Limit of a count, so that a long backlog costs no more than a short one. */
export const COUNT_MAX = 10_000;

/** Reads values of tables lazily: one read at a time, with a limit of time, whose result is kept for some seconds. */
export function observeTables(db: Db, { group, instruments, read }: Gauges): () => void {
  let kept: { values: readonly Observation[]; until: number } | undefined;
  let running: Promise<readonly Observation[]> | undefined;

  observationFailures.add(0, { group });

  async function fresh(): Promise<readonly Observation[]> {
    try {
      const values = await db.systemWide(async (tx) => {
        // Sent at once: without `execute` the driver would send it after the statements of `read`.
        const limit = tx.unsafe(`set local statement_timeout = ${READ_TIMEOUT_MS}`).execute();
        const [, found] = await Promise.all([limit, read(tx)]);
        return found;
      });
      kept = { values, until: performance.now() + CACHE_MS };
      return values;
    } catch {
      // A gap in the series says more than an old value.
      observationFailures.add(1, { group });
      kept = { values: [], until: performance.now() + CACHE_MS };
      return [];
    } finally {
      running = undefined;
    }
  }

  return observe(instruments, () => {
    if (kept !== undefined && performance.now() < kept.until) return kept.values;
    running ??= fresh();
    return within(running);
  });
}

/** A read that takes longer counts for the next collection. */
async function within(values: Promise<readonly Observation[]>): Promise<readonly Observation[]> {
  const late = Promise.withResolvers<readonly Observation[]>();
  const timer = setTimeout(() => late.resolve([]), READ_TIMEOUT_MS);
  try {
    return await Promise.race([values, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface MessageRow {
  waiting: number;
  age: number;
  deferred: number;
  migrations: number;
  latest: string;
}

/** Of every service: outbox, dead letters, deferred events and the version of the schema. */
export const messageTables: Gauges = {
  group: "messages",
  instruments: [outboxWaiting, outboxAge, deadLetters, deferredEvents, schemaVersion],
  read: async (tx) => {
    const [[row], letters] = await Promise.all([
      tx<[MessageRow]>`
        select o.*,
          (select count(*) from (select from deferred_events limit ${COUNT_MAX}) as d)::int as deferred,
          (select count(*) from migrations)::int as migrations,
          (select name from migrations order by name like 'kit/%', applied_at desc, name desc limit 1) as latest
        from (
          select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
          from (
            (select created_at from outbox where published_at is null and lane = 'single' order by id limit ${COUNT_MAX})
            union all
            (select created_at from outbox where published_at is null and lane = 'bulk' limit ${COUNT_MAX})) as w) as o`,
      tx<{ consumer: string; letters: number }[]>`
        select consumer, count(*)::int as letters
        from (select consumer from dead_letters limit ${COUNT_MAX}) as l group by consumer`,
    ]);
    return [
      outboxWaiting.value(row.waiting),
      outboxAge.value(Math.max(0, row.age)),
      deferredEvents.value(row.deferred),
      schemaVersion.value(row.migrations, { latest: row.latest }),
      ...(letters.length === 0 ? [deadLetters.value(0, { consumer: "" })] : []),
      ...letters.map(({ consumer, letters: count }) => deadLetters.value(count, { consumer })),
    ];
  },
};
