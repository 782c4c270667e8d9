import type { Decimal } from "@emissions/quantity/decimal";
import { GWP_SETS } from "@emissions/quantity/gases";
import type { Impact } from "../calculation/calculate.ts";
import { PeriodSums, type Sum, type Wholes } from "./period-sums.ts";

const COLUMNS = ["co2e", "co2", "ch4", "n2o", "biogenicCo2"] as const;
type Column = (typeof COLUMNS)[number];

/** The change of one total: of a day or a month, in one scope and category. */
export interface Delta {
  /** The day, or the first day of the month. */
  from: string;
  scope: number;
  category: string;
  /** In the order of the columns of the table. */
  wholes: Wholes;
}

/** The change of one total of a series. */
export interface SeriesDelta {
  from: string;
  seriesId: string;
  wholes: Wholes;
}

/** The fields of an impact that `Deltas` needs. */
export type DatedMasses = Pick<Impact, "scope" | "category" | "startDate" | "endDate" | Column>;

/** An impact with its series. Memo items are in the totals of series, and in no other total. */
export interface SeriesMasses extends DatedMasses, Pick<Impact, "counted" | "co2eBySet"> {
  seriesId: string;
}

type Scope = Pick<Delta, "scope" | "category">;

/** Sums the changes of a batch, so that each row of the totals is written once. Begins with those of `from`. */
export class Deltas {
  readonly #totals: PeriodSums<Scope>;
  readonly #series: PeriodSums<string>;

  constructor(from?: Deltas) {
    this.#totals = from ? from.#totals.copy() : new PeriodSums(COLUMNS.length);
    this.#series = from ? from.#series.copy() : new PeriodSums(COLUMNS.length + GWP_SETS.length);
  }

  add(impact: SeriesMasses): void {
    this.#apply(impact, 1n);
  }

  /** Subtracts exactly the amounts that `add` of the same impact added. */
  remove(impact: SeriesMasses): void {
    this.#apply(impact, -1n);
  }

  /** The changed days and months by scope and category. */
  totals(): { days: Delta[]; months: Delta[] } {
    const flat = ({ key, from, wholes }: Sum<Scope>): Delta => ({ from, ...key, wholes });
    return { days: this.#totals.days().map(flat), months: this.#totals.months().map(flat) };
  }

  /** The changed months and steps of series. */
  series(): { months: SeriesDelta[]; steps: SeriesDelta[] } {
    const flat = ({ key, from, wholes }: Sum<string>): SeriesDelta => ({ from, seriesId: key, wholes });
    return { months: this.#series.months().map(flat), steps: this.#series.steps().map(flat) };
  }

  #apply(impact: SeriesMasses, sign: 1n | -1n): void {
    const { scope, category, startDate, endDate, counted, seriesId } = impact;
    const masses: (Decimal | null)[] = COLUMNS.map((name) => impact[name]);
    if (counted) this.#totals.add(`${scope}/${category}`, { scope, category }, { startDate, endDate, masses }, sign);
    // In the order of the columns co2e_ar4_kg to co2e_ar6_kg.
    const bySet = GWP_SETS.map((set) => impact.co2eBySet[set]);
    this.#series.add(seriesId, seriesId, { startDate, endDate, masses: [...masses, ...bySet] }, sign);
  }
}
