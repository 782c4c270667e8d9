import type { Tx } from "@emissions/kit/db/transactions";
import { type Check, checkText, violation } from "@emissions/kit/wire/checks";
import type { CustomValue } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { DIGITS_MAX, readDigits } from "@emissions/quantity/digits";
import { isDay } from "@emissions/quantity/period";
import { lockColumns, type TrainingColumnRow } from "../training_column/queries.ts";

/** Values as the table stores them, by the key of the column: decimals and days are texts. */
export type StoredValues = Readonly<Record<string, string | boolean>>;

/** Values of a request. One without a value removes the stored one. */
export type SentValues = Readonly<Record<string, Pick<CustomValue, "text" | "number" | "flag">>>;

/** Declared columns by key. */
export type Columns = ReadonlyMap<string, Pick<TrainingColumnRow, "type" | "options">>;

const TEXT_MAX = 1_000;
/** A longer key of a request does not exist, and the refusal names its beginning. */
const KEY_LENGTH_MAX = 63;

/** The columns that the values name. They stay as they are until the end of the transaction. */
export async function columnsOf(tx: Tx, org: string, all: readonly SentValues[]): Promise<Columns> {
  const keys = [...new Set(all.flatMap((values) => Object.keys(values)))];
  const rows = keys.length === 0 ? [] : await lockColumns(tx, org, keys);
  return new Map(rows.map((row) => [row.key, row]));
}

const isEmpty = ({ text, number, flag }: SentValues[string]) =>
  text === undefined && number === undefined && flag === undefined;

/** Refuses keys that are not declared, and values of another type, by name. */
export const checkCustomValues = (values: SentValues, columns: Columns): Check[] =>
  Object.entries(values).flatMap(([key, value]) => {
    const loc = ["body", "custom_values", key.slice(0, KEY_LENGTH_MAX)];
    const column = columns.get(key);
    if (column === undefined) {
      return [{ loc, type: "value_error.custom_values.unknown_key", msg: "no custom column has this key" }];
    }
    if (isEmpty(value)) return [];
    const found = checkText("custom_values", value.text ?? null, { max: TEXT_MAX }).map((check) => ({ ...check, loc }));
    if (found.length > 0 || storedOf(value, column) !== null) return found;
    const msg = column.type === "option" ? `not one of: ${column.options.join(", ")}` : `not a ${column.type}`;
    return [{ ...violation("custom_values", "type_error.custom_value", msg), loc }];
  });

/** The value as it is stored; null for a value of another type. */
function storedOf(
  { text, number, flag }: SentValues[string],
  { type, options }: Pick<TrainingColumnRow, "type" | "options">,
): string | boolean | null {
  if (type === "boolean") return flag ?? null;
  if (type === "number") return exactOf(number?.value ?? text);
  if (text === undefined) return null;
  const isOfType = type === "text" || (type === "date" ? isDay(text) : options.includes(text));
  return isOfType ? text : null;
}

const PLAIN = /^-?\d+(\.\d+)?$/;

function exactOf(text: string | undefined): string | null {
  if (text === undefined || !PLAIN.test(text)) return null;
  return typeof readDigits(text, DIGITS_MAX) === "string" ? null : text;
}

/** The stored values with the changes of a valid request. */
export function withChanges(before: StoredValues, values: SentValues, columns: Columns): StoredValues {
  const after = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(values)) {
    if (isEmpty(value)) after.delete(key);
    else after.set(key, storedOf(value, columns.get(key)!)!);
  }
  return Object.fromEntries(after);
}

/** The values as a message. `numbers` are the keys of columns with numbers. */
export function toCustomValues(values: StoredValues, numbers: ReadonlySet<string>) {
  const shown: Record<string, object> = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "boolean") shown[key] = { flag: value };
    else shown[key] = numbers.has(key) ? { number: { value } } : { text: value };
  }
  return shown;
}
