import type { Decimal } from "@emissions/quantity/decimal";
import { GWP_SETS } from "@emissions/quantity/gases";
import { dayNumber } from "@emissions/quantity/period";
import type { Impact } from "../calculation/calculate.ts";
import { type DayWindow, PeriodSums, type Sum, type Wholes } from "./period-sums.ts";
import { nextMonth } from "./range.ts";

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

/** The attributes of a series that decide about the other totals. */
export interface SeriesScope extends Scope {
  counted: boolean;
}

/** Sums the changes of a batch, so that each row of the totals is written once. */
export class Deltas {
  readonly #totals: PeriodSums<Scope>;
  readonly #series: PeriodSums<string>;

  constructor(
    totals = new PeriodSums<Scope>(COLUMNS.length),
    series = new PeriodSums<string>(COLUMNS.length + GWP_SETS.length),
  ) {
    this.#totals = totals;
    this.#series = series;
  }

  add(impact: SeriesMasses): void {
    this.#apply(impact, 1n);
  }

  /** Subtracts exactly the amounts that `add` of the same impact added. */
  remove(impact: SeriesMasses): void {
    this.#apply(impact, -1n);
  }

  /** Adds a row of the steps of a series: it applies from its day to the end of the month. */
  addStep({ from, seriesId, wholes }: SeriesDelta, { scope, category, counted }: SeriesScope): void {
    const days = { from: dayNumber(from), to: dayNumber(nextMonth(from)) };
    this.#series.addDaily(seriesId, seriesId, days, wholes);
    const masses = wholes.slice(0, COLUMNS.length);
    if (counted) this.#totals.addDaily(`${scope}/${category}`, { scope, category }, days, masses);
  }

  /** The changes on the days of windows, which do not overlap. */
  within(windows: readonly DayWindow[]): Deltas {
    return new Deltas(this.#totals.within(windows), this.#series.within(windows));
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
