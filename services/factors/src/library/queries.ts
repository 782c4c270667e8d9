import type { Tx } from "@emissions/kit/db/transactions";
import type { LibraryRow } from "../catalogue/queries.ts";

export interface RevisionRow extends LibraryRow {
  retired: boolean;
  createdAt: Date;
}

/** More than any factor has: a published value changes at most once a year. */
const REVISIONS_MAX = 500;

/** Sorted by revision, the newest first. */
export const selectRevisions = (tx: Tx, id: string) => tx<RevisionRow[]>`
  select id, revision, category, scheme, key, name, region, year, unit, method,
         co2e, co2, ch4, n2o, biogenic_co2, gwp_set, source, licence, note,
         group_path, source_key, uncertainty_percent, priority, dataset, source_year, price_year, price_basis,
         price_per_purchaser_price, retired, created_at
  from factors where id = ${id} order by revision desc limit ${REVISIONS_MAX}`;
