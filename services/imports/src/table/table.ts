/** A tsv file is read as csv. */
export type FileType = "csv" | "xlsx" | "xls";

/** Reasons why a cell has no value. */
export type CellError =
  /** The spreadsheet stored an error such as #N/A. */
  | "CELL_ERROR"
  /** The writer of the file did not store the result, and formulas are never evaluated. */
  | "CELL_FORMULA_WITHOUT_VALUE"
  | "CELL_TOO_LONG"
  /** A number of a merged range, repeated below its first row: a label has this value, an amount has none. */
  | "CELL_MERGED_AMOUNT"
  /** A serial number without a day: negative, after 9999, or 29 February 1900. */
  | "CELL_DATE_UNKNOWN";

export interface NumberCell {
  /** Plain decimal digits. */
  number: string;
  /** The cell shows `number` times 100 with a percent sign. */
  percent?: true;
  /** The text that the number format shows beside it, such as `€` or `kWh`. */
  shows?: string;
  /** The number format shows thousandths of it. */
  isScaled?: true;
}

export interface DayCell {
  /** As 2026-01-31. */
  day: string;
  /** As 13:45:00, if the cell has a time of day. */
  time?: string;
  /** The cell shows month and year alone. */
  isMonth?: true;
}

export interface ErrorCell {
  error: CellError;
  text?: string;
}

/** The value as written. Text stays text; csv files have texts only. Null is an empty cell. */
export type Cell = null | string | boolean | NumberCell | DayCell | ErrorCell;

export interface Row {
  /** Number of the row in the sheet, from 1, as spreadsheets show it. */
  number: number;
  /** By column. Trailing empty cells are left out. */
  cells: Cell[];
  /** The sheet hides it, or a filter does. */
  isHidden?: true;
}

/** First day of the serial numbers of a workbook. */
export type DateSystem = 1900 | 1904;

/** A sheet before its header is known. Rows without values are left out. */
export interface Sheet {
  fileType: FileType;
  /** Names of the visible sheets; empty for csv. */
  sheets: string[];
  selectedSheet: string | null;
  dateSystem: DateSystem;
  /** csv only. */
  encoding: string | null;
  delimiter: string | null;
  rows: AsyncIterable<Row[]>;
}

export interface Table extends Omit<Sheet, "rows"> {
  /** Zero-based row of the sheet that names the columns. */
  headerRow: number;
  /** Unique names. */
  columns: string[];
  /** Rows below the header that have a value. */
  totalRows: number;
  /** Of these, rows that the sheet hides or filters out. */
  hiddenRows: number;
}

export interface TableFile {
  bytes: Uint8Array;
  fileName: string;
  /** The first visible sheet with values, if not given. */
  sheetName?: string | undefined;
  /** Zero-based; detected, if not given. */
  headerRow?: number | undefined;
}
