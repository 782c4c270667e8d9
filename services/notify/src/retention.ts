import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Fragment, Tx } from "@emissions/kit/db/transactions";

const EVERY_MS = 10 * 60 * 1000;
/** Rows removed in one batch. */
export const BATCH_ROWS_MAX = 1_000;
/** Batches per table in one run. The next run removes the rest. */
const BATCHES_MAX = 100;

export interface Expiry {
  days: number;
  limit: number;
}

export interface ExpiredRow {
  organizationId: string;
  id: string;
}

/** A table with a retention time. */
export interface RetainedTable {
  /** Returns expired rows of all organizations, the oldest first. */
  select(tx: Tx, expiry: Expiry): Promise<ExpiredRow[]>;
  /** May skip rows that have changed since or that another transaction has locked. */
  remove(tx: Tx, org: string, ids: readonly string[]): Fragment;
}

interface RetentionOptions {
  name: string;
  db: Db;
  days: number;
  /** In the order of removal. */
  tables: readonly RetainedTable[];
}

/** Removes rows that are older than `days`, in batches with one transaction for each organization. */
export const retentionSweep = ({ name, tables, ...options }: RetentionOptions): Sweep => ({
  name,
  everyMs: EVERY_MS,
  work: async (signal) => {
    for (const table of tables) await removeExpired(options, table, signal);
  },
});

async function removeExpired(
  { db, days }: Pick<RetentionOptions, "db" | "days">,
  table: RetainedTable,
  signal: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX && !signal.aborted; batch++) {
    const expired = await db.systemWide((tx) => table.select(tx, { days, limit: BATCH_ROWS_MAX }));
    for (const [org, rows] of Map.groupBy(expired, ({ organizationId }) => organizationId)) {
      const ids = rows.map(({ id }) => id);
      await db.asService(org, ({ tx }) => table.remove(tx, org, ids));
    }
    if (expired.length < BATCH_ROWS_MAX) return;
  }
}
