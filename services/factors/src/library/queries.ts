import type { Tx } from "@emissions/kit/db/transactions";
import type { LibraryRow } from "../catalogue/queries.ts";

export interface RevisionRow extends LibraryRow {
  retired: boolean;
  createdAt: Date;
}

/** A figure changes once a year at most; these are all of its states. */
const REVISIONS_MAX = 500;

/** The newest first. */
export const selectRevisions = (tx: Tx, id: string) => tx<RevisionRow[]>`
  select id, revision, category, scheme, key, name, region, year, unit, method,
         co2e, co2, ch4, n2o, biogenic_co2, gwp_set, source, licence, note,
         group_path, source_key, uncertainty_percent, priority, retired, created_at
  from factors where id = ${id} order by revision desc limit ${REVISIONS_MAX}`;
