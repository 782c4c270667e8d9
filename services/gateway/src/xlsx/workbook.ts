import { type CellType, cell, columnName, escaped, STYLES, textCell } from "./cells.ts";
import { zipped } from "./zip.ts";

export interface Column {
  title: string;
  type: CellType;
  /** In characters. */
  width: number;
}

/** The values of a row, one for each column. */
export type Row = readonly (string | null)[];

export interface Sheet {
  name: string;
  columns: readonly Column[];
  /** Several rows at a time. */
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** Drop-downs of whole columns. */
  choices?: readonly Choices[];
  isHidden?: boolean;
}

/** The values of the cells of a column, which another sheet lists. */
export interface Choices {
  /** From 0. */
  column: number;
  list: { sheet: string; column: number; length: number };
  /** The program refuses other values. */
  isStrict: boolean;
}

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A workbook of one sheet (ISO/IEC 29500), written while its rows arrive. Texts are never formulas. */
export const workbook = (sheet: Sheet): AsyncGenerator<Uint8Array> => workbookOf([sheet]);

/** The first sheet is shown. */
export const workbookOf = (sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> =>
  zipped([
    part("[Content_Types].xml", contentTypes(sheets.length)),
    part("_rels/.rels", relationships([["officeDocument", "xl/workbook.xml"]])),
    part("xl/workbook.xml", workbookXml(sheets)),
    part(
      "xl/_rels/workbook.xml.rels",
      relationships([
        ...sheets.map((_, index): Relationship => ["worksheet", `worksheets/sheet${index + 1}.xml`]),
        ["styles", "styles.xml"],
      ]),
    ),
    part("xl/styles.xml", STYLE_SHEET),
    ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: sheetXml(sheet) })),
  ]);

/** Rows are compressed in pieces of about this many characters. */
const PIECE_LENGTH = 65_536;
/** Rows of a sheet in spreadsheet programs. */
const ROWS_MAX = 1_048_576;

const part = (name: string, xml: string) => ({ name, content: [Buffer.from(xml)] });

async function* sheetXml({ columns, rows, choices = [] }: Sheet): AsyncGenerator<Uint8Array> {
  const names = columns.map((_, index) => columnName(index));
  const types = columns.map(({ type }) => type);
  const headings = columns.map(({ title }, index) => textCell(`${names[index]}1`, title, STYLES.heading));
  yield Buffer.from(`${sheetStart(columns)}<row r="1">${headings.join("")}</row>`);
  let number = 1;
  let xml = "";
  for await (const some of rows) {
    for (const row of some) {
      number += 1;
      xml += rowXml(row, { number, names, types });
      if (xml.length < PIECE_LENGTH) continue;
      yield Buffer.from(xml);
      xml = "";
    }
  }
  yield Buffer.from(`${xml}</sheetData>${choicesXml(choices)}</worksheet>`);
}

interface RowContext {
  /** From 1; the headings are the first row. */
  number: number;
  names: readonly string[];
  types: readonly CellType[];
}

function rowXml(row: Row, { number, names, types }: RowContext): string {
  let cells = "";
  for (let index = 0; index < types.length; index += 1) {
    cells += cell(types[index]!, `${names[index]}${number}`, row[index] ?? null);
  }
  return `<row r="${number}">${cells}</row>`;
}

const XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const contentTypes = (sheets: number) =>
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="application/xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
  Array.from({ length: sheets })
    .map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
    .join("") +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;

/** Type and target. */
type Relationship = readonly [string, string];

function relationships(targets: readonly Relationship[]): string {
  const all = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join("")}</Relationships>`;
}

const workbookXml = (sheets: readonly Sheet[]) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>` +
  sheets
    .map(
      ({ name, isHidden }, index) =>
        `<sheet name="${escaped(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
    )
    .join("") +
  "</sheets></workbook>";

/** Below the headings to the last row of a sheet. */
function choicesXml(choices: readonly Choices[]): string {
  if (choices.length === 0) return "";
  const all = choices.map(({ column, list, isStrict }) => {
    const [cells, values] = [columnName(column), columnName(list.column)];
    const range = `'${list.sheet.replaceAll("'", "''")}'!$${values}$2:$${values}$${list.length + 1}`;
    return (
      `<dataValidation type="list" allowBlank="1"${isStrict ? ' showErrorMessage="1"' : ""} ` +
      `sqref="${cells}2:${cells}${ROWS_MAX}"><formula1>${escaped(range)}</formula1></dataValidation>`
    );
  });
  return `<dataValidations count="${choices.length}">${all.join("")}</dataValidations>`;
}

/** The first row stays in view. */
const sheetStart = (columns: readonly Column[]) =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>` +
  columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join("") +
  "</cols><sheetData>";

/** In the order of `STYLES`. Format 49 is text; a cell with `quotePrefix` stays text when it is edited. */
const STYLE_SHEET =
  `${XML}<styleSheet xmlns="${MAIN}">` +
  `<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  `<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill>` +
  `<fill><patternFill patternType="gray125"/></fill></fills>` +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
  `<cellXfs count="5">${[
    `numFmtId="0" fontId="0"`,
    `numFmtId="0" fontId="1" applyFont="1"`,
    `numFmtId="49" fontId="0" applyNumberFormat="1" quotePrefix="1"`,
    `numFmtId="164" fontId="0" applyNumberFormat="1"`,
    `numFmtId="165" fontId="0" applyNumberFormat="1"`,
  ]
    .map((format) => `<xf ${format} fillId="0" borderId="0" xfId="0"/>`)
    .join("")}</cellXfs>` +
  `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
