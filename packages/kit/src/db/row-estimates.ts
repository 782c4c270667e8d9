import type { Sweep } from "./sweep.ts";
import type { Db } from "./transactions.ts";

/** From so many rows on, Postgres takes the index of a key for a look-up by key. */
const ROWS_MIN = 1_000;
/** Autovacuum analyzes a table at most once a minute. A plan of an empty table is kept for this long at most. */
const EVERY_MS = 10_000;

/** Keeps plans usable that are made while a table is empty: see the function in the migration. */
export const raiseRowEstimates = (db: Db): Sweep => ({
  name: "row estimates",
  everyMs: EVERY_MS,
  work: async () => {
    await db.systemWide((tx) => tx`select raise_row_estimates(${ROWS_MIN})`);
  },
});
