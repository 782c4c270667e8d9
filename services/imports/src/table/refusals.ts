/** Reasons to refuse a whole file, and their sentences. */
export const REFUSALS = {
  IMPORT_FILE_TYPE_UNSUPPORTED: "The file is not a csv, tsv, xlsx or xls table.",
  IMPORT_FILE_TYPE_MISMATCH: "The content of the file does not match its extension.",
  IMPORT_FILE_TOO_LARGE: "The file is too large.",
  IMPORT_FILE_EMPTY: "The file has no row with values.",
  IMPORT_FILE_ENCRYPTED: "The file is protected with a password.",
  IMPORT_FILE_MACROS: "The file has macros.",
  IMPORT_FILE_UNREADABLE: "The file is damaged or incomplete.",
  IMPORT_FILE_TOO_COMPLEX: "The file exceeds a limit of tables.",
  IMPORT_SHEET_NOT_FOUND: "The workbook has no visible sheet of that name.",
  IMPORT_HEADER_NOT_FOUND: "The given header row has no values.",
} as const;

export type RefusalCode = keyof typeof REFUSALS;

export interface Refusal {
  code: RefusalCode;
  message: string;
}

/** Ends the reading of the file. `detail` is a sentence. */
export function refuse(code: RefusalCode, detail?: string): never {
  const message = detail === undefined ? REFUSALS[code] : `${REFUSALS[code]} ${detail}`;
  throw Object.assign(new Error(message), { refusal: { code, message } satisfies Refusal });
}

/** Null for other errors. */
export const refusalOf = (error: unknown): Refusal | null =>
  error instanceof Error && "refusal" in error ? (error.refusal as Refusal) : null;

export const unreadable = (detail: string): never => refuse("IMPORT_FILE_UNREADABLE", detail);
export const tooComplex = (detail: string): never => refuse("IMPORT_FILE_TOO_COMPLEX", detail);
