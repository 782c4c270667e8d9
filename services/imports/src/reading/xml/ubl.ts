import { fail } from "../document.ts";
import { INVOICE_LINES_MAX } from "../limits.ts";
import { unitOfCode } from "../units.ts";
import {
  type ElectronicInvoice,
  type InvoiceLine,
  isCount,
  isNegative,
  kindOfType,
  type Period,
  pointIn,
} from "./invoice.ts";
import { all, dayAt, type Element, first, textAt, textsOf } from "./tree.ts";

const NAMESPACE = "urn:oasis:names:specification:ubl:schema:xsd:";
const ROOTS: Readonly<Record<string, { line: string; quantity: string }>> = {
  [`${NAMESPACE}Invoice-2 Invoice`]: { line: "InvoiceLine", quantity: "InvoicedQuantity" },
  [`${NAMESPACE}CreditNote-2 CreditNote`]: { line: "CreditNoteLine", quantity: "CreditedQuantity" },
};

/** UBL 2.1, as EN 16931 uses it. Null for another document. */
export function readUbl(root: Element): ElectronicInvoice[] | null {
  const names = ROOTS[`${root.namespace} ${root.name}`];
  if (names === undefined) return null;
  const lines = all(root, names.line);
  if (lines.length > INVOICE_LINES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${INVOICE_LINES_MAX} lines.`);
  const supplier = first(root, "AccountingSupplierParty", "Party");
  const type = textAt(root, "InvoiceTypeCode") ?? textAt(root, "CreditNoteTypeCode");
  const invoice: ElectronicInvoice = {
    source: "ubl",
    number: textAt(root, "ID"),
    kind: root.name === "CreditNote" ? "creditNote" : kindOfType(type),
    supplierName: textAt(supplier, "PartyName", "Name") ?? textAt(supplier, "PartyLegalEntity", "RegistrationName"),
    supplierTaxId: textAt(supplier, "PartyTaxScheme", "CompanyID") ?? textAt(supplier, "PartyLegalEntity", "CompanyID"),
    period: periodOf(first(root, "InvoicePeriod")),
    delivered: dayAt(first(root, "Delivery"), "ActualDeliveryDate"),
    point: pointIn(textsOf(root)),
    lines: lines.map((line) => lineOf(line, names.quantity)),
  };
  return [invoice];
}

function lineOf(line: Element, quantityName: string): InvoiceLine {
  const item = first(line, "Item");
  const codes = all(item, "CommodityClassification", "ItemClassificationCode").map(({ text }) => text.trim());
  const quantity = first(line, quantityName);
  return {
    name: textAt(item, "Name") ?? "",
    description: [textAt(item, "Description"), ...codes].filter((text) => text !== null).join(" "),
    quantity: quantity?.text.trim() || null,
    unit: unitOfCode(quantity?.attributes.unitCode ?? ""),
    isCounted: isCount(quantity?.attributes.unitCode ?? ""),
    isMoneyNegative: isNegative(textAt(line, "LineExtensionAmount")),
    point: pointIn(textsOf(line)),
    period: periodOf(first(line, "InvoicePeriod")),
  };
}

const periodOf = (period: Element | undefined): Period => ({
  start: dayAt(period, "StartDate"),
  end: dayAt(period, "EndDate"),
});
