import type { ExportColumn, Row } from "./columns.ts";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** Spreadsheet programs read a file without it as the code page of the system. */
const BYTE_ORDER_MARK = "\uFEFF";
/** Rows are sent in pieces of about this many characters. */
const PIECE_LENGTH = 65_536;

/**
 * Texts that a spreadsheet program would take for a formula, with apostrophes before them or not. They get one more
 * apostrophe, which an import removes, so that every text comes back as it was. The second group are the full-width forms.
 */
const FORMULA = /^'*\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** RFC 4180, in UTF-8, with the keys of the columns in the first line. */
export async function* csv(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  let text = `${BYTE_ORDER_MARK}${columns.map(({ key }) => quoted(key)).join(",")}\r\n`;
  for await (const some of rows) {
    for (const row of some) text += `${row.map((value, at) => field(columns[at]!, value)).join(",")}\r\n`;
    if (text.length < PIECE_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

function field({ type }: ExportColumn, value: string | null): string {
  if (value === null) return "";
  return quoted(type === "text" && FORMULA.test(value) ? `'${value}` : value);
}

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
