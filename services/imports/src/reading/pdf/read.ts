import { assess } from "../assess.ts";
import { type Category, fail, type Item, type ReadResult, type Warning } from "../document.ts";
import { fuelNameIn, refrigerantNameIn } from "../fuels.ts";
import { lerCodeIn } from "../waste-codes.ts";
import { classify, folded } from "../words.ts";
import { type FoundPeriod, periodIn } from "./dates.ts";
import { type Header, headerOf } from "./header.ts";
import { styleOf } from "./language.ts";
import { type Amount, amountsIn } from "./quantities.ts";

/** Of an amount by its rank: without a label it could be another figure. */
const CONFIDENCE = ["0.7", "0.92", "0.95"] as const;
const CREDIT_NOTE = /\b(?:factura rectificativa|abono|credit note|credit memo)\b/;
const DESCRIPTION_MAX = 255;

/** Reads the text of an invoice, or throws a failure. */
export function readText(lines: readonly string[]): ReadResult {
  const text = lines.join("\n");
  const { category, uncertain } = classify(text);
  if (category === null) return fail("READING_NO_VALUES", "Its subject is unknown.");
  const warnings = new Set<Warning>();
  if (uncertain) warnings.add("CATEGORY_UNCERTAIN");
  const isCreditNote = CREDIT_NOTE.test(folded(text));
  if (isCreditNote) warnings.add("CREDIT_NOTE");
  const style = styleOf(text);
  const header = headerOf(lines);
  const period = periodIn(lines, style);
  if (period.isAmbiguous) warnings.add("DATE_AMBIGUOUS");
  const amounts = amountsIn(lines, { category, style, onUnreadable: () => warnings.add("NUMBER_AMBIGUOUS") });
  const named = productsIn(amounts, category);
  const chosen = named.length > 0 ? withoutRepeats(named, warnings) : theAmount(amounts, { lines, category, warnings });
  if (chosen.length === 0) fail("READING_NO_VALUES");
  const items = chosen.map((amount) => toItem(amount, { category, header, period, isCreditNote, warnings }));
  const { supplierName, supplierTaxId } = header;
  return assess({ source: "text", category, supplierName, supplierTaxId, items, warnings });
}

interface Product extends Amount {
  name: string | null;
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

interface Search {
  lines: readonly string[];
  category: Category;
  warnings: Set<Warning>;
}

/** The one amount of a supply: that with the best label. */
function theAmount(amounts: readonly Amount[], { lines, category, warnings }: Search): Product[] {
  const best = Math.max(...amounts.map(({ rank }) => rank));
  const candidates = amounts.filter(({ rank }) => rank === best);
  const energies = candidates.filter(({ unit }) => unit !== "m3" && unit !== "l");
  // Invoices of gas state the volume and the energy of one consumption.
  const [first, ...others] = category === "gas" && energies.length > 0 ? energies : candidates;
  if (first === undefined) return [];
  if (others.some(({ value, unit }) => value !== first.value || unit !== first.unit)) {
    warnings.add("SEVERAL_QUANTITIES");
  }
  return [{ ...first, name: nameIn(lines.join("\n"), category) }];
}

interface Common {
  category: Category;
  header: Header;
  period: FoundPeriod;
  isCreditNote: boolean;
  warnings: Set<Warning>;
}

function toItem(amount: Product, { category, header, period, isCreditNote, warnings }: Common): Item {
  const isNegative = amount.value.startsWith("-");
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
