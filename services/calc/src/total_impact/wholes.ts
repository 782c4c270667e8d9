import { Decimal } from "@emissions/quantity/decimal";
import { toWhole } from "@emissions/quantity/whole";
import type { Wholes } from "./period-sums.ts";
import type { TotalRow } from "./queries.ts";
import type { SeriesTotalRow } from "./series-queries.ts";

type MassRow = Omit<TotalRow, "from" | "scope" | "category">;

const wholesIn = (texts: readonly string[]): Wholes => texts.map((kg) => toWhole(new Decimal(kg)));

/** The masses of a row, in the order of its columns. */
export const wholesOf = ({ co2eKg, co2Kg, ch4Kg, n2oKg, biogenicCo2Kg }: MassRow): Wholes =>
  wholesIn([co2eKg, co2Kg, ch4Kg, n2oKg, biogenicCo2Kg]);

export const seriesWholesOf = (row: Omit<SeriesTotalRow, "from" | "seriesId">): Wholes => [
  ...wholesOf(row),
  ...wholesIn([row.co2eAr4Kg, row.co2eAr5Kg, row.co2eAr6Kg]),
];
