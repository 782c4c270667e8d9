import { textField } from "../exports/csv-text.ts";
import { attachment } from "../rest/content.ts";
import type { Representation } from "../rest/representations.ts";
import { type Cell, sectionsOf } from "./sections.ts";

/** RFC 4180: a title, the columns and the rows of each table, and an empty line after it. */
export const inventoryCsv: Representation = {
  type: "text/csv",
  headers: { "content-disposition": attachment("inventory.csv"), "x-content-type-options": "nosniff" },
  example: '"Statement"\r\nitem,value\r\n"total, market-based",325.13\r\n',
  write: (shown) =>
    sectionsOf(shown)
      .flatMap(({ title, columns, rows }) => [
        line([{ text: title }]),
        line(columns.map((text) => ({ text }))),
        ...rows.map(line),
        "",
      ])
      .map((text) => `${text}\r\n`)
      .join(""),
};

const line = (cells: readonly Cell[]) => cells.map(field).join(",");

function field(cell: Cell): string {
  if (cell === null) return "";
  return "number" in cell ? cell.number : textField(cell.text);
}
