import { type Decimal, parse, plain, ZERO } from "@emissions/quantity/decimal";
import type { Category, Warning } from "../document.ts";
import type { Amount } from "./quantities.ts";

interface Page {
  category: Category;
  /** Of the billed period; null if it is unknown. */
  days: number | null;
  /** The highest power on the page, in kilowatts. */
  powerKw: Decimal | null;
}

interface Billed extends Omit<Amount, "value"> {
  /** Null if no amount is the billed one for sure. */
  value: string | null;
}

/** From here the billed period counts as a year. */
export const YEAR_DAYS_MIN = 330;
/** Periods of a tariff. */
const PARTS_MAX = 6;
const MONTHS = 12;
/** Periods of a year, from which on the year stands out. */
const PERIODS_MIN = 3;
/** Consumption of a year differs from month to month by this share. */
const SEASON = 0.4;

const isSame = (one: Amount, other: Amount) => one.value === other.value && one.unit === other.unit;

/** The one amount of a supply, or null without any amount. Doubts become warnings. */
export function billedAmount(amounts: readonly Amount[], page: Page, warnings: Set<Warning>): Billed | null {
  const candidates = amounts.filter(({ role }) => role === "billed");
  if (candidates.length === 0) return withheld(amounts, warnings);
  const best = Math.max(...candidates.map(({ rank }) => rank));
  const top = energiesOf(
    candidates.filter(({ rank }) => rank === best),
    page.category,
  );
  const first = top[0]!;
  const isAgreed = first.part === null && top.every((amount) => isSame(amount, first));
  const sum = provenTotal(candidates, isAgreed ? [first] : top);
  if (sum !== null && (!isAgreed || isSame(sum, first))) return { ...sum, rank: sum.rank === 0 ? 1 : sum.rank };
  const parts = isAgreed ? null : addedParts(top, candidates);
  if (parts !== null) {
    warnings.add("LINES_ADDED");
    return parts;
  }
  if (!isAgreed || !isPlausible(first, amounts, page)) warnings.add("SEVERAL_QUANTITIES");
  return first;
}

/** Only yearly amounts, averages, estimates or exports: a person must say what is billed. */
function withheld([first]: readonly Amount[], warnings: Set<Warning>): Billed | null {
  if (first === undefined) return null;
  warnings.add("SEVERAL_QUANTITIES");
  return { ...first, value: null };
}

/** Invoices of gas state the volume and the energy of one consumption. */
function energiesOf(amounts: readonly Amount[], category: Category): readonly Amount[] {
  const energies = amounts.filter(({ unit }) => unit !== "m3" && unit !== "l");
  return category === "gas" && energies.length > 0 ? energies : amounts;
}

/** The amount that is the sum of lines before or after it, and not less than the others in question. */
function provenTotal(candidates: readonly Amount[], top: readonly Amount[]): Amount | null {
  const alike = candidates.filter(({ unit }) => unit === top[0]!.unit);
  const highest = top.reduce((max, { value }) => (parse(value).gt(max) ? parse(value) : max), ZERO);
  return alike.find((amount, at) => !parse(amount.value).lt(highest) && isSumBeside(alike, at)) ?? null;
}

function isSumBeside(amounts: readonly Amount[], at: number): boolean {
  const total = parse(amounts[at]!.value);
  const sides = [amounts.slice(Math.max(at - PARTS_MAX, 0), at).reverse(), amounts.slice(at + 1, at + 1 + PARTS_MAX)];
  return sides.some((side) => {
    let sum = ZERO;
    return side.some(({ value }, index) => {
      sum = sum.plus(parse(value));
      return index > 0 && !parse(value).isZero() && sum.eq(total);
    });
  });
}

/** The sum over the periods of a tariff, each of which has one amount; null if this is not so. */
function addedParts([first]: readonly Amount[], candidates: readonly Amount[]): Amount | null {
  if (first!.part === null) return null;
  const parts = candidates.filter(({ part, unit }) => part !== null && unit === first!.unit);
  const byPart = Map.groupBy(parts, ({ part }) => part);
  const isClear = [...byPart.values()].every(([one, ...others]) => others.every((other) => isSame(one!, other)));
  if (byPart.size < 2 || !isClear) return null;
  const sum = [...byPart.values()].reduce((total, [one]) => total.plus(parse(one!.value)), ZERO);
  return { ...first!, value: plain(sum), isAmbiguous: parts.some(({ isAmbiguous }) => isAmbiguous) };
}

/** Whether the amount can be that of the period, by the other numbers of the page. */
function isPlausible(amount: Amount, amounts: readonly Amount[], { days, powerKw, category }: Page): boolean {
  const value = parse(amount.value);
  const others = amounts.filter((other) => other.unit === amount.unit && !isSame(other, amount));
  const isLarger = ({ value: other }: Amount) => parse(other).gt(value);
  if (amount.rank < 2 && others.some((other) => other.role === "billed" && isLarger(other))) return false;
  if (days === null || days >= YEAR_DAYS_MIN) return true;
  if (amounts.some((other) => other.role === "year" && other.unit === amount.unit && !isLarger(other))) return false;
  if (others.some((other) => isYearOf(value, parse(other.value), days))) return false;
  const hours = days * 24;
  return category !== "electricity" || powerKw === null || !kilowattHours(amount).gt(powerKw.times(hours));
}

/** One is to the other as a year to a month, or to the period. */
function isYearOf(value: Decimal, other: Decimal, days: number): boolean {
  if (!other.gt(ZERO)) return false;
  const ratio = value.div(other).toNumber();
  // The double of another amount is nothing unusual.
  const periods = 365 / days >= PERIODS_MIN ? [MONTHS, 365 / days] : [MONTHS];
  return periods.some((times) => Math.abs(ratio / times - 1) <= SEASON);
}

const KILOWATT_HOURS: Readonly<Record<string, string>> = { kWh: "1", MWh: "1000", GWh: "1000000" };
const kilowattHours = ({ value, unit }: Amount) => parse(value).times(parse(KILOWATT_HOURS[unit] ?? "0"));
