import type { Check } from "@emissions/kit/wire/checks";
import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { type FitnessMark, FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { failureOf } from "./kind.ts";

const NUMBERS: readonly FitnessMark[] = enumTexts(FitnessMarkSchema).map((text) => enumNumber(FitnessMarkSchema, text));

/** The bit of each mark in the column `fitness`, which has room for marks with numbers up to 30. */
const bitOf = (mark: FitnessMark): number => 1 << mark;

/** By the names of the marks. */
export const MARK_BITS: Readonly<Record<string, number>> = Object.fromEntries(
  NUMBERS.map((mark) => [enumText(FitnessMarkSchema, mark), bitOf(mark)]),
);

/** Marks as their column stores them. Unknown marks, of a newer calc, are left out. */
export const bitsOf = (marks: readonly FitnessMark[]): number =>
  NUMBERS.reduce<number>((bits, mark) => (marks.includes(mark) ? bits | bitOf(mark) : bits), 0);

/** In the order of their numbers. */
export const marksOf = (bits: number): FitnessMark[] => NUMBERS.filter((mark) => (bits & bitOf(mark)) !== 0);

/** The code of calculations without a factor. */
const NO_FACTOR = "FACTOR_NOT_FOUND";

/** The violation of a calculation without a result, or those of its marks. */
export function refusalsOf(result: RecordResult): Check[] {
  const loc = ["body"];
  // Some kinds need no factor. Their result is then empty, and no failure.
  const code = failureOf(result) ?? (result.co2e === undefined ? NO_FACTOR : null);
  if (code !== null) return [{ loc, msg: result.errorDetail || "no factor fits the record", type: code }];
  return result.fitness.map((mark) => {
    const name = enumText(FitnessMarkSchema, mark);
    return { loc, msg: `the calculation would be marked ${name}`, type: `value_error.fitness.${name}` };
  });
}
