import { type Decimal, parse } from "@emissions/quantity/decimal";
import { plain as plainDigits, readDigits } from "@emissions/quantity/digits";
import type { Category, Warning } from "../document.ts";
import { fuelNameIn, refrigerantNameIn } from "../fuels.ts";
import { numberOf, type Style, styleOf } from "../pdf/language.ts";
import { pairsIn, unitIn } from "../pdf/pairs.ts";
import { dimensionOf, fits, inBase, type Unit, unitOfText } from "../units.ts";
import { lerCodeIn } from "../waste-codes.ts";
import { folded } from "../words.ts";
import type { ElectronicInvoice, InvoiceLine, Period } from "./invoice.ts";
import { isReversal, type Kind, kindOf, marksOf } from "./kinds.ts";

/** A line with an amount that belongs to the category. */
export interface Amount {
  line: InvoiceLine;
  period: Period;
  unit: Unit;
  /** In J, 1/1821 l or kg, so that amounts in several units can be compared. Below zero if it is taken back or fed in. */
  base: Decimal;
  kind: Kind;
  /** Takes an earlier amount of the same period back. */
  isReversal: boolean;
  /** Two equal amounts with other marks are two amounts. */
  marks: readonly string[];
  product: string | null;
}

/** Amounts of an invoice in units of the category. */
export function amountsOf(invoice: ElectronicInvoice, category: Category | null, warnings: Set<Warning>): Amount[] {
  const style = styleOf(invoice.lines.map(textOf).join("\n"));
  const known = invoice.lines.flatMap((line) => amountOf(invoice, line, { category, style, warnings }));
  const fitting = category === null ? known : known.filter(({ unit }) => fits(unit, category));
  if (known.length > 0 && fitting.length === 0) warnings.add("UNIT_UNKNOWN");
  // Invoices of gas may state the same consumption as a volume and as an energy.
  const energies = fitting.filter(({ unit }) => dimensionOf(unit) === "energy");
  if (category !== "gas" || energies.length === 0 || energies.length === fitting.length) return fitting;
  warnings.add("SEVERAL_QUANTITIES");
  return energies;
}

interface Search {
  category: Category | null;
  style: Style;
  warnings: Set<Warning>;
}

const textOf = ({ name, description }: InvoiceLine) => `${name} ${description}`;

function amountOf(invoice: ElectronicInvoice, line: InvoiceLine, search: Search): Amount[] {
  const { category } = search;
  const found = statedIn(line) ?? (line.isCounted ? printedIn(line, search) : null);
  if (found === null) return [];
  const words = folded(textOf(line));
  const isBelow = found.quantity.isNegative() && !found.quantity.isZero();
  const takesBack = (isBelow || line.isMoneyNegative) && isReversal(words);
  const isNegative = isBelow || line.isMoneyNegative;
  const kind = kindOf(words, category, isNegative);
  const quantity =
    !isBelow && (takesBack || (isNegative && kind === "exported")) ? found.quantity.neg() : found.quantity;
  return [
    {
      line,
      period: periodOf(invoice, line),
      unit: found.unit,
      base: inBase(quantity, found.unit),
      kind,
      isReversal: takesBack,
      marks: marksOf(words),
      product: productIn(textOf(line), category),
    },
  ];
}

/** In the fields of the line. */
function statedIn({ quantity, unit }: InvoiceLine): { quantity: Decimal; unit: Unit } | null {
  const number = decimalOf(quantity);
  return unit === null || number === null ? null : { quantity: number.times(parse(unit.times)), unit: unit.unit };
}

/** In the text of a line whose quantity counts pieces: "Consumption 350 kWh", or "Consumption (kWh)" beside 350. */
function printedIn(line: InvoiceLine, { style, warnings }: Search): { quantity: Decimal; unit: Unit } | null {
  const stated = decimalOf(line.quantity);
  const pairs = pairsIn(textOf(line));
  if (pairs.length > 1) warnings.add("SEVERAL_QUANTITIES");
  if (pairs.length > 0) {
    const unit = unitOfText(pairs[0]!.unitText);
    const written = numberOf(pairs[0]!.number, style);
    if (unit === null || written === null) return null;
    const quantity = parse(written.value);
    if (written.isAmbiguous && !stated?.eq(quantity)) warnings.add("NUMBER_AMBIGUOUS");
    if (stated !== null && !stated.eq(1) && !stated.eq(quantity)) warnings.add("SEVERAL_QUANTITIES");
    return { quantity, unit };
  }
  const printed = unitIn(textOf(line));
  const unit = printed === null || printed.length < 2 ? null : unitOfText(printed);
  return unit === null || stated === null || stated.eq(1) ? null : { quantity: stated, unit };
}

/** The name of a fuel or refrigerant, or the code of a waste. */
export function productIn(text: string, category: Category | null): string | null {
  if (category === "fuel_delivery") return fuelNameIn(text);
  if (category === "recharges") return refrigerantNameIn(text);
  return category === "wastes" ? lerCodeIn(text) : null;
}

/** The period of the line, that of the invoice, or the day of the delivery. */
function periodOf({ period, delivered }: ElectronicInvoice, line: InvoiceLine): Period {
  if (line.period.start !== null && line.period.end !== null) return line.period;
  if (period.start !== null && period.end !== null) return period;
  return { start: line.period.start ?? period.start ?? delivered, end: line.period.end ?? period.end ?? delivered };
}

/** Exact; null for another text, and for one with too many digits. XML allows leading zeros. */
function decimalOf(text: string | null): Decimal | null {
  if (text === null) return null;
  const digits = readDigits(text.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1"));
  return typeof digits === "string" ? null : parse(plainDigits(digits));
}
