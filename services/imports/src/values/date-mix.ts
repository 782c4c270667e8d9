import type { Cell } from "../table/table.ts";

/** Day and month in numbers, in either order. Texts with a year first or a name of a month have one reading. */
const NUMERIC = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/;
const DAY = /^\d{4}-(\d\d)-(\d\d)$/;
const MONTHS = 12;

/** A text that a spreadsheet would not take for a day, because its month would be more than 12. */
export function isNumericDay(cell: Cell): boolean {
  const [, first, second] = (typeof cell === "string" && NUMERIC.exec(cell)) || [];
  return first !== undefined && Number(first) !== Number(second);
}

/** A day that a spreadsheet would also have made of the exchanged day and month. */
export function isExchangeable(cell: Cell): boolean {
  if (cell === null || typeof cell !== "object" || !("day" in cell)) return false;
  const [, month, day] = DAY.exec(cell.day) ?? [];
  return Number(day) <= MONTHS && month !== day;
}

/**
 * Finds columns with days and with texts such as 13/02/2024. A spreadsheet of another locale leaves such texts, and
 * exchanges day and month of the others.
 */
export function createDateMix() {
  let [texts, days] = [false, false];
  return {
    add(cell: Cell): void {
      if (!texts) texts = isNumericDay(cell);
      if (!days) days = isExchangeable(cell);
    },
    isMixed: () => texts && days,
  };
}
