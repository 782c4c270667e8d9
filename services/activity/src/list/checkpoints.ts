import type { Tx } from "@emissions/kit/db/transactions";
import { LRUCache } from "lru-cache";
import { replaceStatesByIds } from "./calculation-states.ts";
import { withCustomPlan } from "./plan.ts";
import { keyOf, type ListQuery, orderBy } from "./query.ts";
import { type Key, keyTerms, type RowKey, rowKeysOf } from "./row-keys.ts";

/** Rows between two checkpoints: at most this many rows are skipped for a page. */
const STEP_ROWS = 500;
/**
 * Of all queries together. Measured: 18 MB of memory with 100 checkpoints for each query. The worst case is 48 MB: a
 * sort by names of 255 letters, for 1,000 organizations.
 */
const CHECKPOINTS_MAX = 50_000;
/** Rows inserted in this time before a checkpoint do not move the page. */
const TTL_MS = 60_000;

interface Checkpoint {
  /** Number of rows up to and including the row with the key. */
  offset: number;
  key: Key;
}

/** By query and sort order; each list is in ascending order of offset. */
const checkpoints = new LRUCache<string, Checkpoint[]>({
  maxSize: CHECKPOINTS_MAX,
  sizeCalculation: ({ length }) => length,
  ttl: TTL_MS,
});

/**
 * The keys of a page at a high offset. The first request scans all rows before the page and stores checkpoints. Later
 * requests start at the nearest checkpoint.
 */
export async function pageFromCheckpoint(tx: Tx, query: ListQuery): Promise<RowKey[]> {
  const { limit, offset } = query.window;
  const existing = await checkpointsUpTo(tx, query, offset);
  const start = existing.findLast((checkpoint) => checkpoint.offset <= offset);
  const part = { limit, offset: offset - (start?.offset ?? 0), after: start?.key };
  return withCustomPlan(tx, tx<RowKey[]>`${rowKeysOf(tx, query, part)}`);
}

async function checkpointsUpTo(tx: Tx, query: ListQuery, offset: number): Promise<readonly Checkpoint[]> {
  const cacheKey = JSON.stringify([keyOf(query), query.sort]);
  const existing = checkpoints.get(cacheKey) ?? [];
  const last = existing.at(-1);
  const missing = Math.floor((offset - (last?.offset ?? 0)) / STEP_ROWS);
  if (missing <= 0) return existing;
  const added = await selectCheckpoints(tx, await replaceStatesByIds(tx, query), { after: last, missing });
  if (added.length === 0) return existing;
  const all = [...existing, ...added];
  // Added checkpoints do not extend the TTL of the older ones.
  checkpoints.set(cacheKey, all, { ttl: checkpoints.getRemainingTTL(cacheKey) || TTL_MS });
  return all;
}

interface Range {
  after: Checkpoint | undefined;
  missing: number;
}

/** One statement for all steps: without table statistics, a statement for each step would sort the whole table. */
async function selectCheckpoints(tx: Tx, query: ListQuery, { after, missing }: Range): Promise<Checkpoint[]> {
  const part = { limit: missing * STEP_ROWS, offset: 0, after: after?.key };
  const steps = tx<({ nth: number } & Record<string, string>)[]>`
    select * from (
      select part.*, (row_number() over (${orderBy(tx, keyTerms(query))}))::int as nth
      from (${rowKeysOf(tx, query, part)}) as part
    ) as row
    where nth % ${STEP_ROWS}::int = 0 order by nth`;
  const rows = await withCustomPlan(tx, steps);
  const start = after?.offset ?? 0;
  return rows.map((row) => ({ offset: start + row.nth, key: query.order.map((_, n) => row[`key${n}`]!) }));
}
