import { columnLetters } from "./reference.ts";
import { type ZipPart, zipOf } from "./zip.fixture.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

/** XML of a cell with `REF` for its position, a text, a number, or nothing. */
export type FixtureCell = { xml: string } | string | number | null;

export interface FixtureSheet {
  name: string;
  rows: readonly (readonly FixtureCell[])[];
  state?: "hidden" | "veryHidden";
  merges?: readonly string[];
  /** Numbers of rows, from 1. */
  hiddenRows?: readonly number[];
}

export interface FixtureWorkbook {
  sheets: readonly FixtureSheet[];
  date1904?: boolean;
  /** XML of the `si` elements. */
  sharedStrings?: readonly string[];
  /** Codes of number formats, for the cell styles from `OWN_FORMAT`. */
  formats?: readonly string[];
}

export const shared = (index: number): FixtureCell => ({ xml: `<c r="REF" t="s"><v>${index}</v></c>` });
export const styled = (style: number, value: string): FixtureCell => ({
  xml: `<c r="REF" s="${style}"><v>${value}</v></c>`,
});
/** Indexes of the cell styles. */
export const DAY = 1;
export const DAY_AND_TIME = 2;
export const PERCENT = 3;
export const OWN_DAY = 4;
export const ELAPSED = 5;
export const EURO = 6;

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function cellXml(cell: FixtureCell, reference: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "string") return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  return cell.xml.replaceAll("REF", reference);
}

export function sheetXml({
  rows,
  merges = [],
  hiddenRows = [],
}: Pick<FixtureSheet, "rows" | "merges" | "hiddenRows">): string {
  const data = rows.map((cells, row) => {
    const xml = cells.map((cell, column) => cellXml(cell, `${columnLetters(column)}${row + 1}`)).join("");
    return `<row r="${row + 1}"${hiddenRows.includes(row + 1) ? ' hidden="1"' : ""}>${xml}</row>`;
  });
  const merged = merges.map((range) => `<mergeCell ref="${range}"/>`).join("");
  return `<worksheet xmlns="${MAIN}"><sheetData>${data.join("")}</sheetData>${
    merged === "" ? "" : `<mergeCells>${merged}</mergeCells>`
  }</worksheet>`;
}

/** The index of the cell style of the first of `formats`. */
export const OWN_FORMAT = 7;
const stylesXml = (formats: readonly string[]) => `<styleSheet xmlns="${MAIN}"><numFmts>
  <numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="[h]:mm:ss"/>
  <numFmt numFmtId="166" formatCode="#,##0.00\\ &quot;days&quot;"/>${formats
    .map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escapeXml(code)}"/>`)
    .join("")}</numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/>
  <xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>${formats
    .map((_, at) => `<xf numFmtId="${200 + at}"/>`)
    .join("")}</cellXfs></styleSheet>`;

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

/** The parts of an xlsx file, so that a test can change one. */
export function workbookParts({ sheets, date1904 = false, sharedStrings, formats = [] }: FixtureWorkbook): ZipPart[] {
  const sheetList = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="s${at}"${state ? ` state="${state}"` : ""}/>`,
  );
  const relations = [
    ...sheets.map((_, at) => relation(`s${at}`, "worksheet", `worksheets/sheet${at}.xml`)),
    relation("styles", "styles", "/xl/styles.xml"),
    ...(sharedStrings ? [relation("strings", "sharedStrings", "sharedStrings.xml")] : []),
  ];
  const wrapped = (entries: readonly string[]) =>
    `<Relationships xmlns="${PACKAGE}">${entries.join("")}</Relationships>`;
  return [
    { name: "_rels/.rels", content: wrapped([relation("main", "officeDocument", "xl/workbook.xml")]) },
    { name: "xl/_rels/workbook.xml.rels", content: wrapped(relations) },
    {
      name: "xl/workbook.xml",
      content: `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
        <workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheetList.join("")}</sheets></workbook>`,
    },
    { name: "xl/styles.xml", content: stylesXml(formats) },
    ...(sharedStrings
      ? [{ name: "xl/sharedStrings.xml", content: `<sst xmlns="${MAIN}">${sharedStrings.join("")}</sst>` }]
      : []),
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at}.xml`, content: sheetXml(sheet) })),
  ];
}

export const xlsxOf = (workbook: FixtureWorkbook): Buffer => zipOf(workbookParts(workbook));

/** A workbook of one sheet. */
export const xlsxOfRows = (rows: FixtureSheet["rows"], more: Partial<FixtureSheet> = {}): Buffer =>
  xlsxOf({ sheets: [{ name: "Data", rows, ...more }] });
