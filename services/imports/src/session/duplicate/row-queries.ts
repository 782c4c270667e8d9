import { column, plainColumn } from "@emissions/kit/db/columns";
import { arrayText } from "@emissions/kit/db/pool";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Duplicate } from "../../duplicate/duplicate.ts";

/** The rows of a session, besides those of the indices, that have one of the keys; of each key the first. */
export const selectRowsOfKeys = (
  tx: Tx,
  org: string,
  session: string,
  { keys, except }: { keys: readonly string[]; except: readonly number[] },
) => tx<{ key: string; rowNumber: number }[]>`
  select k.key, min(r.row_number) as row_number
  from import_results s join import_rows r using (organization_id, session_id, row_index)
    cross join lateral jsonb_array_elements_text(s.keys) as k (key)
  where s.organization_id = ${org} and s.session_id = ${session} and s.keys ?| ${arrayText(keys)}::text[]
    and s.row_index <> all(${plainColumn(except)}::int[]) and k.key = any(${arrayText(keys)}::text[])
  group by k.key`;

/** Valid rows after an index, in order, with their records. */
export const selectValidRowsAfter = (
  tx: Tx,
  org: string,
  session: string,
  { after, limit }: { after: number; limit: number },
) => tx<{ rowIndex: number; rowNumber: number; record: Uint8Array }[]>`
  select s.row_index, r.row_number, s.record
  from import_results s join import_rows r using (organization_id, session_id, row_index)
  where s.organization_id = ${org} and s.session_id = ${session} and s.row_index > ${after} and s.errors is null
  order by s.row_index limit ${limit}`;

export interface DuplicateRow {
  rowIndex: number;
  rowNumber: number;
  duplicates: Duplicate[];
}

/** The first valid rows with duplicates, as the validation found them. */
export const selectDuplicateRows = (tx: Tx, org: string, session: string, limit: number) => tx<DuplicateRow[]>`
  select s.row_index, r.row_number, s.duplicates
  from import_results s join import_rows r using (organization_id, session_id, row_index)
  where s.organization_id = ${org} and s.session_id = ${session} and s.duplicates is not null and s.errors is null
  order by s.row_index limit ${limit}`;

export interface RepeatedRow extends DuplicateRow {
  keys: string[];
}

/** Valid rows after an index that repeat rows with these numbers, in order. */
export const selectRepeats = (
  tx: Tx,
  org: string,
  session: string,
  { deleted, after, limit }: { deleted: readonly number[]; after: number; limit: number },
) => tx<RepeatedRow[]>`
  select s.row_index, r.row_number, s.duplicates, s.keys
  from import_results s join import_rows r using (organization_id, session_id, row_index)
  where s.organization_id = ${org} and s.session_id = ${session} and s.row_index > ${after}
    and s.duplicates is not null and s.errors is null
    and exists (select from jsonb_array_elements(s.duplicates) as d (item)
      where (d.item #>> '{there,rowNumber}')::int = any(${plainColumn(deleted)}::int[]))
  order by s.row_index limit ${limit}`;

export const updateDuplicates = (
  tx: Tx,
  org: string,
  session: string,
  rows: readonly { rowIndex: number; duplicates: Duplicate[] | null }[],
) => tx`
  update import_results as s set duplicates = n.duplicates
  from unnest(${plainColumn(rows.map(({ rowIndex }) => rowIndex))}::int[],
    ${column(rows.map(({ duplicates }) => duplicates && JSON.stringify(duplicates)))}::text[]::jsonb[])
    as n (row_index, duplicates)
  where s.organization_id = ${org} and s.session_id = ${session} and s.row_index = n.row_index`;
