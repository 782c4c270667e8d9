import { parse } from "@emissions/quantity/decimal";
import type { Category, Item, ReadResult, Warning } from "./document.ts";
import { CONFIDENCE_MIN, ITEMS_MAX } from "./limits.ts";

/** The values that a reader found, before missing ones are counted. */
export interface Findings extends Omit<ReadResult, "confidence" | "items" | "warnings"> {
  items: readonly Item[];
  warnings: ReadonlySet<Warning>;
}

/** A value that is missing or warned of leaves no more confidence than this. */
const DOUBTFUL = "0.5";

const lower = (one: string, other: string): string => (parse(one).lt(parse(other)) ? one : other);

/** Adds the confidence. An item without a required value, and every warning, lowers it below the threshold. */
export function assess({ items, warnings, ...findings }: Findings): ReadResult {
  const found = new Set(warnings);
  if (findings.category === null) found.add("CATEGORY_UNKNOWN");
  if (items.length > ITEMS_MAX) found.add("TOO_MANY_ITEMS");
  const kept = items.slice(0, ITEMS_MAX).map((item) => withPeriodChecked(item, found));
  const assessed = kept.map((item) => ({
    ...item,
    confidence: isComplete(item, findings.category) ? item.confidence : lower(item.confidence ?? DOUBTFUL, DOUBTFUL),
  }));
  const lowest = assessed.reduce((sum, { confidence }) => lower(sum, confidence ?? DOUBTFUL), "1");
  const confidence = found.size > 0 || assessed.length === 0 ? lower(lowest, DOUBTFUL) : lowest;
  return { ...findings, items: assessed, warnings: [...found].sort(), confidence };
}

function withPeriodChecked(item: Item, warnings: Set<Warning>): Item {
  const { startDate, endDate } = item;
  if (startDate === null || endDate === null || startDate <= endDate) return item;
  warnings.add("PERIOD_REVERSED");
  return { ...item, startDate: null, endDate: null };
}

/** Whether all values are there that records of the category need. */
export function isComplete(item: Item, category: Category | null): boolean {
  const { invoiceNumber, quantity, unit, startDate, endDate, printedFuelName, lerCode } = item;
  if ([invoiceNumber, quantity, unit, startDate, endDate].includes(null)) return false;
  if (category === "fuel_delivery" || category === "recharges") return printedFuelName !== null;
  return category === "wastes" ? lerCode !== null : category !== null;
}

/** A person must check a reading that is not sure of each value. */
export const isSure = ({ confidence }: Pick<ReadResult, "confidence">): boolean =>
  parse(confidence).gte(parse(CONFIDENCE_MIN));
