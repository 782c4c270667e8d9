import type { UnitOfCode } from "../units.ts";

/** The type of an invoice, as far as its amounts depend on it. */
export type InvoiceKind = "invoice" | "creditNote" | "corrected" | "proForma";

/** The values of an electronic invoice that all syntaxes have. Days are written 2026-01-31. */
export interface ElectronicInvoice {
  source: "ubl" | "cii" | "facturae" | "fatturapa";
  number: string | null;
  kind: InvoiceKind;
  supplierName: string | null;
  supplierTaxId: string | null;
  period: Period;
  /** Day of the delivery. */
  delivered: string | null;
  /** The point of supply: CUPS, POD or PDR. */
  point: string | null;
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
  /** Null if the code or text is no unit of an amount. */
  unit: UnitOfCode | null;
  /** The quantity counts pieces, so the unit may be in the text. */
  isCounted: boolean;
  /** Money that is below zero beside a quantity that is not. */
  isMoneyNegative: boolean;
  /** That of the line alone. */
  point: string | null;
  period: Period;
}

/** Codes of UNTDID 1001 for credit notes. */
const CREDIT_NOTE_TYPES: ReadonlySet<string> = new Set([
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

/** Corrected invoices and debit notes, which change an earlier invoice. */
const CORRECTED_TYPES: ReadonlySet<string> = new Set(["80", "84", "383", "384", "527"]);
/** Pro forma and prepayment invoices, which another invoice repeats. */
const PRELIMINARY_TYPES: ReadonlySet<string> = new Set(["325", "386"]);

/** By a code of UNTDID 1001. */
export function kindOfType(code: string | null): InvoiceKind {
  if (CREDIT_NOTE_TYPES.has(code ?? "")) return "creditNote";
  if (CORRECTED_TYPES.has(code ?? "")) return "corrected";
  return PRELIMINARY_TYPES.has(code ?? "") ? "proForma" : "invoice";
}

/** Pieces, packages and "mutually defined", of UN/ECE Recommendations 20 and 21. */
const COUNTS = /^(?:|C62|EA|H87|NAR|NIU|LS|ZZ|1|PCE|PP|X[A-Z0-9]{1,2})$/;
export const isCount = (code: string): boolean => COUNTS.test(code.trim().toUpperCase());

/** Texts that are longer are attachments. */
const POINT_CHARACTERS_MAX = 2_000;
const CUPS = /(?<![A-Z\d])ES ?\d{4} ?\d{4} ?\d{4} ?\d{4} ?[A-Z]{2}(?: ?\d[FPRCXYZ])?(?![A-Z\d])/;
const POD = /(?<![A-Z\d])IT ?\d{3} ?E ?\d{8,9}(?![A-Z\d])/;
const PDR = /(?<![A-Z])PDR\W{0,3}(?:n\W{0,3})?(\d{14})(?!\d)/i;

/** The point of supply that texts name; null if they name none, or several. */
export function pointIn(texts: readonly string[]): string | null {
  const found = texts.flatMap((text) => {
    if (text.length > POINT_CHARACTERS_MAX) return [];
    const point = CUPS.exec(text)?.[0] ?? POD.exec(text)?.[0] ?? PDR.exec(text)?.[1];
    return point === undefined ? [] : [point.replaceAll(" ", "")];
  });
  return new Set(found).size === 1 ? found[0]! : null;
}

/** Money below zero. */
export const isNegative = (amount: string | null): boolean => amount !== null && /^-.*[1-9]/.test(amount);
