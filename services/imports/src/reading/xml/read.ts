import { parse, plain } from "@emissions/quantity/decimal";
import { plain as plainDigits, readDigits } from "@emissions/quantity/digits";
import { assess } from "../assess.ts";
import { type Category, fail, type Item, type ReadResult, type Warning } from "../document.ts";
import { fuelNameIn, refrigerantNameIn } from "../fuels.ts";
import { fits, type Unit, unitOfCode } from "../units.ts";
import { lerCodeIn } from "../waste-codes.ts";
import { classify } from "../words.ts";
import { readCii } from "./cii.ts";
import type { ElectronicInvoice, InvoiceLine } from "./invoice.ts";
import { parseTree } from "./tree.ts";
import { readUbl } from "./ubl.ts";

/** Values of a structured invoice are those that its sender has stored; only their meaning is in question. */
const CONFIDENCE = "0.98";
const TEXT_MAX = 255;

/** A line with an amount that belongs to the category. */
interface Amount {
  line: InvoiceLine;
  quantity: string;
  unit: Unit;
}

/** Reads an invoice in XML, or throws a failure. */
export function readXml(bytes: Uint8Array): ReadResult {
  const root = parseTree(bytes);
  const invoice = readUbl(root) ?? readCii(root);
  if (invoice === null) return fail("READING_TYPE_UNSUPPORTED", "Its XML has another namespace.");
  return toResult(invoice);
}

function toResult(invoice: ElectronicInvoice): ReadResult {
  const warnings = new Set<Warning>();
  const texts = invoice.lines.flatMap(({ name, description }) => [name, description]);
  const { category, uncertain } = classify(texts.join("\n"));
  if (uncertain && category !== null) warnings.add("CATEGORY_UNCERTAIN");
  if (invoice.isCreditNote) warnings.add("CREDIT_NOTE");
  const amounts = amountsOf(invoice, category, warnings);
  if (amounts.length === 0) fail("READING_NO_VALUES");
  const groups = Map.groupBy(amounts, (amount) => groupOf(invoice, amount, category));
  const items = [...groups.values()].map((group) => itemOf(invoice, group, category, warnings));
  const { source, supplierName, supplierTaxId } = invoice;
  return assess({
    source,
    category,
    supplierName: cut(supplierName),
    supplierTaxId: cut(supplierTaxId),
    items,
    warnings,
  });
}

function amountsOf(invoice: ElectronicInvoice, category: Category | null, warnings: Set<Warning>): Amount[] {
  const known = invoice.lines.flatMap((line) => {
    const unit = unitOfCode(line.unitCode);
    const quantity = decimalOf(line.quantity);
    return unit === null || quantity === null ? [] : [{ line, quantity, unit }];
  });
  const fitting = category === null ? known : known.filter(({ unit }) => fits(unit, category));
  if (known.length > 0 && fitting.length === 0) warnings.add("UNIT_UNKNOWN");
  // Invoices of gas may state the same consumption as a volume and as an energy.
  const energies = fitting.filter(({ unit }) => fits(unit, "electricity"));
  if (category !== "gas" || energies.length === 0 || energies.length === fitting.length) return fitting;
  warnings.add("SEVERAL_QUANTITIES");
  return energies;
}

/** Lines of one supply are added. Products and wastes are items of their own. */
function groupOf(invoice: ElectronicInvoice, { line, unit }: Amount, category: Category | null): string {
  const { start, end } = periodOf(invoice, line);
  const text = `${line.name} ${line.description}`;
  const product =
    category === "wastes"
      ? lerCodeIn(text)
      : category === "fuel_delivery"
        ? fuelNameIn(text)
        : category === "recharges"
          ? refrigerantNameIn(text)
          : "";
  return JSON.stringify([unit, start, end, product]);
}

function itemOf(
  invoice: ElectronicInvoice,
  amounts: readonly Amount[],
  category: Category | null,
  warnings: Set<Warning>,
): Item {
  const [{ line, unit }] = amounts as [Amount];
  const sum = amounts.reduce((total, { quantity }) => total.plus(parse(quantity)), parse("0"));
  if (amounts.length > 1) warnings.add("LINES_ADDED");
  if (sum.isNegative() && !sum.isZero()) warnings.add("QUANTITY_NEGATIVE");
  const text = `${line.name} ${line.description}`;
  const { start, end } = periodOf(invoice, line);
  const isUsable = !invoice.isCreditNote && (sum.isZero() || !sum.isNegative());
  return {
    invoiceNumber: cut(invoice.number),
    quantity: isUsable ? plain(sum) : null,
    unit,
    startDate: start,
    endDate: end,
    printedFuelName:
      category === "fuel_delivery" ? fuelNameIn(text) : category === "recharges" ? refrigerantNameIn(text) : null,
    description: cut(line.name),
    lerCode: category === "wastes" ? lerCodeIn(text) : null,
    cups: null,
    confidence: CONFIDENCE,
  };
}

/** The period of the line, that of the invoice, or the day of the delivery. */
function periodOf({ period, delivered }: ElectronicInvoice, line: InvoiceLine) {
  if (line.period.start !== null && line.period.end !== null) return line.period;
  if (period.start !== null && period.end !== null) return period;
  return { start: line.period.start ?? period.start ?? delivered, end: line.period.end ?? period.end ?? delivered };
}

/** An exact decimal in plain notation; null for another text, and for one with too many digits. XML allows leading zeros. */
function decimalOf(text: string | null): string | null {
  if (text === null) return null;
  const digits = readDigits(text.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1"));
  return typeof digits === "string" ? null : plainDigits(digits);
}

const cut = (text: string | null): string | null => (text === null ? null : text.slice(0, TEXT_MAX).trim() || null);
