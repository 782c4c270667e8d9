import type { ImportColumn } from "@emissions/client/types";
import { decimalOf } from "../format/decimals.ts";
import { lookupOf } from "./lookup.ts";

/** A field: a column of a template, or one that a page describes. */
export type Column = Pick<
  ImportColumn,
  "key" | "label" | "description" | "type" | "required" | "is_list" | "options" | "reference" | "options_source"
> & { lengthMax?: number };

/** Separates the values of a list, as in a cell of an import. */
export const LIST_SIGN = ";";

/** The content of a field. `value` is the id of the chosen entry. */
export interface Entered {
  text: string;
  value?: string | undefined;
}

export type Entries = Readonly<Record<string, Entered>>;
/** Reasons by field, as words. */
export type Faults = Readonly<Record<string, "form.number" | "form.integer" | "form.choose">>;

type Read = { value: unknown } | { fault: Faults[string] } | null;

/** The fields as the API takes them. Empty ones are left out. */
export function bodyOf(columns: readonly Column[], entries: Entries, locale: string) {
  const body: Record<string, unknown> = {};
  const faults: Record<string, Faults[string]> = {};
  for (const column of columns) {
    const read = readField(column, entries[column.key] ?? { text: "" }, locale);
    if (read === null) continue;
    if ("fault" in read) faults[column.key] = read.fault;
    else body[column.key] = read.value;
  }
  return { body, faults: faults as Faults };
}

function readField(column: Column, { text, value }: Entered, locale: string): Read {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (column.is_list) {
    const values = trimmed.split(LIST_SIGN);
    return { value: column.type === "integer" ? values.map(Number) : values };
  }
  if (column.type === "reference") return value === undefined ? { fault: "form.choose" } : { value };
  // A sector may also be a title that the list does not offer.
  if (lookupOf(column) !== undefined) return { value: value ?? trimmed };
  if (column.type === "number") {
    const decimal = decimalOf(trimmed, locale);
    return decimal === null ? { fault: "form.number" } : { value: decimal };
  }
  if (column.type === "integer")
    return /^\d{1,9}$/.test(trimmed) ? { value: Number(trimmed) } : { fault: "form.integer" };
  if (column.type === "boolean") return { value: trimmed === "true" };
  return { value: trimmed };
}

/**
 * The fields of items, such as `sections.0.origin`, as a list. An item without fields before others stays empty: the
 * service refuses it beside its fields.
 */
export function withItems(fields: Readonly<Record<string, unknown>>, list: string): Record<string, unknown> {
  const items: Record<string, unknown>[] = [];
  const others: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const [name, index, field] = key.split(".");
    if (name !== list || index === undefined || field === undefined) others[key] = value;
    else items[Number(index)] = { ...items[Number(index)], [field]: value };
  }
  return { ...others, [list]: Array.from(items, (item) => item ?? {}) };
}
