import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type FixtureCell, xlsxOf } from "../../services/imports/src/table/workbook.fixture.ts";
import { addEdition, type Outcome } from "./add-edition.ts";
import { CATALOGUE, catalogueRows, catalogueText, formatCsv, LIBRARY_COLUMNS, type Row } from "./catalogue.ts";
import type { PublishedFile } from "./grid.ts";
import type { Source } from "./source.ts";

export type Cells = readonly FixtureCell[];

/** A catalogue of these files, and the countries of the real one. */
export function catalogueOf(files: Record<string, string>): URL {
  const folder = `${mkdtempSync(join(tmpdir(), "catalogue-"))}/`;
  const all = { "countries.csv": catalogueText("countries.csv", CATALOGUE), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return pathToFileURL(folder);
}

/** Rows of a file of the real catalogue. */
export const realRows = (path: string, wanted: (row: Row) => boolean): Row[] =>
  catalogueRows(path, CATALOGUE).filter(wanted);

export const libraryText = (rows: readonly Row[]) => formatCsv(LIBRARY_COLUMNS, rows);

export const workbook = (name: string, sheets: Record<string, readonly Cells[]>): PublishedFile => ({
  name,
  bytes: xlsxOf({ sheets: Object.entries(sheets).map(([sheet, rows]) => ({ name: sheet, rows })) }),
});

export const csvFile = (name: string, lines: readonly string[]): PublishedFile => ({
  name,
  bytes: Buffer.from(`${lines.join("\n")}\n`),
});

export interface Run {
  file: PublishedFile;
  catalogue: URL;
  year?: string;
  write?: boolean;
}

export const run = (source: Source, { file, catalogue, year, write = false }: Run): Promise<Outcome> =>
  addEdition(source, { file, catalogue, year }, write);

/** The lines of refusals, without the word "refused". */
export const refusals = ({ lines }: Outcome) =>
  lines.filter((line) => line.startsWith("refused")).map((line) => line.replace(/^refused +/, ""));
