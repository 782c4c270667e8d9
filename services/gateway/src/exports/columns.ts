/** A column of an export: one of the import template of the same kind. */
export interface ExportColumn {
  /** The place of the value in the item of the list, with points for inner objects and list items. */
  key: string;
  type: "text" | "number" | "date";
}

/** The texts of a row, one for each column. Null for an empty cell. */
export type Row = readonly (string | null)[];

/** An item of a list, as JSON shows it. */
export type Item = Readonly<Record<string, unknown>>;

/** The text of the value at the place of a column. Decimals have all digits. */
export function textAt(item: Item, { key, type }: ExportColumn): string | null {
  const text = textOf(valueAt(item, key));
  // Some lists show days with a time.
  return type === "date" && text !== null ? text.slice(0, DAY_LENGTH) : text;
}

const DAY_LENGTH = "2026-01-31".length;

export const valueAt = (item: Item, key: string): unknown =>
  key.split(".").reduce<unknown>((value, name) => (value as Item | null | undefined)?.[name], item);

/** Items of a list are separated as an import reads them. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(textOf).join("; ");
  // Also a decimal, whose digits are raw JSON.
  return JSON.stringify(value);
}
