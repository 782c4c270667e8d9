import { isDay } from "@emissions/quantity/period";
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
import { all, type Element, first, textAt, textsOf } from "./tree.ts";

const ROOT = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";
const DATE_FORMAT = "102";

/** UN/CEFACT Cross Industry Invoice, the syntax of Factur-X and ZUGFeRD 2. Null for another document. */
export function readCii(root: Element): ElectronicInvoice[] | null {
  if (root.namespace !== ROOT || root.name !== "CrossIndustryInvoice") return null;
  const trade = first(root, "SupplyChainTradeTransaction");
  const lines = all(trade, "IncludedSupplyChainTradeLineItem");
  if (lines.length > INVOICE_LINES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${INVOICE_LINES_MAX} lines.`);
  const seller = first(trade, "ApplicableHeaderTradeAgreement", "SellerTradeParty");
  const delivery = first(trade, "ApplicableHeaderTradeDelivery", "ActualDeliverySupplyChainEvent");
  const invoice: ElectronicInvoice = {
    source: "cii",
    number: textAt(root, "ExchangedDocument", "ID"),
    kind: kindOfType(textAt(root, "ExchangedDocument", "TypeCode")),
    supplierName: textAt(seller, "Name"),
    supplierTaxId:
      textAt(seller, "SpecifiedTaxRegistration", "ID") ?? textAt(seller, "SpecifiedLegalOrganization", "ID"),
    period: periodOf(first(trade, "ApplicableHeaderTradeSettlement", "BillingSpecifiedPeriod")),
    delivered: dayOf(first(delivery, "OccurrenceDateTime", "DateTimeString")),
    point: pointIn(textsOf(root)),
    lines: lines.map(lineOf),
  };
  return [invoice];
}

function lineOf(line: Element): InvoiceLine {
  const product = first(line, "SpecifiedTradeProduct");
  const codes = all(product, "DesignatedProductClassification", "ClassCode").map(({ text }) => text.trim());
  const quantity = first(line, "SpecifiedLineTradeDelivery", "BilledQuantity");
  const settlement = first(line, "SpecifiedLineTradeSettlement");
  return {
    name: textAt(product, "Name") ?? "",
    description: [textAt(product, "Description"), ...codes].filter((text) => text !== null).join(" "),
    quantity: quantity?.text.trim() || null,
    unit: unitOfCode(quantity?.attributes.unitCode ?? ""),
    isCounted: isCount(quantity?.attributes.unitCode ?? ""),
    isMoneyNegative: isNegative(textAt(settlement, "SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount")),
    point: pointIn(textsOf(line)),
    period: periodOf(first(settlement, "BillingSpecifiedPeriod")),
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
