import { fail } from "../document.ts";
import { INVOICE_LINES_MAX } from "../limits.ts";
import type { UnitOfCode } from "../units.ts";
import { type ElectronicInvoice, type InvoiceKind, type InvoiceLine, isNegative, pointIn } from "./invoice.ts";
import { all, dayAt, type Element, first, textAt, textsOf } from "./tree.ts";

const NAMESPACE =
  /^http:\/\/www\.facturae\.(?:es\/Facturae\/20\d\d\/v3\.2\/Facturae|gob\.es\/formato\/Versiones\/Facturaev3_2(?:_\d)?\.xml)$/;

/** Codes of the format for units of measure. */
const UNITS: Readonly<Record<string, UnitOfCode>> = {
  "03": { unit: "kg", times: "1" },
  "04": { unit: "l", times: "1" },
  15: { unit: "l", times: "0.01" },
  21: { unit: "g", times: "1" },
  33: { unit: "m3", times: "1" },
  36: { unit: "kWh", times: "1" },
};
/** None, pieces and others. */
const COUNTS: ReadonlySet<string> = new Set(["", "01", "05"]);
/** Corrects an invoice by a complete one. */
const COMPLETE = "01";

/** Facturae 3.2, the format of public invoices in Spain. A batch has several invoices. Null for another document. */
export function readFacturae(root: Element): ElectronicInvoice[] | null {
  if (root.name !== "Facturae" || !NAMESPACE.test(root.namespace)) return null;
  const seller = first(root, "Parties", "SellerParty");
  const invoices = all(root, "Invoices", "Invoice");
  const lines = all(root, "Invoices", "Invoice", "Items", "InvoiceLine");
  if (lines.length > INVOICE_LINES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${INVOICE_LINES_MAX} lines.`);
  const single = pointIn(textsOf(root));
  return invoices.map((invoice) => ({
    ...headOf(invoice),
    source: "facturae",
    supplierName: nameOf(seller),
    supplierTaxId: textAt(seller, "TaxIdentification", "TaxIdentificationNumber"),
    point: invoices.length === 1 ? single : pointIn(textsOf(invoice)),
    lines: all(invoice, "Items", "InvoiceLine").map(lineOf),
  }));
}

function nameOf(party: Element | undefined): string | null {
  const person = first(party, "Individual");
  const names = ["Name", "FirstSurname", "SecondSurname"].map((name) => textAt(person, name));
  return textAt(party, "LegalEntity", "CorporateName") ?? (names.filter((name) => name !== null).join(" ") || null);
}

function headOf(invoice: Element): Pick<ElectronicInvoice, "number" | "kind" | "period" | "delivered"> {
  const header = first(invoice, "InvoiceHeader");
  const issue = first(invoice, "InvoiceIssueData");
  const number = textAt(header, "InvoiceNumber");
  const series = textAt(header, "InvoiceSeriesCode");
  return {
    number: number === null || series === null ? number : `${series}-${number}`,
    kind: kindOf(header),
    period: periodOf(first(issue, "InvoicingPeriod")),
    delivered: dayAt(issue, "OperationDate"),
  };
}

function kindOf(header: Element | undefined): InvoiceKind {
  const isCorrective = first(header, "Corrective") !== undefined || /R$/.test(textAt(header, "InvoiceClass") ?? "");
  if (!isCorrective) return "invoice";
  return textAt(header, "Corrective", "CorrectionMethod") === COMPLETE ? "corrected" : "creditNote";
}

function lineOf(line: Element): InvoiceLine {
  const code = textAt(line, "UnitOfMeasure") ?? "";
  const more = [textAt(line, "ArticleCode"), textAt(line, "AdditionalLineItemInformation")];
  const transaction = dayAt(line, "TransactionDate");
  const period = periodOf(first(line, "LineItemPeriod"));
  return {
    name: textAt(line, "ItemDescription") ?? "",
    description: more.filter((text) => text !== null).join(" "),
    quantity: textAt(line, "Quantity"),
    unit: UNITS[code] ?? null,
    isCounted: COUNTS.has(code),
    isMoneyNegative: isNegative(textAt(line, "GrossAmount") ?? textAt(line, "TotalCost")),
    point: pointIn(textsOf(line)),
    period: period.start === null ? { start: transaction, end: transaction } : period,
  };
}

const periodOf = (period: Element | undefined) => ({
  start: dayAt(period, "StartDate"),
  end: dayAt(period, "EndDate"),
});
