import { type Decimal, parse } from "@emissions/quantity/decimal";
import { assess } from "../assess.ts";
import { type Category, fail, type Item, type ReadResult, type Warning } from "../document.ts";
import { fuelNameIn, refrigerantNameIn } from "../fuels.ts";
import { lerCodeIn } from "../waste-codes.ts";
import { classify, folded } from "../words.ts";
import { billedAmount, YEAR_DAYS_MIN } from "./billed.ts";
import { type FoundPeriod, periodIn } from "./dates.ts";
import { type Header, headerOf } from "./header.ts";
import { numberOf, type Style, styleOf } from "./language.ts";
import { withoutMix } from "./mix.ts";
import { type Amount, amountsIn } from "./quantities.ts";

/** Of an amount by its rank: without a label it could be another figure. */
const CONFIDENCE = ["0.7", "0.92", "0.95"] as const;
const CREDIT_NOTE =
  /\b(?:factura rectificativa|abono|credit note|credit memo|gutschrift|stornorechnung|avoir|facture d'avoir|nota di credito|nota de credito|factura rectificativa|nota d'abonament)\b/;
const DESCRIPTION_MAX = 255;
const DAY_MS = 86_400_000;
const POWER = /(?<![\p{L}\d.,])(\d[\d.,]*)\s?k(?:W|VA)(?![\p{L}\d])/gu;

/** Reads the text of an invoice, or throws a failure. */
export function readText(lines: readonly string[]): ReadResult {
  const text = lines.join("\n");
  const { category, uncertain } = classify(withoutMix(lines).join("\n"));
  if (category === null) return fail("READING_NO_VALUES", "Its subject is unknown.");
  const warnings = new Set<Warning>();
  if (uncertain) warnings.add("CATEGORY_UNCERTAIN");
  const isCreditNote = CREDIT_NOTE.test(folded(text));
  if (isCreditNote) warnings.add("CREDIT_NOTE");
  const style = styleOf(text);
  const header = headerOf(lines);
  const period = periodIn(lines, style);
  if (period.isAmbiguous) warnings.add("DATE_AMBIGUOUS");
  const days = daysOf(period);
  const isYear = days !== null && days >= YEAR_DAYS_MIN;
  const onUnreadable = () => warnings.add("NUMBER_AMBIGUOUS");
  const onUnread = () => warnings.add("SEVERAL_QUANTITIES");
  const months = monthsOf(period);
  const amounts = amountsIn(lines, { category, style, isYear, days, months, onUnreadable, onUnread });
  const named = productsIn(amounts, category);
  const page = { category, days, powerKw: powerIn(lines, style) };
  const billed = named.length > 0 ? null : billedAmount(amounts, page, warnings);
  const chosen: Product[] =
    billed === null ? withoutRepeats(named, warnings) : [{ ...billed, name: nameIn(text, category) }];
  if (chosen.length === 0) fail("READING_NO_VALUES");
  const items = chosen.map((amount) => toItem(amount, { category, header, period, isCreditNote, warnings }));
  const { supplierName, supplierTaxId } = header;
  return assess({ source: "text", category, supplierName, supplierTaxId, items, warnings });
}

interface Product extends Omit<Amount, "value"> {
  value: string | null;
  name: string | null;
}

/** First and last day count. */
const daysOf = ({ start, end }: FoundPeriod): number | null =>
  start === null || end === null || end < start ? null : (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;

const monthsOf = ({ start, end }: FoundPeriod) =>
  start === null || end === null ? null : { first: start.slice(0, 7), last: end.slice(0, 7) };

/** The highest power that the page names, in kilowatts or kilovolt-amperes. */
function powerIn(lines: readonly string[], style: Style): Decimal | null {
  const powers = lines.flatMap((line) => [...line.matchAll(POWER)].map(([, number]) => numberOf(number!, style)));
  const values = powers.flatMap((power) => (power === null ? [] : [parse(power.value)]));
  return values.length === 0 ? null : values.reduce((highest, value) => (value.gt(highest) ? value : highest));
}

/** The name of a fuel or refrigerant, or the code of a waste. */
function nameIn(text: string, category: Category): string | null {
  if (category === "fuel_delivery") return fuelNameIn(text);
  if (category === "recharges") return refrigerantNameIn(text);
  return category === "wastes" ? lerCodeIn(text) : null;
}

/** Amounts in lines that name a product. */
const productsIn = (amounts: readonly Amount[], category: Category): Product[] =>
  amounts.flatMap((amount) => {
    if (amount.role !== "billed") return [];
    const name = nameIn(amount.line, category);
    return name === null ? [] : [{ ...amount, name, rank: amount.rank === 0 ? 1 : amount.rank }];
  });

/** A line may come again as a total. Other amounts of the same product are for a person to judge. */
function withoutRepeats(products: readonly Product[], warnings: Set<Warning>): Product[] {
  const byKey = new Map(products.map((product) => [`${product.name} ${product.value} ${product.unit}`, product]));
  const kept = [...byKey.values()];
  if (new Set(kept.map(({ name }) => name)).size < kept.length) warnings.add("SEVERAL_QUANTITIES");
  return kept;
}

interface Common {
  category: Category;
  header: Header;
  period: FoundPeriod;
  isCreditNote: boolean;
  warnings: Set<Warning>;
}

function toItem(amount: Product, { category, header, period, isCreditNote, warnings }: Common): Item {
  const isNegative = amount.value?.startsWith("-") === true;
  if (isNegative) warnings.add("QUANTITY_NEGATIVE");
  if (amount.isAmbiguous) warnings.add("NUMBER_AMBIGUOUS");
  const isWaste = category === "wastes";
  const isSupply = category === "electricity" || category === "gas";
  return {
    invoiceNumber: header.invoiceNumber,
    quantity: isNegative || isCreditNote ? null : amount.value,
    unit: amount.unit,
    startDate: period.start,
    endDate: period.end,
    printedFuelName: isWaste ? null : amount.name,
    description: isWaste ? descriptionOf(amount.line) : null,
    lerCode: isWaste ? amount.name : null,
    cups: isSupply ? header.cups : null,
    confidence: CONFIDENCE[amount.rank],
  };
}

/** The words of a line without its figures. */
const descriptionOf = (line: string): string | null => {
  const words = line.match(/\p{L}[\p{L}’'-]{2,}/gu)?.filter((word) => !/^(?:ler|ewc|cer)$/i.test(word)) ?? [];
  return words.join(" ").slice(0, DESCRIPTION_MAX) || null;
};
