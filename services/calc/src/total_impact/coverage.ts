import { enumText } from "@emissions/kit/wire/enum";
import { type Fitness, FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { daysIn } from "@emissions/quantity/period";
import type { RecordCalculation } from "../calculation/calculate.ts";
import { marksOf } from "../calculation/fitness.ts";

/** `without_factor`: calculated, but an optional factor does not exist. `excluded`: in no total by its own status. */
export type Outcome = "calculated" | "without_factor" | "failed" | "excluded";

/** The fields of a record that the coverage of a total counts. */
export interface Coverage {
  outcome: Outcome;
  startDate: string;
  endDate: string;
  /** Texts of FitnessMark, sorted, with commas. */
  marks: string;
}

/** Null for a record without a valid period, which no range includes. */
export function coverageOf({ input, failure, fitness, omitted }: RecordCalculation): Coverage | null {
  const { startDate, endDate, excludedFromTotals } = input;
  if (!isPeriod(startDate, endDate)) return null;
  const calculated = omitted ? "without_factor" : failure === null ? "calculated" : "failed";
  return { outcome: excludedFromTotals ? "excluded" : calculated, startDate, endDate, marks: marksText(fitness) };
}

export const marksText = (fitness: Fitness | null): string =>
  marksOf(fitness)
    .map((mark) => enumText(FitnessMarkSchema, mark))
    .sort()
    .join();

export function isPeriod(startDate: string, endDate: string): boolean {
  try {
    return daysIn(startDate, endDate) > 0;
  } catch {
    return false;
  }
}
