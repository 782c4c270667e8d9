import { DECIMAL_MARKS, type DecimalMark } from "../table/locale/locales.ts";
import { parseNumber } from "../table/locale/numbers.ts";
import type { Cell, NumberCell } from "../table/table.ts";
import type { Column } from "../template/template.ts";
import { type Converted, cellText, fault, mergedAmount, quoted, shiftPercent, value } from "./values.ts";

const INTEGER = /^-?\d+$/;
const INT32 = { min: -2_147_483_648n, max: 2_147_483_647n };

/** Converts cells of a column of numbers. Without a style, only texts with one reading are converted. */
export function numberConverter(column: Column, mark: DecimalMark | null): (cell: Cell) => Converted {
  const isInteger = column.type === "integer";
  // A share is 0 to 1, as spreadsheets store 12 %. A percentage is 0 to 100.
  const isPercentage = column.rules?.decimal?.lte === "100";
  const finish = ({ number, percent }: NumberCell): Converted => {
    const digits = percent && isPercentage ? shiftPercent(number) : number;
    if (!isInteger) return value(digits);
    if (!INTEGER.test(digits)) return fault("type_error.integer", `${quoted(digits)} is not a whole number`);
    const size = BigInt(digits);
    if (size > INT32.max) return fault("value_error.number.not_le", `must be at most ${INT32.max}`);
    return size < INT32.min ? fault("value_error.number.not_ge", `must be at least ${INT32.min}`) : value(digits);
  };
  const code = isInteger ? "type_error.integer" : "type_error.decimal";
  return (cell) => {
    if (typeof cell === "object" && cell !== null && "number" in cell) return finish(cell);
    const merged = mergedAmount(cell);
    if (merged !== null) return merged;
    const text = cellText(cell);
    if (text === null || typeof text !== "string") return text;
    const read = typeof cell === "string" ? readNumber(text, mark) : null;
    if (read === null) return fault(code, `${quoted(text)} is not a number${styleNote(text, mark)}`);
    return "error" in read ? read : finish(read);
  };
}

function readNumber(text: string, mark: DecimalMark | null): NumberCell | ReturnType<typeof fault> | null {
  if (mark !== null) return parseNumber(text, mark);
  const readings = DECIMAL_MARKS.map((style) => parseNumber(text, style)).filter((reading) => reading !== null);
  const [first, second] = readings;
  if (first === undefined || second === undefined || first.number === second.number) return first ?? null;
  const both = `${first.number} or ${second.number}`;
  return fault("value_error.number.ambiguous", `${quoted(text)} could be ${both}; set numeric_locale`);
}

/** Tells that the text would be a number with the other decimal mark. */
function styleNote(text: string, mark: DecimalMark | null): string {
  const other = mark === "," ? "." : ",";
  return mark !== null && parseNumber(text, other) !== null ? ` with the decimal mark "${mark}"` : "";
}
