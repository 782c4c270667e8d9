import { dayNumber, daysIn, numberedDay } from "@emissions/quantity/period";
import { spread, toWhole } from "@emissions/quantity/whole";
import type { Impact } from "../calculation/calculate.ts";
import { firstOfMonth } from "./range.ts";

const COLUMNS = ["co2e", "co2", "ch4", "n2o", "biogenicCo2"] as const;
type Column = (typeof COLUMNS)[number];
/** In the order of COLUMNS, in units of 10^-12 kg. */
type Wholes = [bigint, bigint, bigint, bigint, bigint];

/** What a day or a month of one scope and category gains or loses. */
export interface Delta {
  /** The day, or the first one of the month. */
  from: string;
  scope: number;
  category: string;
  wholes: Readonly<Wholes>;
}

/** What `Deltas` has to know of an impact. */
export type DatedMasses = Pick<Impact, "scope" | "category" | "startDate" | "endDate" | Column>;

/** How the masses of a day differ from those of the day before, by the number of the day. */
type Steps = Map<number, Wholes>;

interface Series {
  scope: number;
  category: string;
  steps: Steps;
}

/**
 * The changes of a batch, summed up so that each row of the totals is written once. An impact of any length costs three
 * steps: on its first day, on its last, and on the day after. The days between are filled in once, for all impacts.
 */
export class Deltas {
  readonly #series = new Map<string, Series>();

  add(impact: DatedMasses): void {
    this.#apply(impact, 1n);
  }

  /** Takes away what `add` of the same impact put in, to the last digit. */
  remove(impact: DatedMasses): void {
    this.#apply(impact, -1n);
  }

  /** The days and months that change, each in order within its scope and category. */
  totals(): { days: Delta[]; months: Delta[] } {
    const days = [...this.#series.values()].flatMap(daysOf);
    return { days, months: monthsOf(days) };
  }

  #apply(impact: DatedMasses, sign: 1n | -1n): void {
    const { startDate, endDate } = impact;
    const days = daysIn(startDate, endDate);
    const first = dayNumber(startDate);
    const { steps } = this.#seriesOf(impact);
    const [begin, end, after] = [at(steps, first), at(steps, first + days - 1), at(steps, first + days)];
    for (const [column, name] of COLUMNS.entries()) {
      const mass = impact[name];
      if (mass === null || mass.isZero()) continue;
      const { each, last } = spread(sign * toWhole(mass), days);
      begin[column]! += each;
      end[column]! += last - each;
      after[column]! -= last;
    }
  }

  #seriesOf({ scope, category }: DatedMasses): Series {
    const key = `${scope}/${category}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const series = { scope, category, steps: new Map() };
    this.#series.set(key, series);
    return series;
  }
}

function at(steps: Steps, day: number): Wholes {
  const known = steps.get(day);
  if (known !== undefined) return known;
  const step = nothing();
  steps.set(day, step);
  return step;
}

function daysOf({ scope, category, steps }: Series): Delta[] {
  const days: Delta[] = [];
  const numbers = [...steps.keys()].sort((a, b) => a - b);
  let wholes = nothing();
  for (const [index, number] of numbers.entries()) {
    wholes = plus(wholes, steps.get(number)!);
    // After the last step there is nothing: every period that began has ended.
    if (isNothing(wholes)) continue;
    for (let day = number; day < numbers[index + 1]!; day += 1) {
      days.push({ from: numberedDay(day), scope, category, wholes });
    }
  }
  return days;
}

function monthsOf(days: readonly Delta[]): Delta[] {
  const months = new Map<string, Delta>();
  for (const { from, scope, category, wholes } of days) {
    const month = firstOfMonth(from);
    const key = `${month}/${scope}/${category}`;
    const known = months.get(key)?.wholes ?? nothing();
    months.set(key, { from: month, scope, category, wholes: plus(known, wholes) });
  }
  return [...months.values()].filter(({ wholes }) => !isNothing(wholes));
}

const nothing = (): Wholes => [0n, 0n, 0n, 0n, 0n];
const isNothing = (wholes: Readonly<Wholes>) => wholes.every((whole) => whole === 0n);
const plus = (a: Readonly<Wholes>, b: Readonly<Wholes>) => a.map((whole, column) => whole + b[column]!) as Wholes;
