/** The values of an electronic invoice that both syntaxes have. Days are written 2026-01-31. */
export interface ElectronicInvoice {
  source: "ubl" | "cii";
  number: string | null;
  isCreditNote: boolean;
  supplierName: string | null;
  supplierTaxId: string | null;
  period: Period;
  /** Day of the delivery. */
  delivered: string | null;
  lines: readonly InvoiceLine[];
}

export interface Period {
  start: string | null;
  end: string | null;
}

export interface InvoiceLine {
  name: string;
  description: string;
  quantity: string | null;
  /** Of UN/ECE Recommendation 20. */
  unitCode: string;
  period: Period;
}

/** Codes of UNTDID 1001 for credit notes. */
export const CREDIT_NOTE_TYPES: ReadonlySet<string> = new Set([
  "81",
  "83",
  "261",
  "262",
  "296",
  "308",
  "381",
  "396",
  "420",
  "458",
  "532",
]);
