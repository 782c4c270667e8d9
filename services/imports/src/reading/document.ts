/** Subjects of documents, as the API writes them. */
export const CATEGORIES = ["water", "electricity", "gas", "fuel_delivery", "recharges", "wastes"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Reasons for a check by a person. */
export const WARNINGS = [
  "CATEGORY_UNKNOWN",
  "CATEGORY_UNCERTAIN",
  "SEVERAL_QUANTITIES",
  "LINES_ADDED",
  "LINES_REPEATED",
  "TOO_MANY_ITEMS",
  "QUANTITY_NEGATIVE",
  "CREDIT_NOTE",
  "CORRECTED_INVOICE",
  "PRO_FORMA_INVOICE",
  "UNIT_UNKNOWN",
  "DATE_AMBIGUOUS",
  "NUMBER_AMBIGUOUS",
  "PERIOD_REVERSED",
] as const;
export type Warning = (typeof WARNINGS)[number];

/** One consumption, delivery or waste. Null stands for a value that was not found. */
export interface Item {
  invoiceNumber: string | null;
  /** An exact decimal, not negative. */
  quantity: string | null;
  /** A code of `units.ts`. */
  unit: string | null;
  startDate: string | null;
  endDate: string | null;
  printedFuelName: string | null;
  description: string | null;
  lerCode: string | null;
  cups: string | null;
  /** 0 to 1, as a decimal; null after a correction by a person. */
  confidence: string | null;
}

export interface ReadResult {
  source: "ubl" | "cii" | "facturae" | "fatturapa" | "text";
  category: Category | null;
  /** 0 to 1, as a decimal: the lowest of the items. */
  confidence: string;
  supplierName: string | null;
  supplierTaxId: string | null;
  items: Item[];
  warnings: Warning[];
}

export interface Document {
  bytes: Uint8Array;
  fileName: string;
  /** The reader ends within this time. */
  timeoutMs: number;
}

/** Reasons why a document cannot be read, and their sentences. */
export const READ_FAILURES = {
  READING_TYPE_UNSUPPORTED:
    "The file is neither a PDF nor an invoice in UBL 2.1, UN/CEFACT CII, Facturae 3.2 or FatturaPA 1.2.",
  READING_NO_TEXT: "The PDF has no text. Scanned documents cannot be read.",
  READING_NO_VALUES: "The document has no amount with a unit that could be read.",
  READING_ENCRYPTED: "The PDF is protected with a password.",
  READING_UNREADABLE: "The document is damaged or incomplete.",
  READING_TOO_COMPLEX: "The document exceeds a limit of size, pages, time or memory.",
  READING_FAILED: "Reading the document failed several times.",
} as const;
export type ReadFailureCode = keyof typeof READ_FAILURES;

export interface ReadFailure {
  code: ReadFailureCode;
  message: string;
}

export type ReadOutcome = { result: ReadResult } | { failure: ReadFailure };

/**
 * Reads documents. The built-in one is `createDocumentReader`. Another one, such as a service that reads scanned
 * documents, replaces it in `context.ts`. It rejects only when a repeat can help.
 */
export interface DocumentReader {
  read(document: Document): Promise<ReadOutcome>;
}

/** Ends the reading of a document. `detail` is a sentence. */
export function fail(code: ReadFailureCode, detail?: string): never {
  const message = detail === undefined ? READ_FAILURES[code] : `${READ_FAILURES[code]} ${detail}`;
  throw Object.assign(new Error(message), { failure: { code, message } satisfies ReadFailure });
}

/** Null for other errors. */
export const failureOf = (error: unknown): ReadFailure | null =>
  error instanceof Error && "failure" in error ? (error.failure as ReadFailure) : null;
