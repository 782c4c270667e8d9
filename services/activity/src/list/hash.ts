import { createHash } from "node:crypto";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { keyOf, type ListQuery } from "./query.ts";

/** A set of rows, known by the number of its ids and by two sums over them. */
export interface Matches {
  total: number;
  xorOfIds: string;
  sumOfIds: string;
}

/**
 * Two independent hashes of each id, one combined by XOR and one by addition: neither needs an order, nor memory.
 * Two sets of the same size have the same pair by a chance of 1 in 2^127; ids are made by the service, so nobody can
 * look for such a pair.
 */
export const sumOf = (tx: Tx): Fragment => tx`
  count(*)::int as total, coalesce(bit_xor(uuid_hash_extended(id, 0)), 0)::text as xor_of_ids,
  coalesce(sum(uuid_hash_extended(id, 7201119)), 0)::text as sum_of_ids`;

/**
 * 16 hexadecimal characters that change when the organizations change, or the filters, or the set of rows that match
 * them. An action on "all that match" sends them back, and is refused when they no longer fit.
 */
export function hashOf(asked: Pick<ListQuery, "table" | "orgs" | "conditions">, matches: Matches): string {
  const { total, xorOfIds, sumOfIds } = matches;
  const whole = { ...keyOf(asked), n: total, ids: [xorOfIds, sumOfIds] };
  return createHash("sha256").update(JSON.stringify(whole)).digest("hex").slice(0, 16);
}
