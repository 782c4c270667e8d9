import { DAY, type FixtureCell, styled, xlsxOf } from "../../table/workbook.fixture.ts";

/** A file as an organization would send it, and the mapping that a person would choose. */
export interface Sample {
  file: string;
  template: string;
  /** By source column; null for columns that no target fits. */
  expected: Readonly<Record<string, string | null>>;
  bytes: Buffer;
}

interface Style {
  delimiter?: string;
  encoding?: "utf8" | "utf8-bom" | "latin1" | "utf16le";
  /** Rows above the header. */
  above?: readonly (readonly string[])[];
  /** xlsx: names of the sheets before, which are hidden. */
  hiddenSheet?: string;
}

/**
 * `table` has a row for each line and a cell for each `|`. The first row has names with their targets, as
 * `Cantidad => base_quantity`; without an arrow no target fits.
 */
export function sample(file: string, template: string, table: string, style: Style = {}): Sample {
  const [header = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const names = header.map((cell) => cell.split("=>")[0]!.trim());
  const expected = Object.fromEntries(header.map((cell, at) => [names[at]!, cell.split("=>")[1]?.trim() ?? null]));
  const lines = [...(style.above ?? []), names, ...rows];
  return { file, template, expected, bytes: file.endsWith(".xlsx") ? workbook(lines, style) : text(lines, style) };
}

function text(lines: readonly (readonly string[])[], { delimiter = ";", encoding = "utf8" }: Style): Buffer {
  const quoted = (cell: string) =>
    /["\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const content = `${lines.map((cells) => cells.map(quoted).join(delimiter)).join("\r\n")}\r\n`;
  if (encoding === "utf8-bom") return Buffer.from(`\ufeff${content}`);
  return encoding === "utf16le" ? Buffer.from(`\ufeff${content}`, "utf16le") : Buffer.from(content, encoding);
}

/** Days and numbers are typed cells, as in workbooks that people write. */
function workbook(lines: readonly (readonly string[])[], { hiddenSheet }: Style): Buffer {
  const rows = lines.map((cells) => cells.map(typed));
  const hidden = hiddenSheet === undefined ? [] : [{ name: hiddenSheet, rows: [["x"]], state: "hidden" as const }];
  return xlsxOf({ sheets: [...hidden, { name: "Hoja1", rows }] });
}

function typed(cell: string): FixtureCell {
  if (cell === "") return null;
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return styled(DAY, String(Date.parse(cell) / 86_400_000 + 25_569));
  return /^-?(?:0|[1-9]\d{0,8})(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
}
