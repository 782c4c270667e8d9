import type { Tx } from "@emissions/kit/db/transactions";
import { LRUCache } from "lru-cache";
import { type Asked, keyOf, orderBy } from "./ask.ts";
import { byKeys, idsOf, type Key, type Place } from "./ids.ts";
import { withoutOutcomes } from "./outcomes.ts";
import { planned } from "./plan.ts";

/** A way mark stands at every so many rows of a list: so many may be passed by for a page. */
const STEP = 500;
/**
 * Of all questions together: 18 MB of memory, measured with a hundred marks for each question. Sorted by names of 255
 * letters, and asked for 1,000 organizations at once, it is 48 MB.
 */
const MARKS_MAX = 50_000;
/** So old may the place of a page that lies deep in a list be: rows that came before it since do not move it. */
const REMEMBERED_MS = 60_000;

interface Mark {
  /** How many rows come before, the one with the key included. */
  offset: number;
  key: Key;
}

/** By question and order, the nearest first. */
const marks = new LRUCache<string, Mark[]>({
  maxSize: MARKS_MAX,
  sizeCalculation: ({ length }) => length,
  ttl: REMEMBERED_MS,
});

/**
 * The ids of a page that lies deep in a list. Whoever comes first passes by all rows before it, and leaves way marks;
 * everybody else begins at the nearest one.
 */
export async function deepIds(tx: Tx, asked: Asked): Promise<Place[]> {
  const { limit, offset } = asked.window;
  const known = await marksUpTo(tx, asked, offset);
  const start = known.findLast((mark) => mark.offset <= offset);
  const part = { limit, offset: offset - (start?.offset ?? 0), after: start?.key };
  const [, places] = await Promise.all([planned(tx), tx<Place[]>`${idsOf(tx, asked, part)}`]);
  return places;
}

async function marksUpTo(tx: Tx, asked: Asked, offset: number): Promise<readonly Mark[]> {
  const question = JSON.stringify([keyOf(asked), asked.sort]);
  const known = marks.get(question) ?? [];
  const last = known.at(-1);
  const missing = Math.floor((offset - (last?.offset ?? 0)) / STEP);
  if (missing <= 0) return known;
  const fresh = await layMarks(tx, await withoutOutcomes(tx, asked), { after: last, missing });
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh];
  // Not made younger by being longer.
  marks.set(question, all, { ttl: marks.getRemainingTTL(question) || REMEMBERED_MS });
  return all;
}

interface Way {
  after: Mark | undefined;
  missing: number;
}

/** In one pass, whatever the planner knows of the table: where it knows little, each step of a walk would sort it all. */
async function layMarks(tx: Tx, asked: Asked, { after, missing }: Way): Promise<Mark[]> {
  const part = { limit: missing * STEP, offset: 0, after: after?.key };
  const [, rows] = await Promise.all([
    planned(tx),
    tx<({ nth: number } & Record<string, string>)[]>`
      select * from (
        select part.*, (row_number() over (${orderBy(tx, byKeys(asked))}))::int as nth from (${idsOf(tx, asked, part)}) as part
      ) as row
      where nth % ${STEP}::int = 0 order by nth`,
  ]);
  const begin = after?.offset ?? 0;
  return rows.map((row) => ({ offset: begin + row.nth, key: asked.order.map((_, n) => row[`key${n}`]!) }));
}
