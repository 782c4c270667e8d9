import type { ExportColumn, Row } from "./columns.ts";
import { quoted, textField } from "./csv-text.ts";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** Spreadsheet programs read a file without it as the code page of the system. */
const BYTE_ORDER_MARK = "\uFEFF";
/** Rows are sent in pieces of about this many characters. */
const PIECE_LENGTH = 65_536;

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
  return type === "text" ? textField(value) : quoted(value);
}
