import type { Decimal } from "@emissions/quantity/decimal";
import { dayNumber, daysIn, numberedDay } from "@emissions/quantity/period";
import { spread, toWhole } from "@emissions/quantity/whole";
import { firstOfMonth, nextMonth } from "./range.ts";

/** Masses of one row, in units of 10^-12 kg. All rows of a table have the same columns. */
export type Wholes = readonly bigint[];

/** The change of one row of totals. */
export interface Sum<K> {
  key: K;
  /** The day, or the first day of the month. */
  from: string;
  wholes: Wholes;
}

/** Masses that are spread evenly over the days of a period, in kilograms. Null counts as zero. */
export interface Spread {
  startDate: string;
  endDate: string;
  masses: readonly (Decimal | null)[];
}

/** Days by number, `to` excluded. */
export interface DayWindow {
  from: number;
  to: number;
}

/** The difference between the masses of a day and those of the day before, by day number. */
type Steps = Map<number, bigint[]>;

/**
 * Sums spread masses by key, so that each row of the totals is written once for a batch. Masses of any period add three
 * steps: on its first day, on its last day, and on the day after.
 */
export class PeriodSums<K> {
  readonly #keys = new Map<string, { key: K; steps: Steps }>();
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** `text` identifies the key. With the sign -1, subtracts exactly the amounts that the sign 1 adds. */
  add(text: string, key: K, { startDate, endDate, masses }: Spread, sign: 1n | -1n): void {
    const days = daysIn(startDate, endDate);
    const first = dayNumber(startDate);
    const steps = this.#stepsOf(text, key);
    const [begin, end, after] = [first, first + days - 1, first + days].map((day) => this.#stepAt(steps, day));
    for (const [column, mass] of masses.entries()) {
      if (mass === null || mass.isZero()) continue;
      const { each, last } = spread(sign * toWhole(mass), days);
      begin![column]! += each;
      end![column]! += last - each;
      after![column]! -= last;
    }
  }

  /** Adds the same masses to each day of a window. */
  addDaily(text: string, key: K, { from, to }: DayWindow, wholes: Wholes): void {
    const steps = this.#stepsOf(text, key);
    const [begin, after] = [this.#stepAt(steps, from), this.#stepAt(steps, to)];
    for (const [column, whole] of wholes.entries()) {
      begin[column]! += whole;
      after[column]! -= whole;
    }
  }

  /** The sums on the days of windows, which do not overlap. */
  within(windows: readonly DayWindow[]): PeriodSums<K> {
    const part = new PeriodSums<K>(this.#columns);
    for (const { text, key, from, to, level } of this.#levels()) {
      for (const window of windows) {
        const days = { from: Math.max(from, window.from), to: Math.min(to, window.to) };
        if (days.from < days.to) part.addDaily(text, key, days, level);
      }
    }
    return part;
  }

  /** The changed days, sorted within each key. */
  days(): Sum<K>[] {
    return this.#levels().flatMap(({ key, from, to, level }) => {
      const days: Sum<K>[] = [];
      for (let day = from; day < to; day += 1) days.push({ key, from: numberedDay(day), wholes: level });
      return days;
    });
  }

  /** The changed months, sorted within each key. */
  months(): Sum<K>[] {
    const months: Sum<K>[] = [];
    for (const { key, from, to, level } of this.#levels()) {
      for (const { month, first, end } of monthsBetween(from, to)) {
        const wholes = level.map((whole) => whole * BigInt(end - first));
        const last = months.at(-1);
        if (last?.key === key && last.from === month) last.wholes = plus(last.wholes, wholes);
        else months.push({ key, from: month, wholes });
      }
    }
    return months.filter(({ wholes }) => !isZero(wholes));
  }

  /**
   * The days whose masses differ from the day before, with the difference. The first day of a month has its masses
   * instead, so that the steps of one month are enough to know its days.
   */
  steps(): Sum<K>[] {
    const steps: Sum<K>[] = [];
    for (const { key, steps: of } of this.#keys.values()) {
      let level = this.#zeros();
      const numbers = [...of.keys()].sort((a, b) => a - b);
      for (const [index, number] of numbers.entries()) {
        const step = of.get(number)!;
        level = plus(level, step) as bigint[];
        const day = numberedDay(number);
        steps.push({ key, from: day, wholes: firstOfMonth(day) === day ? level : step });
        const end = numbers[index + 1] ?? number;
        for (const { month, first } of monthsBetween(number + 1, end)) {
          if (first === dayNumber(month)) steps.push({ key, from: month, wholes: level });
        }
      }
    }
    return steps.filter(({ wholes }) => !isZero(wholes));
  }

  /** Periods with the same masses on each day, `to` excluded, without those of zero. */
  #levels(): { text: string; key: K; from: number; to: number; level: Wholes }[] {
    return [...this.#keys].flatMap(([text, { key, steps }]) => {
      const numbers = [...steps.keys()].sort((a, b) => a - b);
      let level: Wholes = this.#zeros();
      return numbers.flatMap((from, index) => {
        level = plus(level, steps.get(from)!);
        // Always zero after the last step, because every period has ended.
        return isZero(level) ? [] : [{ text, key, from, to: numbers[index + 1]!, level }];
      });
    });
  }

  #stepsOf(text: string, key: K): Steps {
    const known = this.#keys.get(text);
    if (known !== undefined) return known.steps;
    const steps: Steps = new Map();
    this.#keys.set(text, { key, steps });
    return steps;
  }

  #stepAt(steps: Steps, day: number): bigint[] {
    const known = steps.get(day);
    if (known !== undefined) return known;
    const step = this.#zeros();
    steps.set(day, step);
    return step;
  }

  #zeros = (): bigint[] => new Array(this.#columns).fill(0n);
}

/** The months of the days from a number up to another one, excluded, each with its own days. */
function monthsBetween(from: number, to: number): { month: string; first: number; end: number }[] {
  const months: { month: string; first: number; end: number }[] = [];
  for (let first = from; first < to; ) {
    const month = firstOfMonth(numberedDay(first));
    const end = Math.min(dayNumber(nextMonth(month)), to);
    months.push({ month, first, end });
    first = end;
  }
  return months;
}

export const isZero = (wholes: Wholes) => wholes.every((whole) => whole === 0n);
const plus = (a: Wholes, b: Wholes): Wholes => a.map((whole, column) => whole + b[column]!);
