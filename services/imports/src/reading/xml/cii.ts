import { isDay } from "@emissions/quantity/period";
import { fail } from "../document.ts";
import { INVOICE_LINES_MAX } from "../limits.ts";
import { CREDIT_NOTE_TYPES, type ElectronicInvoice, type InvoiceLine, type Period } from "./invoice.ts";
import { all, type Element, first, textAt } from "./tree.ts";

const ROOT = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";
const DATE_FORMAT = "102";

/** UN/CEFACT Cross Industry Invoice, the syntax of Factur-X and ZUGFeRD 2. Null for another document. */
export function readCii(root: Element): ElectronicInvoice | null {
  if (root.namespace !== ROOT || root.name !== "CrossIndustryInvoice") return null;
  const trade = first(root, "SupplyChainTradeTransaction");
  const lines = all(trade, "IncludedSupplyChainTradeLineItem");
  if (lines.length > INVOICE_LINES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${INVOICE_LINES_MAX} lines.`);
  const seller = first(trade, "ApplicableHeaderTradeAgreement", "SellerTradeParty");
  const delivery = first(trade, "ApplicableHeaderTradeDelivery", "ActualDeliverySupplyChainEvent");
  return {
    source: "cii",
    number: textAt(root, "ExchangedDocument", "ID"),
    isCreditNote: CREDIT_NOTE_TYPES.has(textAt(root, "ExchangedDocument", "TypeCode") ?? ""),
    supplierName: textAt(seller, "Name"),
    supplierTaxId:
      textAt(seller, "SpecifiedTaxRegistration", "ID") ?? textAt(seller, "SpecifiedLegalOrganization", "ID"),
    period: periodOf(first(trade, "ApplicableHeaderTradeSettlement", "BillingSpecifiedPeriod")),
    delivered: dayOf(first(delivery, "OccurrenceDateTime", "DateTimeString")),
    lines: lines.map(lineOf),
  };
}

function lineOf(line: Element): InvoiceLine {
  const product = first(line, "SpecifiedTradeProduct");
  const codes = all(product, "DesignatedProductClassification", "ClassCode").map(({ text }) => text.trim());
  const quantity = first(line, "SpecifiedLineTradeDelivery", "BilledQuantity");
  return {
    name: textAt(product, "Name") ?? "",
    description: [textAt(product, "Description"), ...codes].filter((text) => text !== null).join(" "),
    quantity: quantity?.text.trim() || null,
    unitCode: quantity?.attributes.unitCode ?? "",
    period: periodOf(first(line, "SpecifiedLineTradeSettlement", "BillingSpecifiedPeriod")),
  };
}

const periodOf = (period: Element | undefined): Period => ({
  start: dayOf(first(period, "StartDateTime", "DateTimeString")),
  end: dayOf(first(period, "EndDateTime", "DateTimeString")),
});

/** Format 102 of UNTDID 2379 is CCYYMMDD; EN 16931 has no other. */
function dayOf(element: Element | undefined): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(element?.text.trim() ?? "");
  if (match === null || (element?.attributes.format ?? DATE_FORMAT) !== DATE_FORMAT) return null;
  const day = match.slice(1).join("-");
  return isDay(day) ? day : null;
}
