import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import { spread } from "@emissions/quantity/period";
import type { Impact } from "../calculation/calculate.ts";

/** What one day of one scope and category gains or loses, in kilograms. */
export interface Delta {
  day: string;
  scope: number;
  category: string;
  co2e: Decimal;
  co2: Decimal;
  ch4: Decimal;
  n2o: Decimal;
  biogenicCo2: Decimal;
}

const COLUMNS = ["co2e", "co2", "ch4", "n2o", "biogenicCo2"] as const;
type Column = (typeof COLUMNS)[number];

export type Masses = Pick<Impact, "scope" | "category" | "startDate" | "endDate" | Column>;

/** The changes of a batch, summed up so that each row of the totals is written once. */
export class Deltas {
  readonly #days = new Map<string, Delta>();

  add(impact: Masses): void {
    this.#apply(impact, (mass) => mass);
  }

  /** Takes away what `add` of the same impact put in, to the last digit. */
  remove(impact: Masses): void {
    this.#apply(impact, (mass) => mass.negated());
  }

  /** The rows that change. */
  changes(): Delta[] {
    return [...this.#days.values()].filter((delta) => COLUMNS.some((column) => !delta[column].isZero()));
  }

  #apply(impact: Masses, signed: (mass: Decimal) => Decimal): void {
    for (const column of COLUMNS) {
      const mass = impact[column];
      if (mass === null || mass.isZero()) continue;
      for (const { day, amount } of spread(mass, impact.startDate, impact.endDate)) {
        const delta = this.#of(day, impact);
        delta[column] = delta[column].plus(signed(amount));
      }
    }
  }

  #of(day: string, { scope, category }: Masses): Delta {
    const key = `${day}/${scope}/${category}`;
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const fresh = { day, scope, category, co2e: ZERO, co2: ZERO, ch4: ZERO, n2o: ZERO, biogenicCo2: ZERO };
    this.#days.set(key, fresh);
    return fresh;
  }
}
