import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parseCsv } from "../../services/factors/src/load/csv.ts";
import type { Place } from "./findings.ts";

export const CATALOGUE = new URL("../../services/factors/catalog/", import.meta.url);

/** A row of a catalogue file by column. An empty text means "not published". */
export type Row = Record<string, string>;

/** A row of the new edition, the published item that it is of, and where its figure stands. */
export interface NewRow {
  row: Row;
  item: string;
  place: Place;
}

/** The meaning of columns for checks and comparison. */
export interface Columns {
  /** Name the factor, without its year. */
  identity: readonly string[];
  /** The year or day. */
  period: string;
  /** Figures: a blank or a zero in one of them is compared. */
  values: readonly string[];
  /** Figures with a ratio to the last edition. */
  ratios: readonly string[];
  /** Counted together in the summary. */
  category: string;
  /** For people. */
  name: string;
}

/** Bounds of what a new edition may do to figures without a look by a person. */
export interface Bounds {
  ratioMin: number;
  ratioMax: number;
  /** Share of the factors of a category that may vanish. */
  removedShareMax: number;
}

/** A catalogue file as the new edition has it. */
export interface Target {
  path: string;
  columns: Columns;
  bounds: Bounds;
  rows: NewRow[];
  /** Rows of the last edition. Of a series: the file as it is. */
  last: readonly Row[];
  /** The file has many years, and each edition repeats the earlier ones. */
  isSeries: boolean;
  /** A figure for a period that is known never changes. */
  isFixed?: true;
  text: string;
}

export const LIBRARY_COLUMNS = [
  "category",
  "key",
  "name",
  "group",
  "areas",
  "year",
  "unit",
  "co2e_kg",
  "co2_kg",
  "ch4_g",
  "n2o_g",
  "biogenic_co2_kg",
  "uncertainty_percent",
  "source_key",
  "note",
] as const;

export const LIBRARY: Columns = {
  identity: ["category", "key", "areas", "unit"],
  period: "year",
  values: ["co2e_kg", "co2_kg", "ch4_g", "n2o_g", "biogenic_co2_kg"],
  ratios: ["co2e_kg"],
  category: "category",
  name: "name",
};

const EMPTY: Row = Object.fromEntries(LIBRARY_COLUMNS.map((column) => [column, ""]));

/** A row of a library file. Columns that are not given are empty. */
export const libraryRow = (given: Partial<Record<(typeof LIBRARY_COLUMNS)[number], string>>): Row => ({
  ...EMPTY,
  ...given,
});

const ORDER = ["category", "key", "areas", "year", "unit"];
export const sortLibrary = (rows: readonly Row[]): Row[] => sortBy(rows, ORDER);

/** In the order of code points, as the files are. */
export function sortBy(rows: readonly Row[], columns: readonly string[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: columns.map((column) => row[column] ?? "").join("\u0000") }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row);
}

export function formatCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? "")).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The text of a catalogue file; empty if there is none. */
export function catalogueText(path: string, folder: URL): string {
  const file = new URL(path, folder);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

export function catalogueRows(path: string, folder: URL): Row[] {
  const text = catalogueText(path, folder);
  return text === "" ? [] : (parseCsv(text) as Row[]);
}

/** Paths of the files `library/<prefix><year>.csv`, the oldest first. */
export function libraryFiles(prefix: string, folder: URL): string[] {
  const names = readdirSync(new URL("library/", folder)).filter((file) => yearOf(prefix, file) !== undefined);
  return names.sort().map((name) => `library/${name}`);
}

const yearOf = (prefix: string, file: string) => new RegExp(`^${prefix}(\\d{4})\\.csv$`).exec(file)?.[1];

/** Files `library/<prefix><number>.csv` in the order of their numbers. */
export function numberedFiles(prefix: string, folder: URL): { path: string; number: number }[] {
  const found = readdirSync(new URL("library/", folder)).flatMap((file) => {
    const number = file.startsWith(prefix) ? Number(file.slice(prefix.length, -".csv".length)) : Number.NaN;
    return Number.isInteger(number) ? [{ path: `library/${file}`, number }] : [];
  });
  return found.sort((a, b) => a.number - b.number);
}

/** The year of the newest file `library/<prefix><year>.csv` before `year`. */
export function lastEdition(prefix: string, year: string, folder: URL): string {
  const years = libraryFiles(prefix, folder).map((path) => path.slice(-"2026.csv".length, -".csv".length));
  const newest = years.filter((found) => found < year).at(-1);
  if (newest === undefined) throw new Error(`the catalogue has no edition of ${prefix}* before ${year}`);
  return newest;
}

/** Rows of the last edition, and rows of this one that a person placed by hand. */
export function withOwn(last: readonly Row[], own: readonly Row[], more: readonly string[] = []): Row[] {
  const placeOf = (row: Row) =>
    ["category", "key", "areas", "unit", "source_key", ...more].map((column) => row[column]).join(" ");
  const known = new Set(last.map(placeOf));
  return [...last, ...own.filter((row) => !known.has(placeOf(row)))];
}
