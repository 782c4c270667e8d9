import { digestColumns as digestOf, filterHash, type Matches, shortHash } from "@emissions/kit/db/filter-hash";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { keyOf, type ListQuery } from "./query.ts";

/** The columns that `digestColumns` reads. */
export const digested = (tx: Tx, { version }: Pick<ListQuery, "version">): Fragment =>
  version === undefined ? tx`id` : tx`id, ${tx(version)} as row_version`;

export const digestColumns = (tx: Tx, { version }: Pick<ListQuery, "version">): Fragment =>
  digestOf(tx, (seed) => {
    const ofId = tx`uuid_hash_extended(id, ${seed})`;
    return version === undefined ? ofId : tx`hashint4extended(row_version, ${ofId})`;
  });

/**
 * Depends on the organizations, the filters and the set of rows that match. A deletion by filters sends it back, and the
 * service refuses it when it differs.
 */
export const hashOf = (query: Pick<ListQuery, "table" | "orgs" | "conditions">, matches: Matches): string =>
  filterHash(keyOf(query), matches);

/** A hash of the organizations and the filters alone: it stays when the rows change. */
export const parameterHashOf = (query: Pick<ListQuery, "table" | "orgs" | "conditions">): string =>
  shortHash(keyOf(query));
