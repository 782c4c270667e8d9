import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { LRUCache } from "lru-cache";
import { isPendingIndexUsable, pendingIds, withoutStates } from "./calculation-states.ts";
import { hashOf, type Matches, sumOf } from "./hash.ts";
import { useCustomPlan } from "./plan.ts";
import { keyOf, type ListQuery, matching } from "./query.ts";

/** Counting ends here: up to it total and hash are exact, and take some 50 ms at most. */
export const COUNTED_MAX = 250_000;
const QUESTIONS_MAX = 10_000;
/** How long a list that was found to be longer is not counted again. */
const REMEMBERED_MS = 60_000;

/** What is said of all rows that match. */
export interface ListTotals {
  total: number;
  /** There are more than `total`. */
  totalCapped: boolean;
  /** Empty when the total is capped. */
  filterHash: string;
}

const CAPPED: ListTotals = { total: COUNTED_MAX, totalCapped: true, filterHash: "" };

/** Questions whose answer is longer than is counted. */
const long = new LRUCache<string, true>({ max: QUESTIONS_MAX, ttl: REMEMBERED_MS });

export async function selectTotals(tx: Tx, asked: ListQuery): Promise<ListTotals> {
  const matches = await selectMatches<Matches>(tx, asked, sumOf(tx));
  if (matches === null) return CAPPED;
  return { total: matches.total, totalCapped: false, filterHash: hashOf(asked, matches) };
}

/** The total alone, which takes half as long. */
export async function selectTotal(tx: Tx, asked: ListQuery): Promise<number> {
  const matches = await selectMatches<Pick<Matches, "total">>(tx, asked, tx`count(*)::int as total`);
  return matches?.total ?? COUNTED_MAX;
}

/** What `sums` says of all rows that match; null when they are too many. */
async function selectMatches<M extends { total: number }>(tx: Tx, asked: ListQuery, sums: Fragment): Promise<M | null> {
  const question = JSON.stringify(keyOf(asked));
  if (long.has(question)) return null;
  const limit = COUNTED_MAX + 1;
  const areFew = await isPendingIndexUsable(tx, asked);
  const indexed = await withoutStates(tx, asked);
  const ids = areFew
    ? tx`select in_id as id from (${pendingIds(tx, asked, { limit, offset: 0 })}) as pendingIndex`
    : tx`select id from ${tx(asked.table)} ${matching(tx, indexed)} limit ${limit}`;
  const [, [matches]] = await Promise.all([useCustomPlan(tx), tx<[M]>`select ${sums} from (${ids}) as counted`]);
  if (matches.total <= COUNTED_MAX) return matches;
  long.set(question, true);
  return null;
}
