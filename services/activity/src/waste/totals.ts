import type { Tx } from "@emissions/kit/db";
import { LRUCache } from "lru-cache";
import { type Asked, keyOf, matching } from "../list/ask.ts";
import { COUNTED_MAX, selectNumbers } from "../list/numbers.ts";
import { planned } from "../list/plan.ts";

const QUESTIONS_MAX = 10_000;
/** As long as the list itself is not counted again when it is longer than is counted. */
const REMEMBERED_MS = 60_000;

const errorsOf = new LRUCache<string, number>({ max: QUESTIONS_MAX, ttl: REMEMBERED_MS });

/** The three totals of a list of wastes, and its hash: of what matches, of that what has failed, and of all in scope. */
export async function selectTotals(tx: Tx, asked: Asked) {
  const [numbers, all] = await Promise.all([selectNumbers(tx, asked), selectNumbers(tx, inScope(asked))]);
  const total2 = await selectErrors(tx, asked, numbers.totalCapped);
  return { ...numbers, total2, totalGeneral: all.total };
}

/** All wastes of the facility, or of the organizations, when no facility is named. */
const inScope = (asked: Asked): Asked => ({
  ...asked,
  questions: asked.questions.filter(({ name }) => name === "facilityId"),
});

async function selectErrors(tx: Tx, asked: Asked, isLong: boolean): Promise<number> {
  const question = JSON.stringify(keyOf(asked));
  const known = isLong ? errorsOf.get(question) : undefined;
  if (known !== undefined) return known;
  const [, [row]] = await Promise.all([
    planned(tx),
    tx<[{ errors: number }]>`
      select count(*) filter (where status = 'error')::int as errors
      from (select status from wastes ${matching(tx, asked)} limit ${COUNTED_MAX}) as counted`,
  ]);
  if (isLong) errorsOf.set(question, row.errors);
  return row.errors;
}
