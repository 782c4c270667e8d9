import { ONE, plain } from "@emissions/quantity/decimal";
import { assess } from "../assess.ts";
import { type Category, fail, type Item, type ReadResult, type Warning } from "../document.ts";
import { fromBase, inBase } from "../units.ts";
import { classify } from "../words.ts";
import { amountsOf } from "./amounts.ts";
import { readCii } from "./cii.ts";
import type { Consumption } from "./consumption.ts";
import { readFacturae } from "./facturae.ts";
import { readFatturaPa } from "./fatturapa.ts";
import type { ElectronicInvoice, InvoiceKind } from "./invoice.ts";
import { suppliesOf } from "./supplies.ts";
import { parseTree } from "./tree.ts";
import { readUbl } from "./ubl.ts";

/** Values of a structured invoice are those that its sender has stored; only their meaning is in question. */
const CONFIDENCE = "0.98";
const TEXT_MAX = 255;

const KIND_WARNINGS: Record<InvoiceKind, Warning | null> = {
  invoice: null,
  creditNote: "CREDIT_NOTE",
  corrected: "CORRECTED_INVOICE",
  proForma: "PRO_FORMA_INVOICE",
};

/** Reads an invoice in XML, or throws a failure. */
export function readXml(bytes: Uint8Array): ReadResult {
  const root = parseTree(bytes);
  const invoices = readUbl(root) ?? readCii(root) ?? readFacturae(root) ?? readFatturaPa(root);
  if (invoices === null) return fail("READING_TYPE_UNSUPPORTED", "Its XML has another namespace.");
  const [first] = invoices;
  return first === undefined ? fail("READING_NO_VALUES") : toResult(first, invoices);
}

function toResult(first: ElectronicInvoice, invoices: readonly ElectronicInvoice[]): ReadResult {
  const warnings = new Set<Warning>();
  const texts = invoices.flatMap(({ lines }) => lines.flatMap(({ name, description }) => [name, description]));
  const { category, uncertain } = classify(texts.join("\n"));
  if (uncertain && category !== null) warnings.add("CATEGORY_UNCERTAIN");
  const items = invoices.flatMap((invoice) => itemsOf(invoice, category, warnings));
  if (items.length === 0) fail("READING_NO_VALUES");
  const { source, supplierName, supplierTaxId } = first;
  return assess({
    source,
    category,
    supplierName: cut(supplierName),
    supplierTaxId: cut(supplierTaxId),
    items,
    warnings,
  });
}

function itemsOf(invoice: ElectronicInvoice, category: Category | null, warnings: Set<Warning>): Item[] {
  const said = KIND_WARNINGS[invoice.kind];
  if (said !== null) warnings.add(said);
  const supplies = suppliesOf(amountsOf(invoice, category, warnings), warnings);
  return supplies.map((supply) => itemOf(invoice, supply, category));
}

function itemOf(invoice: ElectronicInvoice, { base, amounts }: Consumption, category: Category | null): Item {
  const [{ line, period, product }] = amounts as [(typeof amounts)[0]];
  // The smallest unit of the lines keeps the sum exact.
  const { unit } = amounts.reduce((one, other) => (inBase(ONE, other.unit).lt(inBase(ONE, one.unit)) ? other : one));
  const isSupply = category === "electricity" || category === "gas";
  return {
    invoiceNumber: cut(invoice.number),
    quantity: base === null || invoice.kind === "creditNote" ? null : plain(fromBase(base, unit)),
    unit,
    startDate: period.start,
    endDate: period.end,
    printedFuelName: category === "wastes" ? null : product,
    description: cut(line.name),
    lerCode: category === "wastes" ? product : null,
    cups: isSupply ? cut(line.point ?? invoice.point) : null,
    confidence: CONFIDENCE,
  };
}

const cut = (text: string | null): string | null => (text === null ? null : text.slice(0, TEXT_MAX).trim() || null);
