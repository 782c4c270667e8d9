import { createHash } from "node:crypto";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { keyOf, type ListQuery } from "./query.ts";

/** The number of rows that match, and two digests of their ids. */
export interface Matches {
  total: number;
  xorOfIds: string;
  sumOfIds: string;
}

/** The columns that `digestColumns` reads. */
export const digested = (tx: Tx, { version }: Pick<ListQuery, "version">): Fragment =>
  version === undefined ? tx`id` : tx`id, ${tx(version)} as row_version`;

/**
 * Two independent hashes of each row, one combined by XOR and one by addition, so the order does not matter. Two sets of
 * the same size collide with a probability of 2^-127. The service generates the ids, so clients cannot construct one.
 */
export function digestColumns(tx: Tx, { version }: Pick<ListQuery, "version">): Fragment {
  const hash = (seed: number) => {
    const ofId = tx`uuid_hash_extended(id, ${seed}::bigint)`;
    return version === undefined ? ofId : tx`hashint4extended(row_version, ${ofId})`;
  };
  return tx`
    count(*)::int as total, coalesce(bit_xor(${hash(0)}), 0)::text as xor_of_ids,
    coalesce(sum(${hash(7201119)}), 0)::text as sum_of_ids`;
}

/**
 * 16 hexadecimal characters that depend on the organizations, the filters and the set of rows that match. A deletion by
 * filters sends them back, and the service refuses it when they differ.
 */
export function hashOf(query: Pick<ListQuery, "table" | "orgs" | "conditions">, matches: Matches): string {
  const { total, xorOfIds, sumOfIds } = matches;
  const content = { ...keyOf(query), n: total, ids: [xorOfIds, sumOfIds] };
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
}

/** A hash of the organizations and the filters alone: it stays when the rows change. */
export function parameterHashOf(query: Pick<ListQuery, "table" | "orgs" | "conditions">): string {
  return createHash("sha256")
    .update(JSON.stringify(keyOf(query)))
    .digest("hex")
    .slice(0, 16);
}
