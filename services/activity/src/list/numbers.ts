import type { Tx } from "@emissions/kit/db";
import { LRUCache } from "lru-cache";
import { type Asked, keyOf, matching } from "./ask.ts";
import { hashOf, type Matches, sumOf } from "./hash.ts";
import { planned } from "./plan.ts";

/** Counting ends here: up to it total and hash are exact, and take some 50 ms at most. */
export const COUNTED_MAX = 250_000;
const QUESTIONS_MAX = 10_000;
/** How long a list that was found to be longer is not counted again. */
const REMEMBERED_MS = 60_000;

/** What is said of all rows that match. */
export interface Numbers {
  total: number;
  /** There are more than `total`. */
  totalCapped: boolean;
  /** Empty when the total is capped. */
  filterHash: string;
}

const CAPPED: Numbers = { total: COUNTED_MAX, totalCapped: true, filterHash: "" };

/** Questions whose answer is longer than is counted. */
const long = new LRUCache<string, true>({ max: QUESTIONS_MAX, ttl: REMEMBERED_MS });

export async function selectNumbers(tx: Tx, asked: Asked): Promise<Numbers> {
  const question = JSON.stringify(keyOf(asked));
  if (long.has(question)) return CAPPED;
  const [, [matches]] = await Promise.all([
    planned(tx),
    tx<[Matches]>`
      select ${sumOf(tx)}
      from (select id from ${tx(asked.table)} ${matching(tx, asked)} limit ${COUNTED_MAX + 1}) as counted`,
  ]);
  if (matches.total <= COUNTED_MAX) {
    return { total: matches.total, totalCapped: false, filterHash: hashOf(asked, matches) };
  }
  long.set(question, true);
  return CAPPED;
}
