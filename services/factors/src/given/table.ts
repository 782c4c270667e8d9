import { parse } from "csv-parse/sync";
import { COLUMNS_MAX, FILE_BYTES_MAX, FILE_ROWS_MAX } from "./limits.ts";
import { isZip, onlyFile } from "./unzip.ts";

export interface GivenTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Line of the file, for messages. The first row follows the header. */
export const lineOf = (row: number): string => `line ${row + 2}`;

/** A csv file, or the only file of a zip archive. Throws for anything else. */
export async function readTable(bytes: Buffer): Promise<GivenTable> {
  if (bytes.length > FILE_BYTES_MAX) throw new Error(`The file has more than ${FILE_BYTES_MAX} bytes.`);
  const [columns = [], ...rows] = cells(textOf(isZip(bytes) ? await onlyFile(bytes) : bytes));
  if (rows.length === 0) throw new Error("The file has no rows.");
  if (rows.length > FILE_ROWS_MAX) throw new Error(`The file has more than ${FILE_ROWS_MAX} rows.`);
  if (columns.length > COLUMNS_MAX) throw new Error(`The file has more than ${COLUMNS_MAX} columns.`);
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) throw new Error(`The column "${twice}" is there twice.`);
  return { columns, rows };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The file is not a text in UTF-8.");
  }
}

/** The ECB ends each line with a comma: a last column without a name and values is none. */
function cells(text: string): string[][] {
  const rows: string[][] = parsed(text);
  const hasBareEnd = rows.length > 0 && rows.every((row) => row.at(-1) === "");
  return hasBareEnd ? rows.map((row) => row.slice(0, -1)) : rows;
}

function parsed(text: string): string[][] {
  try {
    return parse(text, { trim: true, skip_empty_lines: true, relax_column_count: false, bom: true });
  } catch (error) {
    throw new Error(`The file is no csv: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
