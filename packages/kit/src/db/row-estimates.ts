import type { Sweep } from "./sweep.ts";
import type { Db } from "./transactions.ts";

/** From so many rows on, Postgres takes the index of a key for a look-up by key. */
const ROWS_MIN = 1_000;
/** Postgres takes a table that was never analyzed for this large. */
const PAGES_MIN = 10;
/** One transaction analyzes them. A table takes up to 0.1 s. */
const TABLES_MAX = 4;
/** Autovacuum analyzes a table at most once a minute. An outdated plan is kept for this long at most. */
const EVERY_MS = 5_000;

/** Keeps plans usable that are made while a table is small: see the functions in the migrations. */
export const rowEstimates = (db: Db): Sweep => ({
  name: "row estimates",
  everyMs: EVERY_MS,
  work: async () => {
    await db.systemWide(async (tx) => {
      await tx`select analyze_grown_tables(${PAGES_MIN}, ${TABLES_MAX})`;
      // The analyze may find no rows: a dry run fills pages and rolls back.
      await tx`select raise_row_estimates(${ROWS_MIN})`;
    });
  },
});
