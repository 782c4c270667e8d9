import type { DescField } from "@bufbuild/protobuf";
import {
  type Check,
  checkDay,
  checkEnum,
  checkHttpUrl,
  checkId,
  checkText,
  missing,
  placed,
  violation,
} from "@emissions/kit/wire/checks";
import { enumTexts } from "@emissions/kit/wire/enum";
import { isOptional, rulesOf } from "@emissions/kit/wire/fields";
import { checkActivityDay, checkAmount, checkCountryCode } from "../checks.ts";
import { isDecimal } from "../rows.ts";
import { type ColumnValue, isNumberList, itemsOf, type ValueColumn, valueColumns } from "./columns.ts";

type FieldCheck = (value: ColumnValue) => Check[];

/** Checks a row of values by the rules of its fields in the proto. Defaults have been applied to new records. */
export function valuesChecker(columns: readonly ValueColumn[]): (values: object) => Check[] {
  const checks = columns.map(({ key, field }) => [key, checkOf(field)] as const);
  return (values) => {
    const found: Check[] = [];
    for (const [key, check] of checks) {
      const violations = check((values as Record<string, ColumnValue>)[key] ?? null);
      if (violations.length > 0) found.push(...violations);
    }
    return found;
  };
}

const NOTHING: Check[] = [];

const firstOf = (found: Check[], next: () => Check[]): Check[] => (found.length > 0 ? found : next());

function checkOf(field: DescField): FieldCheck {
  const { name } = field;
  const check = checkByRules(field);
  // A list with a default may be empty.
  const isAbsentAllowed = isOptional(field) || (itemsOf(field) !== undefined && rulesOf(field)?.hasDefault);
  const absent = isAbsentAllowed ? NOTHING : [missing(name)];
  return (value) => (value === null || value === "" ? absent : check(value));
}

function checkByRules(field: DescField): FieldCheck {
  const { name, enum: desc } = field;
  const { string, decimal, int32, list } = rulesOf(field) ?? {};
  const items = itemsOf(field);
  if (items !== undefined) return checkItems(name, valuesChecker(valueColumns(items)), list!.maxItems);
  if (isNumberList(field)) return checkNumbers(name, { ...int32!, max: list!.maxItems });
  if (desc) {
    const texts = enumTexts(desc);
    return (value) => checkEnum(name, String(value), texts);
  }
  if (isDecimal(field)) return (value) => checkAmount(name, String(value), decimal);
  if (string?.uuid) return (value) => checkId(name, String(value));
  if (string?.activityDate) return (value) => checkActivityDay(name, String(value));
  if (string?.date) return (value) => checkDay(name, String(value));
  if (string?.country) return (value) => checkCountryCode(name, String(value));
  if (string?.httpUrl)
    return (value) =>
      firstOf(checkText(name, String(value), { max: string.maxLen }), () => checkHttpUrl(name, String(value)));
  if (string) return (value) => checkText(name, String(value), { max: string.maxLen });
  if (int32) return (value) => checkInteger(name, Number(value), int32);
  return () => NOTHING;
}

/** The items of a list, whose violations name their place. */
const checkItems =
  (name: string, check: (values: object) => Check[], max: number): FieldCheck =>
  (value) => {
    const items = JSON.parse(String(value)) as object[];
    if (items.length > max) return [tooMany(name, max)];
    return items.flatMap((item, at) => placed(check(item), "body", name, at));
  };

/** Numbers of a list, whose violations name their place. */
const checkNumbers =
  (name: string, { max, ...bounds }: { gte: number; lte: number; max: number }): FieldCheck =>
  (value) => {
    const numbers = JSON.parse(String(value)) as number[];
    if (numbers.length > max) return [tooMany(name, max)];
    return numbers.flatMap((number, at) =>
      checkInteger(name, number, bounds).map((check) => ({ ...check, loc: ["body", name, String(at)] })),
    );
  };

const tooMany = (name: string, max: number) =>
  violation(name, "value_error.list.max_items", `ensure this value has at most ${max} items`);

function checkInteger(field: string, value: number, { gte, lte }: { gte: number; lte: number }): Check[] {
  if (value < gte)
    return [violation(field, "value_error.number.not_ge", `ensure this value is greater than or equal to ${gte}`)];
  if (value > lte)
    return [violation(field, "value_error.number.not_le", `ensure this value is less than or equal to ${lte}`)];
  return NOTHING;
}
