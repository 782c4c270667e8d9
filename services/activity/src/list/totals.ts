import type { Matches } from "@emissions/kit/db/filter-hash";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { LRUCache } from "lru-cache";
import { isPendingIndexUsable, pendingIds, replaceStatesByIds } from "./calculation-states.ts";
import { digestColumns, digested, hashOf } from "./hash.ts";
import { withCustomPlan } from "./plan.ts";
import { keyOf, type ListQuery, matching } from "./query.ts";

/** Counting stops here. Total and hash are exact up to it and take at most 50 ms. */
export const COUNTED_MAX = 250_000;
const CAPPED_QUERIES_MAX = 10_000;
/** A capped query is not counted again for this time. */
const CAPPED_TTL_MS = 60_000;

/** Totals of all rows that match. */
export interface ListTotals {
  total: number;
  /** True when more rows match than `total`. */
  totalCapped: boolean;
  /** Empty when the total is capped. */
  filterHash: string;
}

const CAPPED: ListTotals = { total: COUNTED_MAX, totalCapped: true, filterHash: "" };

/** Queries with more than `COUNTED_MAX` matches. */
const cappedQueries = new LRUCache<string, true>({ max: CAPPED_QUERIES_MAX, ttl: CAPPED_TTL_MS });

export async function selectTotals(tx: Tx, query: ListQuery): Promise<ListTotals> {
  const matches = await selectMatches<Matches>(tx, query, digestColumns(tx, query));
  if (matches === null) return CAPPED;
  return { total: matches.total, totalCapped: false, filterHash: hashOf(query, matches) };
}

/** The total alone takes half the time. */
export async function selectTotal(tx: Tx, query: ListQuery): Promise<number> {
  return (await selectCount(tx, query)).total;
}

/** The same, and whether more rows match. */
export async function selectCount(tx: Tx, query: ListQuery): Promise<Pick<ListTotals, "total" | "totalCapped">> {
  const matches = await selectMatches<Pick<Matches, "total">>(tx, query, tx`count(*)::int as total`);
  return { total: matches?.total ?? COUNTED_MAX, totalCapped: matches === null };
}

/** Aggregates over all rows that match. Null when there are more than `COUNTED_MAX`. */
async function selectMatches<M extends { total: number }>(
  tx: Tx,
  query: ListQuery,
  columns: Fragment,
): Promise<M | null> {
  const cacheKey = JSON.stringify(keyOf(query));
  if (cappedQueries.has(cacheKey)) return null;
  const limit = COUNTED_MAX + 1;
  const usesPendingIndex = await isPendingIndexUsable(tx, query);
  const indexed = await replaceStatesByIds(tx, query);
  const ids = usesPendingIndex
    ? tx`select in_id as id from (${pendingIds(tx, query, { limit, offset: 0 })}) as pendingIndex`
    : tx`select ${digested(tx, query)} from ${tx(query.table)} ${matching(tx, indexed)} limit ${limit}`;
  const [matches] = await withCustomPlan(tx, tx<[M]>`select ${columns} from (${ids}) as counted`);
  if (matches.total <= COUNTED_MAX) return matches;
  cappedQueries.set(cacheKey, true);
  return null;
}
