import { parseTable } from "./parse.ts";
import { refusalOf } from "./refusals.ts";
import type { Row, Table, TableFile } from "./table.ts";

export interface Parsed {
  table: Table;
  rows: Row[];
}

/** Parses in the thread of the test. */
export async function parse(
  fileName: string,
  content: string | Uint8Array,
  choices: Partial<TableFile> = {},
): Promise<Parsed> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const rows: Row[] = [];
  const table = await parseTable({ bytes, fileName, ...choices }, async (piece) => void rows.push(...piece));
  return { table, rows };
}

/** The columns and the cells of the rows below. */
export async function tableOf(fileName: string, content: string | Uint8Array, choices?: Partial<TableFile>) {
  const { table, rows } = await parse(fileName, content, choices);
  return [table.columns, ...rows.map(({ cells }) => cells)];
}

/** The refusal of a file. Fails if it is read. */
export async function refusalFor(fileName: string, content: string | Uint8Array, choices?: Partial<TableFile>) {
  const error = await parse(fileName, content, choices).then(
    () => new Error("The file is read"),
    (thrown: unknown) => thrown,
  );
  const refusal = refusalOf(error);
  if (refusal === null) throw error;
  return refusal;
}
