import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import { type FitnessMark, FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";

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
