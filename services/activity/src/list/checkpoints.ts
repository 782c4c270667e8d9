import type { Tx } from "@emissions/kit/db/transactions";
import { LRUCache } from "lru-cache";
import { withoutStates } from "./calculation-states.ts";
import { useCustomPlan } from "./plan.ts";
import { keyOf, type ListQuery, orderBy } from "./query.ts";
import { byKeys, idsOf, type Key, type RowKey } from "./row-keys.ts";

/** A way mark stands at every so many rows of a list: so many may be passed by for a page. */
const STEP = 500;
/**
 * Of all conditions together: 18 MB of memory, measured with a hundred checkpoints for each question. Sorted by names of 255
 * letters, and asked for 1,000 organizations at once, it is 48 MB.
 */
const MARKS_MAX = 50_000;
/** So old may the place of a page that lies deep in a list be: rows that came before it since do not move it. */
const REMEMBERED_MS = 60_000;

interface Checkpoint {
  /** How many rows come before, the one with the key included. */
  offset: number;
  key: Key;
}

/** By question and order, the nearest first. */
const checkpoints = new LRUCache<string, Checkpoint[]>({
  maxSize: MARKS_MAX,
  sizeCalculation: ({ length }) => length,
  ttl: REMEMBERED_MS,
});

/**
 * The ids of a page that lies deep in a list. Whoever comes first passes by all rows before it, and leaves way checkpoints;
 * everybody else begins at the nearest one.
 */
export async function pageFromCheckpoint(tx: Tx, asked: ListQuery): Promise<RowKey[]> {
  const { limit, offset } = asked.window;
  const known = await checkpointsUpTo(tx, asked, offset);
  const start = known.findLast((mark) => mark.offset <= offset);
  const part = { limit, offset: offset - (start?.offset ?? 0), after: start?.key };
  const [, places] = await Promise.all([useCustomPlan(tx), tx<RowKey[]>`${idsOf(tx, asked, part)}`]);
  return places;
}

async function checkpointsUpTo(tx: Tx, asked: ListQuery, offset: number): Promise<readonly Checkpoint[]> {
  const question = JSON.stringify([keyOf(asked), asked.sort]);
  const known = checkpoints.get(question) ?? [];
  const last = known.at(-1);
  const missing = Math.floor((offset - (last?.offset ?? 0)) / STEP);
  if (missing <= 0) return known;
  const fresh = await selectCheckpoints(tx, await withoutStates(tx, asked), { after: last, missing });
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh];
  // Not made younger by being longer.
  checkpoints.set(question, all, { ttl: checkpoints.getRemainingTTL(question) || REMEMBERED_MS });
  return all;
}

interface Way {
  after: Checkpoint | undefined;
  missing: number;
}

/** In one pass, whatever the planner knows of the table: where it knows little, each step of a walk would sort it all. */
async function selectCheckpoints(tx: Tx, asked: ListQuery, { after, missing }: Way): Promise<Checkpoint[]> {
  const part = { limit: missing * STEP, offset: 0, after: after?.key };
  const [, rows] = await Promise.all([
    useCustomPlan(tx),
    tx<({ nth: number } & Record<string, string>)[]>`
      select * from (
        select part.*, (row_number() over (${orderBy(tx, byKeys(asked))}))::int as nth from (${idsOf(tx, asked, part)}) as part
      ) as row
      where nth % ${STEP}::int = 0 order by nth`,
  ]);
  const begin = after?.offset ?? 0;
  return rows.map((row) => ({ offset: begin + row.nth, key: asked.order.map((_, n) => row[`key${n}`]!) }));
}
