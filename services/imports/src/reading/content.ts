import { type Check, checkDay, checkText, missing, placed, violation } from "@emissions/kit/wire/checks";
import type { ReadingContent, ReadingItem } from "@emissions/proto/imports/v1/reading_service";
import { plain, readDigits } from "@emissions/quantity/digits";
import type { Item } from "./document.ts";
import { ITEMS_MAX } from "./limits.ts";
import { isUnit, UNIT_CODES } from "./units.ts";
import { lerCodeOf } from "./waste-codes.ts";

const TEXT_MAX = 255;
/** Amounts have at most 20 digits before the point. */
const WHOLE_DIGITS_MAX = 20;

/** Violations of the items that a person has sent. */
export function checkContent(content: ReadingContent | undefined): Check[] {
  const items = content?.items ?? [];
  if (items.length === 0) return placed([missing("items")], "body", "content");
  if (items.length > ITEMS_MAX) {
    const msg = `ensure this value has at most ${ITEMS_MAX} items`;
    return placed([violation("items", "value_error.list.max_items", msg)], "body", "content");
  }
  return items.flatMap((item, index) => placed(checkItem(item), "body", "content", "items", index));
}

function checkItem(item: ReadingItem): Check[] {
  const { startDate, endDate, unit, lerCode } = item;
  return [
    ...(["invoiceNumber", "printedFuelName", "description", "cups"] as const).flatMap((key) =>
      checkText(NAMES[key], item[key] ?? null, { max: TEXT_MAX }),
    ),
    ...checkQuantity(item.quantity?.value),
    ...(unit === undefined || isUnit(unit)
      ? []
      : [violation("unit", "type_error.enum", `value is not one of: ${UNIT_CODES.join(", ")}`)]),
    ...(startDate === undefined ? [] : checkDay("start_date", startDate)),
    ...(endDate === undefined ? [] : checkDay("end_date", endDate)),
    ...(startDate !== undefined && endDate !== undefined && endDate < startDate
      ? [violation("end_date", "end_date_before_start_date", "ends before it starts")]
      : []),
    ...(lerCode === undefined || lerCodeOf(lerCode) !== null
      ? []
      : [violation("ler_code", "value_error.str.regex", "not six digits")]),
  ];
}

const NAMES = {
  invoiceNumber: "invoice_number",
  printedFuelName: "printed_fuel_name",
  description: "description",
  cups: "cups",
} as const;

function checkQuantity(value: string | undefined): Check[] {
  if (value === undefined) return [];
  const digits = readDigits(value);
  if (digits === "not a number") return [violation("quantity", "type_error.decimal", "value is not a valid decimal")];
  if (digits === "too many digits" || digits.whole.length > WHOLE_DIGITS_MAX) {
    return [
      violation("quantity", "value_error.decimal.max_digits", "at most 20 digits before the point and 30 in all"),
    ];
  }
  if (!digits.negative) return [];
  return [violation("quantity", "value_error.number.not_ge", "ensure this value is greater than or equal to 0")];
}

/** Checked items as they are stored. */
export const toItems = (items: readonly ReadingItem[]): Item[] =>
  items.map((item) => ({
    invoiceNumber: item.invoiceNumber?.trim() || null,
    quantity: plainQuantity(item.quantity?.value),
    unit: item.unit ?? null,
    startDate: item.startDate ?? null,
    endDate: item.endDate ?? null,
    printedFuelName: item.printedFuelName?.trim() || null,
    description: item.description?.trim() || null,
    lerCode: item.lerCode === undefined ? null : lerCodeOf(item.lerCode),
    cups: item.cups?.trim() || null,
    confidence: null,
  }));

function plainQuantity(value: string | undefined): string | null {
  const digits = value === undefined ? "not a number" : readDigits(value);
  return typeof digits === "string" ? null : plain(digits);
}
