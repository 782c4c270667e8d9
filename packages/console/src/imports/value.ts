import type { ImportColumn, ImportRow } from "@emissions/client/types";
import { day } from "../format/dates.ts";
import { digits } from "../format/digits.ts";

/** Rows of the file have smaller indices than rows that were combined. */
const COMBINED_INDEX_MIN = 1_000_000;

export const isCombined = ({ row_index }: Pick<ImportRow, "row_index">): boolean => row_index >= COMBINED_INDEX_MIN;

/** The value of a row as a person reads it. One that could not be read stays as it is in the file. */
export function shownValue({ data, errors }: ImportRow, { key, type, options }: ImportColumn, locale: string): string {
  const text = data[key] ?? "";
  if (text === "" || errors[key] !== undefined) return text;
  if (type === "number") return digits(text, locale);
  if (type === "date") return day(text, locale);
  return options.find(({ value }) => value === text)?.label ?? text;
}
