import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";

/** A row of a catalogue file by column name. An empty text means "not published". */
export type CsvRow = Readonly<Record<string, string>>;

export const parseCsv = (text: string): CsvRow[] => parse(text, { columns: true, relax_column_count: false });

export const readCsv = async (file: URL): Promise<CsvRow[]> => parseCsv(await readFile(file, "utf8"));

/** The text of a required column. Throws for a renamed column, which would otherwise read as missing data. */
export function text(row: CsvRow, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`the catalogue file has no column "${column}"`);
  return value;
}

export const textOrNull = (row: CsvRow, column: string): string | null => text(row, column) || null;

export const list = (row: CsvRow, column: string): string[] => text(row, column).split(";").filter(Boolean);
