import type { Cell } from "../table/table.ts";
import type { Column, Template } from "../template/template.ts";
import { measureOf } from "./measures.ts";
import { NO_UNIT, scaledNumber, shownIn } from "./shown.ts";
import { fault, quoted } from "./values.ts";

/** Of `AmountFacts`. */
interface ShownFacts {
  effects: ReadonlyMap<string, { shownUnit: string | null }>;
  shown: ReadonlyMap<string, readonly string[]>;
  shownCodes: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** A number whose format says another unit than that of the column. */
export function shownCheck(template: Template, column: Column, { effects, shown, shownCodes }: ShownFacts) {
  const measure = measureOf(template, column);
  const effect = effects.get(column.key);
  const units = shown.get(column.key) ?? [];
  const isOwn = (unit: string) =>
    measure?.kind === "fixed" &&
    (shownCodes.get(column.key)?.get(unit) ?? []).includes(effect?.shownUnit ?? measure.unit);
  const hasOthers = units.some((unit) => unit !== NO_UNIT && !isOwn(unit));
  return (cell: Cell): ReturnType<typeof fault> | null => {
    if (cell === null || typeof cell !== "object" || !("number" in cell)) return null;
    const scaled = scaledNumber(cell);
    if (scaled !== null) return scaled;
    const format = shownIn(cell);
    if (format?.isMoney && measure?.kind !== "money") {
      return fault(
        "value_error.number.currency",
        `${quoted(cell.number)} is money (${format.unit}) by its number format`,
      );
    }
    const name = `the number format (${format?.unit ?? "none"})`;
    if (format?.isRate)
      return fault("value_error.unit.contradiction", `${name} is of a price, a rate or several units`);
    if (measure?.kind === "money" && format !== null && !format.isMoney) {
      return fault("value_error.unit.contradiction", `${name} is no currency`);
    }
    if (measure?.kind !== "fixed") return null;
    const isRight = format === null ? effect !== undefined || !hasOthers : isOwn(format.unit);
    return isRight ? null : fault("value_error.unit.contradiction", `${name} is not the unit of the column`);
  };
}
