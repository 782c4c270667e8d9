import type { Entry, Refusal } from "../entry.ts";

const unreadable = (code: string, meaning: string, help: string): Refusal => ({ code, status: 422, meaning, help });

/** Imports of tables. Codes of cells are in the errors of rows. */
export const importSessionRefusals: readonly Refusal[] = [
  {
    code: "IMPORT_NOT_FOUND",
    status: 404,
    meaning: "the import does not exist in the organization, or the role does not see it",
    help: "correct the id",
  },
  {
    code: "IMPORT_INVALID_STATE",
    status: 409,
    meaning: "the status of the import does not permit the request; `detail` has the status",
    help: "read `GET /v2/imports/{import_id}/status`, and wait while the status is `created`, `validating` or `submitting`",
  },
  {
    code: "IMPORT_CHANGED_MEANWHILE",
    status: 409,
    meaning: "another request has changed the import while its rows were validated",
    help: "repeat after `Retry-After`",
  },
  {
    code: "IMPORT_HAS_ERRORS",
    status: 409,
    meaning: "rows of the import have errors; `detail` has their number",
    help: "correct or delete the rows, or send `ignore_errors`",
  },
  {
    code: "POSSIBLE_DUPLICATE",
    status: 409,
    meaning:
      "with `Prefer: handling=strict`: rows of an import, or the records of a reading, may be there already; each violation names one",
    help: "delete the rows or the reading, or repeat the request without the preference",
  },
  {
    code: "IMPORT_NO_ROWS",
    status: 409,
    meaning: "the import has no valid row",
    help: "correct the rows",
  },
  {
    code: "IMPORT_EXPIRED",
    status: 410,
    meaning: "the import is older than 24 hours; its rows are removed",
    help: "create the import anew",
  },
  {
    code: "FILE_TOO_LARGE",
    status: 413,
    meaning: "the file of an import has more than 25 MiB",
    help: "divide the file",
  },
  {
    code: "IMPORT_FILE_TOO_LARGE",
    status: 413,
    meaning: "likewise for a stored file",
    help: "divide the file",
  },
  {
    code: "IMPORT_FILE_TYPE_UNSUPPORTED",
    status: 415,
    meaning: "the file is not a csv, tsv, xlsx or xls table",
    help: "convert the file",
  },
  unreadable("IMPORT_FILE_TYPE_MISMATCH", "the content of the file does not match its extension", "correct the name"),
  unreadable("IMPORT_FILE_EMPTY", "the file has no row with values", "choose the sheet with the values"),
  unreadable("IMPORT_FILE_ENCRYPTED", "the file is protected with a password", "remove the password"),
  unreadable("IMPORT_FILE_MACROS", "the file has macros", "save it without macros"),
  unreadable("IMPORT_FILE_UNREADABLE", "the file is damaged or incomplete", "save it again"),
  unreadable("IMPORT_FILE_TOO_COMPLEX", "the file exceeds a limit of tables; `detail` names it", "divide the file"),
  unreadable("IMPORT_SHEET_NOT_FOUND", "the workbook has no visible sheet of that name", "use a name of `sheets`"),
  unreadable("IMPORT_HEADER_NOT_FOUND", "the given header row has no values", "correct `header_row`, or leave it out"),
  {
    code: "IMPORT_INTERRUPTED",
    status: 409,
    meaning: "the work on the import was interrupted several times; when a file is read the status is 422",
    help: "repeat the request; for a new import repeat it with another `Idempotency-Key`",
  },
  {
    code: "IMPORT_ROWS_NOT_COMBINED",
    status: 409,
    meaning: "`combine` gives more than 20,000 rows; the import is `mapped`",
    help: "map fewer columns, such as one with other texts in each row, or divide the file",
  },
  {
    code: "TOO_MANY_IMPORTS",
    status: 429,
    meaning: "the organization has 50 imports that are neither submitted nor expired",
    help: "submit or delete some",
  },
  {
    code: "SAVED_MAPPING_NAME_TAKEN",
    status: 409,
    meaning: "the template has another saved mapping of this name; case does not matter",
    help: "choose another name, or change that mapping",
  },
  {
    code: "SAVED_MAPPING_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 200 saved mappings",
    help: "delete some",
  },
];

/** Codes of cells, and notes about columns in the suggestions of a mapping. */
export const importNotes: readonly Entry[] = [
  {
    code: "CELL_ERROR",
    meaning: "the cell has an error of a spreadsheet instead of a value",
    help: "correct the cell",
  },
  {
    code: "CELL_FORMULA_WITHOUT_VALUE",
    meaning: "the file has no value for the formula of the cell",
    help: "save the file in a spreadsheet program",
  },
  { code: "CELL_TOO_LONG", meaning: "the text of the cell is too long", help: "shorten the text" },
  {
    code: "CELL_MERGED_AMOUNT",
    meaning: "the cell is merged with the one above; labels are repeated, and an amount counts once",
    help: "write the amount of each row",
  },
  {
    code: "CELL_DATE_UNKNOWN",
    meaning: "the cell is formatted as a date, but its number is not a day",
    help: "correct the cell",
  },
  {
    code: "POSSIBLE_DUPLICATE",
    meaning:
      "in `notices` of a row, and in `errors` of a strict validation: a stored record or an earlier row may be the same; `duplicates` names it",
    help: "delete one of both, or submit the row if it is another activity",
  },
  {
    code: "INTERVAL_MARKS_UNKNOWN",
    meaning: "in `notes`: the times of the rows may begin or end their intervals",
    help: "set `combine.at.marks`",
  },
  {
    code: "HEADER_NOT_READ",
    meaning: "in `notes`: words of the header are read as no unit",
    help: "check that the numbers are in the unit of the other columns",
  },
  {
    code: "QUANTITY_NOT_MAPPED",
    meaning: "in `notes`: a column with a physical unit is left out, and another one fills the amount",
    help: "decide which column has the amount",
  },
  {
    code: "ONE_DAY_PERIOD",
    meaning: "in `notes`: the only column of days would be the first and the last day of each row",
    help: "decide whether each row has a period of one day",
  },
  {
    code: "SAVED_TARGET_MISSING",
    meaning: "in `notes`: the saved mapping fills a column that the template no longer has",
    help: "change the saved mapping",
  },
];
