import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import type { Warning } from "../document.ts";
import type { Amount } from "./amounts.ts";

/** The amount that several lines of one supply and period state. */
export interface Consumption {
  /** In J, 1/1821 l or kg; null if it is not known, or below zero. */
  base: Decimal | null;
  /** Those that count; at least one. */
  amounts: readonly Amount[];
}

/** Lines that make a total. */
const PARTS_MIN = 2;

const sumOf = (amounts: readonly Amount[]): Decimal => amounts.reduce((sum, { base }) => sum.plus(base), ZERO);
const isBelow = ({ base }: Amount) => base.isNegative() && !base.isZero();
const isEqual = (one: Decimal, other: Decimal) => one.eq(other);

/** One consumption of lines with the same unit, period and product. Doubts become warnings. */
export function consumptionOf(amounts: readonly Amount[], warnings: Set<Warning>): Consumption {
  const supplied = amounts.filter(({ kind }) => kind === "consumption");
  if (supplied.length > 0) return netted(supplied, warnings);
  const levies = amounts.filter(({ kind }) => kind === "levy");
  if (levies.some((amount) => !isBelow(amount))) return ofLevies(levies, warnings);
  const isNegative = amounts.every(isBelow);
  warnings.add(isNegative ? "QUANTITY_NEGATIVE" : "SEVERAL_QUANTITIES");
  return { base: null, amounts };
}

/** Charges alone may be those of a network, whose amount another invoice states as well. They are never added. */
function ofLevies(levies: readonly Amount[], warnings: Set<Warning>): Consumption {
  warnings.add("SEVERAL_QUANTITIES");
  const [first, ...others] = withoutRepeats(levies, warnings);
  return { base: others.length === 0 ? first!.base : null, amounts: levies };
}

/** Amounts less those that are taken back, and each one once. */
function netted(amounts: readonly Amount[], warnings: Set<Warning>): Consumption {
  const { left, back, isCancelled } = withoutCancelled(amounts);
  const counted = withoutTotal(withoutRepeats(left, warnings), warnings);
  const reversed = withoutRepeats(
    back.filter(({ isReversal }) => isReversal),
    warnings,
  );
  if (back.some(({ isReversal }) => !isReversal)) warnings.add("QUANTITY_NEGATIVE");
  const used = [...counted, ...reversed];
  if (used.length > 1 || isCancelled) warnings.add("LINES_ADDED");
  if (used.length === 0) return { base: isCancelled ? ZERO : null, amounts };
  const sum = sumOf(used);
  if (!sum.isNegative() || sum.isZero()) return { base: sum, amounts: used };
  warnings.add("QUANTITY_NEGATIVE");
  return { base: null, amounts: used };
}

/** Without pairs of an amount and the same one below zero. Without a word for it, another amount must be left. */
function withoutCancelled(amounts: readonly Amount[]) {
  const byValue = Map.groupBy(
    amounts.filter((amount) => !isBelow(amount)),
    ({ base }) => base.toFixed(),
  );
  let count = amounts.filter((amount) => !isBelow(amount) && !amount.base.isZero()).length;
  const back: Amount[] = [];
  let isCancelled = false;
  for (const amount of amounts.filter(isBelow)) {
    const equal = byValue.get(amount.base.neg().toFixed()) ?? [];
    if (equal.length === 0 || !(amount.isReversal || count > 1)) back.push(amount);
    else {
      equal.pop();
      count--;
      isCancelled = true;
    }
  }
  const kept = new Set([...byValue.values()].flat());
  const left = amounts.filter((amount) => kept.has(amount));
  const nonZero = left.filter(({ base }) => !base.isZero());
  return { left: nonZero.length > 0 ? nonZero : left.slice(0, 1), back, isCancelled };
}

/** Equal amounts are one, unless marks of tariffs, meters or days tell them apart. */
export function withoutRepeats(amounts: readonly Amount[], warnings: Set<Warning>): Amount[] {
  const groups = Map.groupBy(amounts, ({ base }) => base.toFixed());
  const kept = new Set<Amount>();
  for (const equal of groups.values()) {
    const marked: Amount[] = [];
    for (const amount of equal.toSorted((one, other) => other.marks.length - one.marks.length)) {
      const isKnown = marked.some(({ marks }) => amount.marks.every((mark) => marks.includes(mark)));
      if (isKnown) warnings.add("LINES_REPEATED");
      else marked.push(amount);
    }
    for (const amount of marked) kept.add(amount);
  }
  return amounts.filter((amount) => kept.has(amount));
}

/** Without the line that adds the others. */
function withoutTotal(amounts: readonly Amount[], warnings: Set<Warning>): readonly Amount[] {
  if (amounts.length <= PARTS_MIN) return amounts;
  const sum = sumOf(amounts);
  const total = amounts.find(({ base }) => isEqual(base, sum.minus(base)));
  if (total === undefined) return amounts;
  warnings.add("LINES_REPEATED");
  return amounts.filter((amount) => amount !== total);
}
