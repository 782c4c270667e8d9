import type { Column, Template } from "../template/template.ts";

/** The kind of quantity that the numbers of a column measure. */
export type Measure =
  /** Another column of the row has the unit or the currency. */
  | { kind: "physical" | "money"; unitKey: string }
  /** The field has this unit always, by its code. */
  | { kind: "fixed"; unit: string }
  /** A share of 0 to 1. */
  | { kind: "share" }
  /** A count, or an amount whose unit the template does not know. */
  | { kind: "plain" };

/** Keys of units by keys of their amounts. */
const UNIT_KEYS: Readonly<Record<string, string>> = {
  base_quantity: "unit_id",
  quantity: "unit_id",
  non_currency_quantity: "non_currency_unit_id",
  quantity_transported: "unit_id",
  load: "load_unit",
  gross_annual_remuneration: "currency",
};

/** Codes of units by the last part of a key. */
const FIXED_UNITS: Readonly<Record<string, string>> = {
  distance_km: "km",
  kms_manual: "km",
  total_km: "km",
  total_km_to_waste_center: "km",
  tkm: "tkm",
  hours: "h",
  hours_per_day: "h",
};

/** Null for columns that are no measured amounts. */
export function measureOf({ columns }: Pick<Template, "columns">, column: Column): Measure | null {
  if (column.type !== "number" || column.isList) return null;
  const unit = columns.find(({ key }) => key === UNIT_KEYS[column.key]);
  if (unit !== undefined) {
    return { kind: unit.reference === "currency" ? "money" : "physical", unitKey: unit.key };
  }
  const fixed = FIXED_UNITS[column.key.split(".").at(-1)!];
  if (fixed !== undefined) return { kind: "fixed", unit: fixed };
  return column.rules?.decimal?.lte === "1" ? { kind: "share" } : { kind: "plain" };
}
