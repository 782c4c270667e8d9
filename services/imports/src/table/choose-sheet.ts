import { refuse } from "./refusals.ts";
import type { Row } from "./table.ts";

/** The sheet of that name; without a name the first one with a value. */
export async function chooseSheet<S extends { name: string }>(
  sheets: readonly S[],
  name: string | undefined,
  rowsOf: (sheet: S) => Promise<AsyncIterable<Row[]>>,
): Promise<{ selected: string; rows: AsyncIterable<Row[]> }> {
  const candidates = name === undefined ? sheets : sheets.filter((sheet) => sheet.name === name);
  if (name !== undefined && candidates.length === 0) refuse("IMPORT_SHEET_NOT_FOUND");
  for (const sheet of candidates) {
    const rows = (await rowsOf(sheet))[Symbol.asyncIterator]();
    const first = await rows.next();
    if (!first.done) return { selected: sheet.name, rows: continued(first.value, rows) };
  }
  return refuse("IMPORT_FILE_EMPTY");
}

async function* continued(first: Row[], rest: AsyncIterator<Row[]>): AsyncGenerator<Row[]> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
