import type { Template } from "../template/template.ts";
import type { ReadRow } from "./read-row.ts";
import type { Implied } from "./resolution.ts";
import { targetOf } from "./target.ts";
import { fault, quoted } from "./values.ts";

/** A value of another column that the text of the column `by` states. */
export type Stated = Implied & { by: string; text: string };

/** Writes what the text of a cell states of another column. Two columns that disagree are refused. */
export function writeStated(template: Template, { column: key, value: one, by, text }: Stated, row: ReadRow): void {
  const column = template.columns.find((other) => other.key === key);
  if (column === undefined) {
    row.errors[by] = [
      fault(
        "value_error.unit.calorific_basis",
        `${quoted(text)} states a ${key.replaceAll("_", " ")}, which these records do not have`,
      ).error,
    ];
    return;
  }
  const other = row.data[key] ?? null;
  if (other === one || row.errors[key] !== undefined) return;
  if (other !== null) {
    const message = `${quoted(text)} in ${by} is ${one}, and ${key} is ${quoted(other)}`;
    row.errors[key] = [fault("value_error.contradiction", message).error];
    return;
  }
  targetOf(template, column).set(row.values, [one]);
  row.data[key] = one;
}
