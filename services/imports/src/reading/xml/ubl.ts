import { isDay } from "@emissions/quantity/period";
import { fail } from "../document.ts";
import { INVOICE_LINES_MAX } from "../limits.ts";
import { CREDIT_NOTE_TYPES, type ElectronicInvoice, type InvoiceLine, type Period } from "./invoice.ts";
import { all, type Element, first, textAt } from "./tree.ts";

const NAMESPACE = "urn:oasis:names:specification:ubl:schema:xsd:";
const ROOTS: Readonly<Record<string, { line: string; quantity: string }>> = {
  [`${NAMESPACE}Invoice-2 Invoice`]: { line: "InvoiceLine", quantity: "InvoicedQuantity" },
  [`${NAMESPACE}CreditNote-2 CreditNote`]: { line: "CreditNoteLine", quantity: "CreditedQuantity" },
};

/** UBL 2.1, as EN 16931 uses it. Null for another document. */
export function readUbl(root: Element): ElectronicInvoice | null {
  const names = ROOTS[`${root.namespace} ${root.name}`];
  if (names === undefined) return null;
  const lines = all(root, names.line);
  if (lines.length > INVOICE_LINES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${INVOICE_LINES_MAX} lines.`);
  const supplier = first(root, "AccountingSupplierParty", "Party");
  const type = textAt(root, "InvoiceTypeCode") ?? textAt(root, "CreditNoteTypeCode") ?? "";
  return {
    source: "ubl",
    number: textAt(root, "ID"),
    isCreditNote: root.name === "CreditNote" || CREDIT_NOTE_TYPES.has(type),
    supplierName: textAt(supplier, "PartyName", "Name") ?? textAt(supplier, "PartyLegalEntity", "RegistrationName"),
    supplierTaxId: textAt(supplier, "PartyTaxScheme", "CompanyID") ?? textAt(supplier, "PartyLegalEntity", "CompanyID"),
    period: periodOf(first(root, "InvoicePeriod")),
    delivered: dayAt(first(root, "Delivery"), "ActualDeliveryDate"),
    lines: lines.map((line) => lineOf(line, names.quantity)),
  };
}

function lineOf(line: Element, quantityName: string): InvoiceLine {
  const item = first(line, "Item");
  const codes = all(item, "CommodityClassification", "ItemClassificationCode").map(({ text }) => text.trim());
  const quantity = first(line, quantityName);
  return {
    name: textAt(item, "Name") ?? "",
    description: [textAt(item, "Description"), ...codes].filter((text) => text !== null).join(" "),
    quantity: quantity?.text.trim() || null,
    unitCode: quantity?.attributes.unitCode ?? "",
    period: periodOf(first(line, "InvoicePeriod")),
  };
}

const periodOf = (period: Element | undefined): Period => ({
  start: dayAt(period, "StartDate"),
  end: dayAt(period, "EndDate"),
});

/** Days may have a time zone, which the day is written in. */
function dayAt(element: Element | undefined, name: string): string | null {
  const day = textAt(element, name)?.slice(0, 10) ?? "";
  return isDay(day) ? day : null;
}
