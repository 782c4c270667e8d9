import { isId } from "@emissions/kit/process/id";
import type { Check } from "@emissions/kit/wire/checks";
import { isDay } from "@emissions/quantity/period";

/** Further violations are not listed: a large config usually repeats one mistake. */
export const VIOLATIONS_MAX = 100;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A value of a JSON document, and its location. Reads values, and collects violations instead of throwing. */
export interface Place {
  value: unknown;
  loc: readonly string[];
  found: Check[];
}

export function report({ loc, found }: Place, type: string, msg: string): null {
  if (found.length < VIOLATIONS_MAX) found.push({ loc: [...loc], msg, type });
  return null;
}

/** A key of an object. Undefined if the object does not have it itself. */
export const inside = ({ value, loc, found }: Place, key: string): Place => ({
  value: Object.hasOwn(value as JsonObject, key) ? (value as JsonObject)[key] : undefined,
  loc: [...loc, key],
  found,
});

/** False for a value that is absent or null, which is reported. */
function present(place: Place): boolean {
  if (place.value === undefined) report(place, "value_error.missing", "field required");
  else if (place.value === null) report(place, "type_error.none.not_allowed", "none is not an allowed value");
  else return true;
  return false;
}

export function readObject(place: Place): Place | null {
  if (!present(place)) return null;
  if (typeof place.value === "object" && !Array.isArray(place.value)) return place;
  return report(place, "type_error.dict", "value is not a valid dict");
}

export function readList(place: Place, { min, max }: { min: number; max: number }): Place[] | null {
  if (!present(place)) return null;
  const { value, loc, found } = place;
  if (!Array.isArray(value)) return report(place, "type_error.list", "value is not a valid list");
  if (value.length < min)
    return report(place, "value_error.list.min_items", `ensure this value has at least ${min} items`);
  if (value.length > max)
    return report(place, "value_error.list.max_items", `ensure this value has at most ${max} items`);
  return value.map((item, index) => ({ value: item, loc: [...loc, String(index)], found }));
}

function readText(place: Place): string | null {
  if (!present(place)) return null;
  return typeof place.value === "string" ? place.value : report(place, "type_error.string", "str type expected");
}

export function readName(place: Place, max: number): string | null {
  const text = readText(place);
  if (text === null) return null;
  if (text === "")
    return report(place, "value_error.any_str.min_length", "ensure this value has at least 1 characters");
  // Counts code points, not UTF-16 units.
  if ([...text].length <= max) return text;
  return report(place, "value_error.any_str.max_length", `ensure this value has at most ${max} characters`);
}

/** In lower case, as Postgres returns it. */
export function readId(place: Place): string | null {
  const text = readText(place);
  if (text === null) return null;
  return isId(text) ? text.toLowerCase() : report(place, "type_error.uuid", "value is not a valid uuid");
}

export function readDay(place: Place): string | null {
  const text = readText(place);
  if (text === null) return null;
  return isDay(text) ? text : report(place, "value_error.date", "invalid date format");
}

export function readEnum<T extends string>(place: Place, permitted: readonly T[]): T | null {
  const text = readText(place);
  if (text === null) return null;
  const known = permitted.find((name) => name === text);
  if (known !== undefined) return known;
  const names = permitted.map((name) => `'${name}'`).join(", ");
  return report(place, "type_error.enum", `value is not a valid enumeration member; permitted: ${names}`);
}
