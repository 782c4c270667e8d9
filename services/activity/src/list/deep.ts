import type { Tx } from "@emissions/kit/db";
import { LRUCache } from "lru-cache";
import { type Asked, keyOf, orderBy } from "./ask.ts";
import { byKeys, idsOf, type Key, type Place } from "./ids.ts";
import { planned } from "./plan.ts";

/** A way mark stands at every so many rows of a list: that many may be read for a page. */
const STEP = 100;
/**
 * Of all questions together: 18 MB of memory, measured with a hundred marks for each question, which is the least. Sorted
 * by names of 255 letters, and asked for 1,000 organizations at once, it is 48 MB.
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

interface Numbered extends Place {
  n: number;
}

/**
 * The ids of a page that lies deep in a list. Whoever comes first passes by all rows before it, and leaves way marks;
 * everybody else begins at the nearest one.
 */
export async function deepIds(tx: Tx, asked: Asked): Promise<Place[]> {
  const question = JSON.stringify([keyOf(asked), asked.sort]);
  const known = marks.get(question) ?? [];
  const start = known.findLast(({ offset }) => offset <= asked.window.offset);
  const begin = start?.offset ?? 0;
  const passed = asked.window.offset - begin;
  const part = { limit: passed + asked.window.limit, offset: 0, after: start?.key };
  const [, rows] = await Promise.all([
    planned(tx),
    tx<(Numbered & Record<string, string>)[]>`
      select * from (
        select part.*, (row_number() over (${orderBy(tx, byKeys(asked))}))::int as n from (${idsOf(tx, asked, part)}) as part
      ) as numbered
      where n > ${passed} or n % ${STEP} = 0 order by n`,
  ]);
  const fresh = rows.flatMap((row): Mark[] =>
    row.n % STEP === 0 ? [{ offset: begin + row.n, key: asked.order.map((_, n) => row[`key${n}`]!) }] : [],
  );
  remember(question, known, fresh);
  return rows.filter(({ n }) => n > passed);
}

function remember(question: string, known: readonly Mark[], fresh: readonly Mark[]): void {
  if (fresh.length === 0) return;
  const farther = fresh.filter(({ offset }) => offset > (known.at(-1)?.offset ?? 0));
  // Not made younger by being longer.
  const ttl = marks.getRemainingTTL(question) || REMEMBERED_MS;
  marks.set(question, [...known, ...farther], { ttl });
}
