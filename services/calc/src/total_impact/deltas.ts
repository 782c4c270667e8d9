import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import { spread } from "@emissions/quantity/period";
import type { Impact } from "../calculation/calculate.ts";
import { firstOfMonth } from "./range.ts";

/** What a day or a month of one scope and category gains or loses, in kilograms. */
export interface Delta {
  /** The day, or the first one of the month. */
  from: string;
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
  readonly #months = new Map<string, Delta>();

  add(impact: Masses): void {
    this.#apply(impact, (mass) => mass);
  }

  /** Takes away what `add` of the same impact put in, to the last digit. */
  remove(impact: Masses): void {
    this.#apply(impact, (mass) => mass.negated());
  }

  /** The days that change. */
  days(): Delta[] {
    return changed(this.#days);
  }

  /** The months that change. */
  months(): Delta[] {
    return changed(this.#months);
  }

  #apply(impact: Masses, signed: (mass: Decimal) => Decimal): void {
    for (const column of COLUMNS) {
      const mass = impact[column];
      if (mass === null || mass.isZero()) continue;
      for (const { day, amount } of spread(mass, impact.startDate, impact.endDate)) {
        for (const delta of [of(this.#days, day, impact), of(this.#months, firstOfMonth(day), impact)]) {
          delta[column] = delta[column].plus(signed(amount));
        }
      }
    }
  }
}

function of(deltas: Map<string, Delta>, from: string, { scope, category }: Masses): Delta {
  const key = `${from}/${scope}/${category}`;
  const known = deltas.get(key);
  if (known !== undefined) return known;
  const fresh = { from, scope, category, co2e: ZERO, co2: ZERO, ch4: ZERO, n2o: ZERO, biogenicCo2: ZERO };
  deltas.set(key, fresh);
  return fresh;
}

const changed = (deltas: ReadonlyMap<string, Delta>) =>
  [...deltas.values()].filter((delta) => COLUMNS.some((column) => !delta[column].isZero()));
