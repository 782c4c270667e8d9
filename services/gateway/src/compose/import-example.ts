import { enumText } from "@emissions/kit/wire/enum";
import type {
  GetImportExampleRequest,
  GetImportExampleResponse,
  ImportColumn,
} from "@emissions/proto/imports/v1/import_template_service";
import {
  ImportColumnType,
  ImportColumnTypeSchema,
  ImportTemplateService,
} from "@emissions/proto/imports/v1/import_template_service";
import type { Caller } from "../rest/call.ts";
import type { Content } from "../rest/content.ts";
import type { CellType } from "../xlsx/cells.ts";
import { type Choices, type Column, type Row, type Sheet, workbookOf, XLSX_TYPE } from "../xlsx/workbook.ts";
import { entityNames } from "./import-example-entities.ts";

const { getImportExample } = ImportTemplateService.method;

/** The longest name that spreadsheet programs accept for a sheet. */
const SHEET_NAME_MAX = 31;
const LISTS = "Lists";
const WIDTH_MIN = 12;
const WIDTH_MAX = 40;

/** A workbook with example rows, a description of its columns, and drop-downs for closed lists. */
export async function importExample(call: Caller, request: GetImportExampleRequest): Promise<Content> {
  const example = await call(getImportExample, request);
  const template = example.template!;
  const names = await entityNames(call, example.entities);
  const rows = example.rows.map(({ values }, index) =>
    values.map(
      (value) => value.replace(/^\{(\w+)\}$/, (_, placeholder: string) => names.of(placeholder, index)) || null,
    ),
  );
  const lists = template.columns.map((column) => choicesOf(column, example));
  const sheets = [
    { ...dataSheet(template.label, template.columns, rows), choices: choicesIn(template.columns, lists) },
    columnSheet(example, names.missing),
    listSheet(template.columns, lists),
  ];
  return {
    name: `${template.templateId}-example.xlsx`,
    type: XLSX_TYPE,
    pieces: () => workbookOf(lists.some((list) => list.length > 0) ? sheets : sheets.slice(0, 2)),
  };
}

const CELL_TYPES: Partial<Record<ImportColumnType, CellType>> = {
  [ImportColumnType.NUMBER]: "number",
  [ImportColumnType.INTEGER]: "number",
  [ImportColumnType.DATE]: "date",
};

const dataSheet = (label: string, columns: readonly ImportColumn[], rows: readonly Row[]): Sheet => ({
  name: sheetName(label),
  columns: columns.map(({ label: title, type, isList }) => ({
    title,
    type: isList ? "text" : (CELL_TYPES[type] ?? "text"),
    width: Math.min(Math.max(title.length + 2, WIDTH_MIN), WIDTH_MAX),
  })),
  rows: [rows],
});

/** Without the characters that names of sheets cannot have. */
const sheetName = (label: string) => label.replaceAll(/[[\]:*?/\\']/g, " ").slice(0, SHEET_NAME_MAX);

const choicesOf = ({ type, options }: ImportColumn, { texts }: GetImportExampleResponse): string[] =>
  type === ImportColumnType.BOOLEAN ? [texts!.yes, texts!.no] : options.map(({ label }) => label);

const choicesIn = (columns: readonly ImportColumn[], lists: readonly string[][]): Choices[] =>
  lists.flatMap(({ length }, column) =>
    length === 0 ? [] : [{ column, list: { sheet: LISTS, column, length }, isStrict: !columns[column]!.isList }],
  );

/** Hidden. Its columns are those of the first sheet. */
const listSheet = (columns: readonly ImportColumn[], lists: readonly string[][]): Sheet => ({
  name: LISTS,
  isHidden: true,
  columns: columns.map(({ key }) => textColumn(key, WIDTH_MIN)),
  rows: [
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, row) =>
      lists.map((list) => list[row] ?? null),
    ),
  ],
});

const textColumn = (title: string, width: number): Column => ({ title, type: "text", width });

const WIDTHS = [32, 28, 12, 12, 80];

function columnSheet({ template, texts }: GetImportExampleResponse, missing: readonly string[]): Sheet {
  const { sheet, headings, yes, no, note, missingNote } = texts!;
  const described = template!.columns.map(({ label, key, required, type, description }): Row => {
    return [label, key, required ? yes : no, enumText(ImportColumnTypeSchema, type), description];
  });
  const empty = headings.map(() => null);
  const sentence = (text: string): Row => [text, ...empty.slice(1)];
  const notes = [
    empty,
    sentence(note),
    ...(missing.length > 0 ? [sentence(`${missingNote} ${missing.join(", ")}`)] : []),
  ];
  return {
    name: sheetName(sheet),
    columns: headings.map((title, index) => textColumn(title, WIDTHS[index] ?? WIDTH_MAX)),
    rows: [[...described, ...notes]],
  };
}
