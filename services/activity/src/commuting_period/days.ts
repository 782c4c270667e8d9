import { Decimal, divide, ONE, parse } from "@emissions/quantity/decimal";
import { daysIn, weekdaysIn } from "@emissions/quantity/period";
import { type Commute, TELECOMMUTING, weekdaysOf } from "./row.ts";

type Pattern = Pick<
  Commute,
  "startDate" | "endDate" | "transportType" | "weeklyTravels" | "telecommutingDays" | "daysPerYear" | "weeksPerYear"
>;

/** A number of days as a fraction, and as texts of its formula, which divides once: each division is rounded. */
export interface Days {
  days: Decimal;
  per: Decimal;
  text: string;
  /** Factors of the divisor. */
  perTexts: readonly string[];
}

/** Days of the period with trips, and days of work at home. All days of telecommuting are days at home. */
export function daysOf(period: Pattern): { travel: Days; home: Days } {
  const [travels, home] = [weekdaysOf(period.weeklyTravels), weekdaysOf(period.telecommutingDays)];
  const all = travels.length + home.length;
  const count = (weekdays: readonly number[]) => daysOn(period, weekdays, all);
  return period.transportType === TELECOMMUTING
    ? { travel: count([]), home: count([...travels, ...home]) }
    : { travel: count(travels), home: count(home) };
}

/** Whole days, for people. */
export const rounded = ({ days, per }: Days): number => divide(days, per).round().toNumber();

/** Without stated days or weeks of a year, all days of the calendar count. */
function daysOn(period: Pattern, weekdays: readonly number[], all: number): Days {
  const { startDate, endDate, daysPerYear = null, weeksPerYear = null } = period;
  const own = weekdays.length;
  const stated = weeksPerYear ?? daysPerYear;
  if (stated === null || own === 0) {
    const days = weekdaysIn(startDate, endDate, weekdays);
    return { days: new Decimal(days), per: ONE, text: `${days}`, perTexts: [] };
  }
  // A week has each weekday once. Working days of a year are those of all weekdays together.
  const per = weeksPerYear === null ? all : 1;
  const share = shareOfYear(startDate, endDate);
  const isWhole = per === own;
  return {
    days: parse(stated).times(own).times(share.days),
    per: share.per.times(per),
    text: [stated, ...(isWhole ? [] : [own]), ...(share.text === "" ? [] : [share.text])].join(" * "),
    perTexts: [...(isWhole || per === 1 ? [] : [`${per}`]), ...share.perTexts],
  };
}

/** The part of a year that a period of at most 366 days has, each day by the length of its own year. */
function shareOfYear(startDate: string, endDate: string): Days {
  const [first, last] = [startDate.slice(0, 4), endDate.slice(0, 4)];
  const lengths = [first, last].map((year) => daysIn(`${year}-01-01`, `${year}-12-31`)) as [number, number];
  if (lengths[0] === lengths[1]) return fraction(daysIn(startDate, endDate), lengths[0]);
  const parts = [daysIn(startDate, `${first}-12-31`), daysIn(`${last}-01-01`, endDate)] as const;
  return {
    days: new Decimal(parts[0] * lengths[1] + parts[1] * lengths[0]),
    per: new Decimal(lengths[0] * lengths[1]),
    text: `(${parts[0]} * ${lengths[1]} + ${parts[1]} * ${lengths[0]})`,
    perTexts: lengths.map(String),
  };
}

const fraction = (days: number, per: number): Days =>
  days === per
    ? { days: ONE, per: ONE, text: "", perTexts: [] }
    : { days: new Decimal(days), per: new Decimal(per), text: `${days}`, perTexts: [`${per}`] };
