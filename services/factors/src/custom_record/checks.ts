import { type Check, checkEnum, checkId, checkText, missing, placed, violation } from "@emissions/kit/wire/checks";
import { enumTexts } from "@emissions/kit/wire/enum";
import { GasTypeSchema, RecordTagSchema } from "@emissions/proto/factors/v1/custom_database_service";
import { checkDays } from "../custom_version/rules.ts";
import type { FactorValues, RecordValues } from "./values.ts";

const TAGS = enumTexts(RecordTagSchema);
const GASES = enumTexts(GasTypeSchema);
const CATEGORIES_MAX = 30;
/** More than the number of gases, so that a duplicate gas gets its own error code. */
const FACTORS_MAX = 30;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Checks the single fields of a record. */
export const checkRecord = (record: RecordValues): Check[] => [
  ...checkText("name", record.name, { max: 255, required: true }),
  ...(record.unitId === "" ? [missing("unit_id")] : checkId("unit_id", record.unitId)),
  ...checkEnum("tag", record.tag, TAGS),
  ...checkCategories(record.activityCategories),
  ...checkNumber("renewable_percentage", record.renewablePercentage, { digits: 30, max: "1" }),
  ...checkNumber("uncertainty_grade", record.uncertaintyGrade, { digits: 15 }),
  ...checkFactors(record.factors),
];

function checkCategories(categories: readonly string[]): Check[] {
  const field = "activity_categories";
  if (categories.length === 0) {
    return [violation(field, "value_error.list.min_items", "ensure this value has at least 1 items")];
  }
  if (categories.length <= CATEGORIES_MAX) return [];
  return [violation(field, "value_error.list.max_items", `ensure this value has at most ${CATEGORIES_MAX} items`)];
}

function checkFactors(factors: readonly FactorValues[]): Check[] {
  if (factors.length > FACTORS_MAX) {
    return [violation("factors", "value_error.list.max_items", `ensure this value has at most ${FACTORS_MAX} items`)];
  }
  return factors.flatMap((factor, at) => inside(["factors", at], checkFactor(factor)));
}

/** Prefixes the location of the checks with a list item. */
export const inside = ([list, at]: [list: string, at: number], checks: Check[]): Check[] =>
  placed(checks, "body", list, at);

const checkFactor = ({ gas, value, startDate, endDate }: FactorValues): Check[] => [
  ...checkEnum("gas_type", gas, GASES),
  ...checkValue(value),
  ...checkDays(startDate, endDate),
];

/** Checks the value of one gas. */
export const checkValue = (value: string): Check[] =>
  value === "" ? [missing("value")] : checkNumber("value", value, { digits: 30 });

interface Bounds {
  /** Digits before and after the decimal point. */
  digits: number;
  max?: "1";
}

/** Checks a decimal number: not negative, without exponent. */
export function checkNumber(field: string, value: string | null, { digits, max }: Bounds): Check[] {
  if (value === null) return [];
  if (!DECIMAL.test(value)) return [violation(field, "type_error.decimal", "value is not a valid decimal")];
  if (value.startsWith("-")) {
    return [violation(field, "value_error.number.not_ge", "ensure this value is greater than or equal to 0")];
  }
  if (value.replace(".", "").length > digits) {
    const msg = `ensure that there are no more than ${digits} digits in total`;
    return [violation(field, "value_error.decimal.max_digits", msg)];
  }
  if (max !== undefined && !/^(0(\.\d+)?|1(\.0+)?)$/.test(value)) {
    return [violation(field, "value_error.number.not_le", `ensure this value is less than or equal to ${max}`)];
  }
  return [];
}
