import { dayNumber, daysIn, numberedDay } from "@emissions/quantity/period";
import { spread, toWhole } from "@emissions/quantity/whole";
import type { Impact } from "../calculation/calculate.ts";
import { firstOfMonth } from "./range.ts";

const COLUMNS = ["co2e", "co2", "ch4", "n2o", "biogenicCo2"] as const;
type Column = (typeof COLUMNS)[number];
/** In the order of COLUMNS, in units of 10^-12 kg. */
type Wholes = [bigint, bigint, bigint, bigint, bigint];

/** The change of one total: of a day or a month, in one scope and category. */
export interface Delta {
  /** The day, or the first day of the month. */
  from: string;
  scope: number;
  category: string;
  wholes: Readonly<Wholes>;
}

/** The fields of an impact that `Deltas` needs. */
export type DatedMasses = Pick<Impact, "scope" | "category" | "startDate" | "endDate" | Column>;

/** The difference between the masses of a day and those of the day before, by day number. */
type Steps = Map<number, Wholes>;

interface Series {
  scope: number;
  category: string;
  steps: Steps;
}

/**
 * Sums the changes of a batch, so that each row of the totals is written once. An impact of any length adds three
 * steps: on its first day, on its last day, and on the day after. `totals` expands the steps to days once.
 */
export class Deltas {
  readonly #series = new Map<string, Series>();

  add(impact: DatedMasses): void {
    this.#apply(impact, 1n);
  }

  /** Subtracts exactly the amounts that `add` of the same impact added. */
  remove(impact: DatedMasses): void {
    this.#apply(impact, -1n);
  }

  /** The changed days and months, sorted within each scope and category. */
  totals(): { days: Delta[]; months: Delta[] } {
    const days = [...this.#series.values()].flatMap(daysOf);
    return { days, months: monthsOf(days) };
  }

  #apply(impact: DatedMasses, sign: 1n | -1n): void {
    const { startDate, endDate } = impact;
    const days = daysIn(startDate, endDate);
    const first = dayNumber(startDate);
    const { steps } = this.#seriesOf(impact);
    const [begin, end, after] = [stepAt(steps, first), stepAt(steps, first + days - 1), stepAt(steps, first + days)];
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

function stepAt(steps: Steps, day: number): Wholes {
  const known = steps.get(day);
  if (known !== undefined) return known;
  const step = zeros();
  steps.set(day, step);
  return step;
}

function daysOf({ scope, category, steps }: Series): Delta[] {
  const days: Delta[] = [];
  const numbers = [...steps.keys()].sort((a, b) => a - b);
  let wholes = zeros();
  for (const [index, number] of numbers.entries()) {
    wholes = plus(wholes, steps.get(number)!);
    // Always zero after the last step, because every period has ended.
    if (isZero(wholes)) continue;
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
    const known = months.get(key)?.wholes ?? zeros();
    months.set(key, { from: month, scope, category, wholes: plus(known, wholes) });
  }
  return [...months.values()].filter(({ wholes }) => !isZero(wholes));
}

const zeros = (): Wholes => [0n, 0n, 0n, 0n, 0n];
const isZero = (wholes: Readonly<Wholes>) => wholes.every((whole) => whole === 0n);
const plus = (a: Readonly<Wholes>, b: Readonly<Wholes>) => a.map((whole, column) => whole + b[column]!) as Wholes;
