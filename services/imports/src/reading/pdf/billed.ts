import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import type { Category, Warning } from "../document.ts";
import { dimensionOf, fromBase, inBase } from "../units.ts";
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
/** Joules in a cubic metre of natural gas, within some 15 %. */
const GAS_J_PER_M3 = new Decimal(39_600_000);
const GAS_SPREAD = 0.3;

const isAlike = (one: Amount, other: Amount) => dimensionOf(one.unit) === dimensionOf(other.unit);
const isSame = (one: Amount, other: Amount) => isAlike(one, other) && one.base.eq(other.base);

/** The one amount of a supply, or null without any amount. Doubts become warnings. */
export function billedAmount(amounts: readonly Amount[], page: Page, warnings: Set<Warning>): Billed | null {
  const candidates = amounts.filter(({ role }) => role === "billed");
  if (candidates.length === 0) return withheld(amounts, warnings);
  const whole = candidates.filter(({ isDeduction }) => !isDeduction);
  const own = whole.length > 0 ? whole : candidates;
  const best = own.reduce((highest, { rank }) => Math.max(highest, rank), 0);
  const top = energiesOf(
    own.filter(({ rank }) => rank === best),
    own,
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

/** Invoices of gas state the volume and the energy of one consumption. The energy may have the weaker label. */
function energiesOf(top: readonly Amount[], own: readonly Amount[], category: Category): readonly Amount[] {
  if (category !== "gas") return top;
  const energies = top.filter(isEnergy);
  if (energies.length > 0) return energies;
  const others = own.filter((amount) => isEnergy(amount) && top.some((volume) => isEnergyOf(amount, volume)));
  const best = others.reduce((highest, { rank }) => Math.max(highest, rank), 0);
  return others.length > 0 ? others.filter(({ rank }) => rank === best) : top;
}

const isEnergy = ({ unit }: Amount) => dimensionOf(unit) === "energy";

/** Whether a volume of gas has about so much energy. */
function isEnergyOf(energy: Amount, volume: Amount): boolean {
  const expected = fromBase(volume.base, "m3").times(GAS_J_PER_M3);
  return !expected.isZero() && energy.base.div(expected).minus(1).abs().lt(GAS_SPREAD);
}

/** The amount that is the sum of lines before or after it, and not less than the others in question. */
function provenTotal(candidates: readonly Amount[], top: readonly Amount[]): Amount | null {
  const alike = candidates.filter((amount) => isAlike(amount, top[0]!));
  const highest = top.reduce((max, { base }) => (base.gt(max) ? base : max), ZERO);
  const isLess = candidates.some(({ isDeduction }) => isDeduction);
  return alike.find((amount, at) => (isLess || !amount.base.lt(highest)) && isSumBeside(alike, at)) ?? null;
}

function isSumBeside(amounts: readonly Amount[], at: number): boolean {
  const { base: total } = amounts[at]!;
  const sides = [amounts.slice(Math.max(at - PARTS_MAX, 0), at).reverse(), amounts.slice(at + 1, at + 1 + PARTS_MAX)];
  return sides.some((side) => {
    let sum = ZERO;
    return side.some(({ base }, index) => {
      sum = sum.plus(base);
      return index > 0 && !base.isZero() && sum.eq(total);
    });
  });
}

/** The sum over the periods of a tariff, each of which has one amount; null if this is not so. */
function addedParts([first]: readonly Amount[], candidates: readonly Amount[]): Amount | null {
  if (first!.part === null) return null;
  const parts = candidates.filter((amount) => amount.part !== null && isAlike(amount, first!));
  const byPart = Map.groupBy(parts, ({ part }) => part);
  const isClear = [...byPart.values()].every(([one, ...others]) => others.every((other) => isSame(one!, other)));
  if (byPart.size < 2 || !isClear) return null;
  const base = [...byPart.values()].reduce((total, [one]) => total.plus(one!.base), ZERO);
  const value = plain(fromBase(base, first!.unit));
  return { ...first!, base, value, isAmbiguous: parts.some(({ isAmbiguous }) => isAmbiguous) };
}

/** Whether the amount can be that of the period, by the other numbers of the page. */
function isPlausible(amount: Amount, amounts: readonly Amount[], { days, powerKw, category }: Page): boolean {
  const others = amounts.filter((other) => !isSame(other, amount));
  const isLarger = (other: Amount) => isAlike(other, amount) && other.base.gt(amount.base);
  if (amount.rank < 2 && others.some((other) => other.role === "billed" && isLarger(other))) return false;
  const less = others.filter((other) => other.isDeduction || other.isOwn).map(({ base }) => base.abs());
  const isExplained = ({ base }: Amount) => less.some((part) => base.minus(part).eq(amount.base));
  if (others.some((other) => isOtherTotal(other, amount) && !isExplained(other))) return false;
  const known = new Set(others.flatMap((other) => (isAlike(other, amount) ? [other.base.toFixed()] : [])));
  if (others.some((other) => isTakenOff(other, amount, known))) return false;
  if (!amount.isShare && others.some((other) => other.isShare && isAlike(other, amount))) return false;
  if (days === null || days >= YEAR_DAYS_MIN) return true;
  const comparable = amounts.flatMap((other) => {
    const base = asUnitOf(amount, other, category);
    return base === null ? [] : [{ role: other.role, base }];
  });
  if (comparable.some(({ role, base }) => role === "year" && !base.gt(amount.base))) return false;
  if (comparable.some(({ base }) => isYearOf(amount.base, base, days))) return false;
  const hours = days * 24;
  return category !== "electricity" || powerKw === null || !amount.base.gt(inBase(powerKw.times(hours), "kWh"));
}

/** Another labelled amount, which is no part by the period of a tariff. */
const isOtherTotal = (other: Amount, amount: Amount): boolean =>
  other.role === "billed" && other.rank > 0 && other.part === null && !other.isDeduction && isAlike(other, amount);

/**
 * A deduction of the amount, unless the page proves that it is taken off already. Own production is one if the page
 * has the rest, too.
 */
function isTakenOff(part: Amount, amount: Amount, known: ReadonlySet<string>): boolean {
  if (!isAlike(part, amount) || part.base.isZero()) return false;
  const rest = amount.base.minus(part.base.abs());
  if (part.isDeduction) return !known.has(amount.base.plus(part.base.abs()).toFixed());
  return part.isOwn && !rest.eq(part.base) && known.has(rest.toFixed());
}

/** The other amount in the dimension of this one; null if the two cannot be compared. */
function asUnitOf(amount: Amount, other: Amount, category: Category): Decimal | null {
  if (isAlike(amount, other)) return other.base;
  if (category !== "gas") return null;
  if (dimensionOf(amount.unit) === "energy") return fromBase(other.base, "m3").times(GAS_J_PER_M3);
  return inBase(other.base.div(GAS_J_PER_M3), "m3");
}

/** One is to the other as a year to a month, or to the period. */
function isYearOf(value: Decimal, other: Decimal, days: number): boolean {
  if (!other.gt(ZERO)) return false;
  const ratio = value.toNumber() / other.toNumber();
  // The double of another amount is nothing unusual.
  const periods = 365 / days >= PERIODS_MIN ? [MONTHS, 365 / days] : [MONTHS];
  return periods.some((times) => Math.abs(ratio / times - 1) <= SEASON);
}
