import { base64, column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { CombinedRow } from "../combine/groups.ts";
import type { Duplicate } from "../duplicate/duplicate.ts";
import type { Cell, Row } from "../table/table.ts";
import type { RowErrors } from "../values/read-row.ts";

export interface SourceRow {
  rowIndex: number;
  rowNumber: number;
  cells: Cell[];
  corrections: Record<string, string | null> | null;
  /** Null for a row of the file. */
  combined: Combined | null;
}

/** Values by column of the template in the API's own writing, and what was found when rows were combined. */
export type Combined = Pick<CombinedRow, "values" | "errors" | "notices">;

/** The index of the first combined row. Files have fewer rows. */
export const COMBINED_FROM = 1_000_000;

export interface ResultRow extends SourceRow {
  /** Null before the validation. */
  data: Record<string, string | null> | null;
  errors: RowErrors | null;
  notices: RowErrors | null;
  duplicates: Duplicate[] | null;
}

/** The result of one row. Exactly one of `errors` and `record` has a value. */
export interface NewResult {
  rowIndex: number;
  data: Record<string, string | null>;
  errors: RowErrors | null;
  /** How texts of a valid row were understood. */
  notices: RowErrors | null;
  record: Uint8Array | null;
  /** Records that are there already, and an earlier row. */
  duplicates: Duplicate[] | null;
  /** Texts that the row has in common with rows that may be the same. */
  keys: readonly string[];
}

const LONE_SURROGATE = /\\ud[89a-f][0-9a-f]{2}/i;

/** Lone surrogates are no characters, and Postgres refuses them. */
function json(value: object): string {
  const text = JSON.stringify(value);
  if (!LONE_SURROGATE.test(text)) return text;
  return JSON.stringify(value, (_key, one) => (typeof one === "string" ? one.toWellFormed() : one));
}

export const insertRows = (tx: Tx, org: string, session: string, rows: readonly Row[], firstIndex: number) => tx`
  insert into import_rows (organization_id, session_id, row_index, row_number, cells)
  select ${org}, ${session}, ${firstIndex}::int + (place - 1), (line ->> 0)::int, line -> 1
  from json_array_elements(${json(rows.map(({ number, cells }) => [number, cells]))}::text::json)
    with ordinality as r (line, place)`;

/** Rows of intervals that became one. Their index tells them from those of the file. */
export const insertCombinedRows = (
  tx: Tx,
  org: string,
  session: string,
  rows: readonly CombinedRow[],
  firstIndex: number,
) => tx`
  insert into import_rows (organization_id, session_id, row_index, row_number, cells, combined)
  select ${org}, ${session}, ${firstIndex}::int + (place - 1), (line ->> 0)::int, line -> 1, line -> 2
  from json_array_elements(${json(rows.map(({ rowNumber, cells, ...combined }) => [rowNumber, cells, combined]))}::text::json)
    with ordinality as r (line, place)`;

export const deleteCombinedRows = (tx: Tx, org: string, session: string) => tx`
  delete from import_rows
  where organization_id = ${org} and session_id = ${session} and row_index >= ${COMBINED_FROM}`;

export const deleteRows = (tx: Tx, org: string, session: string) => tx`
  with results as (delete from import_results where organization_id = ${org} and session_id = ${session})
  delete from import_rows where organization_id = ${org} and session_id = ${session}`;

export const deleteResults = (tx: Tx, org: string, session: string) =>
  tx`delete from import_results where organization_id = ${org} and session_id = ${session}`;

export const deleteResultsOf = (tx: Tx, org: string, session: string, rows: readonly { rowIndex: number }[]) => tx`
  delete from import_results where organization_id = ${org} and session_id = ${session}
    and row_index = any(${plainColumn(rows.map(({ rowIndex }) => rowIndex))}::int[])`;

/** Rows after an index, in order: those of the file or, after them, combined ones. */
export const selectRowsAfter = (
  tx: Tx,
  org: string,
  session: string,
  { after, limit }: { after: number; limit: number },
) => tx<SourceRow[]>`
  select row_index, row_number, cells, corrections, combined from import_rows
  where organization_id = ${org} and session_id = ${session} and row_index > ${after}
    ${after < COMBINED_FROM - 1 ? tx`and row_index < ${COMBINED_FROM}` : tx``}
  order by row_index limit ${limit}`;

export const selectRowsByIndex = (tx: Tx, org: string, session: string, indices: readonly number[]) => tx<SourceRow[]>`
  select row_index, row_number, cells, corrections, combined from import_rows
  where organization_id = ${org} and session_id = ${session} and row_index = any(${plainColumn(indices)}::int[])
  order by row_index`;

interface RowsPage {
  limit: number;
  offset: number;
  errorsOnly: boolean;
  duplicatesOnly: boolean;
  /** Without results, rows are shown as in the file. */
  withResults: boolean;
}

export const selectRowsPage = (tx: Tx, org: string, session: string, page: RowsPage) => {
  const { limit, offset, errorsOnly, duplicatesOnly, withResults } = page;
  if (!withResults) {
    return tx<ResultRow[]>`
      select row_index, row_number, cells, corrections, combined, null as data, null as errors, null as notices,
        null as duplicates from import_rows
      where organization_id = ${org} and session_id = ${session} and row_index < ${COMBINED_FROM}
        and ${!errorsOnly && !duplicatesOnly}
      order by row_index limit ${limit} offset ${offset}`;
  }
  return tx<ResultRow[]>`
    with page as materialized (
      select row_index, data, errors, notices, duplicates from import_results
      where organization_id = ${org} and session_id = ${session} ${errorsOnly ? tx`and errors is not null` : tx``}
        ${duplicatesOnly ? tx`and duplicates is not null` : tx``}
      order by row_index limit ${limit} offset ${offset})
    select row_index, row_number, cells, corrections, combined, data, errors, notices, duplicates
    from page join import_rows r using (row_index)
    where r.organization_id = ${org} and r.session_id = ${session} order by row_index`;
};

/** Inserts results of rows that have none. */
export const insertResults = (tx: Tx, org: string, session: string, results: readonly NewResult[]) => tx`
  insert into import_results (organization_id, session_id, row_index, data, errors, record, notices, duplicates, keys)
  select ${org}, ${session}, (line ->> 0)::int, line -> 1, (line ->> 2)::jsonb, decode(line ->> 3, 'base64'),
    (line ->> 4)::jsonb, (line ->> 5)::jsonb, (line ->> 6)::jsonb
  from json_array_elements(${json(results.map(lineOf))}::text::json) as r (line)`;

const lineOf = ({ rowIndex, data, errors, notices, record, duplicates, keys }: NewResult) => [
  rowIndex,
  data,
  errors,
  record && base64(record),
  notices,
  duplicates,
  keys,
];

export const updateCorrections = (
  tx: Tx,
  org: string,
  session: string,
  rows: readonly { rowIndex: number; corrections: Record<string, string | null> }[],
) => tx`
  update import_rows as r set corrections = c.corrections
  from unnest(${plainColumn(rows.map(({ rowIndex }) => rowIndex))}::int[],
    ${column(rows.map(({ corrections }) => json(corrections)))}::text[]::jsonb[]) as c (row_index, corrections)
  where r.organization_id = ${org} and r.session_id = ${session} and r.row_index = c.row_index`;

/** Deletes the rows of the indices, and with `allErrors` every row with errors. Answers their numbers in the file. */
export async function deleteSomeRows(
  tx: Tx,
  org: string,
  session: string,
  { indices, allErrors }: { indices: readonly number[]; allErrors: boolean },
): Promise<number[]> {
  const deleted = await tx<{ rowNumber: number }[]>`
    with results as (
      delete from import_results
      where organization_id = ${org} and session_id = ${session}
        and (row_index = any(${plainColumn(indices)}::int[]) or (${allErrors} and errors is not null))
      returning row_index)
    delete from import_rows
    where organization_id = ${org} and session_id = ${session} and row_index in (select row_index from results)
    returning row_number`;
  return deleted.map(({ rowNumber }) => rowNumber);
}

/** Counts the results of a session again. */
export async function countResults(tx: Tx, org: string, session: string) {
  const [counts] = await tx<[{ totalRows: number; errorRows: number; duplicateRows: number }]>`
    select count(*)::int as total_rows, count(errors)::int as error_rows, count(duplicates)::int as duplicate_rows
    from import_results
    where organization_id = ${org} and session_id = ${session}`;
  const columns = await tx<{ key: string; count: number }[]>`
    select key, count(*)::int as count from import_results, jsonb_object_keys(errors) as key
    where organization_id = ${org} and session_id = ${session} and errors is not null group by key order by key`;
  return {
    totalRows: counts.totalRows,
    errorRows: counts.errorRows,
    duplicateRows: counts.duplicateRows,
    validRows: counts.totalRows - counts.errorRows,
    errorsByColumn: Object.fromEntries(columns.map(({ key, count }) => [key, count])),
  };
}

/** Records of valid rows after an index, in order. */
export const selectRecordsAfter = (
  tx: Tx,
  org: string,
  session: string,
  { after, limit }: { after: number; limit: number },
) => tx<{ rowIndex: number; record: Uint8Array }[]>`
  select row_index, record from import_results
  where organization_id = ${org} and session_id = ${session} and row_index > ${after} and errors is null
  order by row_index limit ${limit}`;
