import { createHash } from "node:crypto";
import type { Fragment, Tx } from "./transactions.ts";

/** The number of rows that match, and two digests of them. */
export interface Matches {
  total: number;
  xorOfIds: string;
  sumOfIds: string;
}

const [FIRST_SEED, SECOND_SEED] = [0, 7201119];

/**
 * Two independent hashes of each row, one combined by XOR and one by addition, so the order does not matter. Two sets of
 * the same size collide with a probability of 2^-127. The service generates the ids, so clients cannot construct one.
 */
export const digestColumns = (tx: Tx, hashOfRow: (seed: Fragment) => Fragment): Fragment => tx`
  count(*)::int as total, coalesce(bit_xor(${hashOfRow(tx`${FIRST_SEED}::bigint`)}), 0)::text as xor_of_ids,
  coalesce(sum(${hashOfRow(tx`${SECOND_SEED}::bigint`)}), 0)::text as sum_of_ids`;

/** 16 hexadecimal characters that depend on the filters, the caller's rights among them, and on the rows that match. */
export const filterHash = (filters: object, { total, xorOfIds, sumOfIds }: Matches): string =>
  shortHash({ ...filters, n: total, ids: [xorOfIds, sumOfIds] });

export const shortHash = (content: object): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
