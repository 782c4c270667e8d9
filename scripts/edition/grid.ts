import { Decimal } from "@emissions/quantity/decimal";
import { readCsv } from "../../services/imports/src/table/csv/csv.ts";
import { columnLetters } from "../../services/imports/src/table/reference.ts";
import type { Cell } from "../../services/imports/src/table/table.ts";
import { readXlsx } from "../../services/imports/src/table/xlsx/xlsx.ts";
import { openPackage } from "../../services/imports/src/table/xlsx/zip.ts";
import type { Finding, Place } from "./findings.ts";

/** Bytes of a file of a publisher. The largest known one, the calculator of MITECO, has 1.2 MB. */
export const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** Rows with values of one sheet, or of a csv file. Numbers of rows count from 1. */
export interface Grid {
  sheet: string;
  rows: { number: number; cells: readonly Cell[] }[];
}

/** A file of a publisher by name. */
export interface PublishedFile {
  name: string;
  bytes: Buffer;
}

export async function sheetNames({ name, bytes }: PublishedFile): Promise<string[]> {
  const { sheets } = await readXlsx(bytes, { bytes, fileName: name });
  return sheets;
}

export async function readSheet({ name, bytes }: PublishedFile, sheetName: string): Promise<Grid> {
  const grid: Grid = { sheet: sheetName, rows: [] };
  const { rows } = await readXlsx(bytes, { bytes, fileName: name, sheetName });
  for await (const batch of rows) grid.rows.push(...batch);
  return grid;
}

/** The grid of a csv file, or of the only file in a zip file. */
export async function readCsvGrid({ name, bytes }: PublishedFile): Promise<Grid> {
  const text = name.toLowerCase().endsWith(".zip") ? await unzipOnly(bytes) : bytes;
  const grid: Grid = { sheet: name, rows: [] };
  for await (const batch of (await readCsv(text, { fileName: name })).rows) grid.rows.push(...batch);
  return grid;
}

async function unzipOnly(bytes: Buffer): Promise<Buffer> {
  const parts = await openPackage(bytes);
  const [name, ...others] = parts.names();
  if (name === undefined || others.length > 0) throw new Error("the zip file does not hold exactly one file");
  return Buffer.concat(await Array.fromAsync(parts.read(name, FILE_BYTES_MAX)));
}

/** The text of a cell; a number as its digits, and nothing as an empty text. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell.replace(/\s+/g, " ").trim();
  if (typeof cell === "boolean") return String(cell);
  if ("number" in cell) return cell.number;
  return "day" in cell ? cell.day : (cell.text ?? cell.error);
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The number of a cell, null for an empty one or one of `blanks`, and "text" for anything else. */
export function numberOf(cell: Cell | undefined, blanks: readonly string[] = []): Decimal | null | "text" {
  const text = textOf(cell);
  if (text === "" || blanks.includes(text)) return null;
  return NUMBER.test(text) ? new Decimal(text) : "text";
}

/** Letters and name of a column, as findings say them. */
export const columnText = (at: number, name: string): string => `${columnLetters(at)} (${name || "without a name"})`;

/** Compares the names of columns with those expected, in their order. Null stands for any name. */
export function checkColumns(grid: Grid, rowNumber: number, expected: readonly (string | null)[]): Finding[] {
  const cells = grid.rows.find(({ number }) => number === rowNumber)?.cells ?? [];
  const findings: Finding[] = [];
  for (let at = 0; at < Math.max(cells.length, expected.length); at++) {
    const [name, wanted] = [textOf(cells[at]), expected[at]];
    if (wanted === null || name === (wanted ?? "")) continue;
    const place: Place = { sheet: grid.sheet, row: rowNumber, column: columnText(at, name) };
    if (wanted === undefined) findings.push({ code: "column_unexpected", item: name, place, text: "is not known" });
    else findings.push({ code: "column_missing", item: wanted, place, text: `"${name}" stands in its place` });
  }
  return findings;
}

export function checkSheets(names: readonly string[], expected: readonly string[], file: string): Finding[] {
  const missing = expected.filter((name) => !names.includes(name));
  const unexpected = names.filter((name) => !expected.includes(name));
  return [
    ...missing.map((item) => finding("sheet_missing", item, file, "the workbook has no such sheet")),
    ...unexpected.map((item) => finding("sheet_unexpected", item, item, "is not known")),
  ];
}

const finding = (code: Finding["code"], item: string, sheet: string, text: string): Finding => ({
  code,
  item,
  place: { sheet },
  text,
});
