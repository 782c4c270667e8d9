import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import type { Warning } from "../document.ts";
import { dimensionOf } from "../units.ts";
import type { Amount } from "./amounts.ts";
import { type Consumption, consumptionOf, withoutRepeats } from "./consumption.ts";

/** Pairs of periods are compared up to this number of them. */
const PERIODS_MAX = 100;

/** The consumptions of an invoice: one for each period, point of supply and product. Doubts become warnings. */
export function suppliesOf(amounts: readonly Amount[], warnings: Set<Warning>): readonly Consumption[] {
  const counted = withoutCharges(amounts, warnings);
  const named = withoutVague(counted, ({ product }) => product === null, warnings);
  const dated = withoutVague(named, ({ period }) => period.start === null && period.end === null, warnings);
  const groups = Map.groupBy(dated, groupOf);
  const found = [...groups.values()].map((group) => consumptionOf(group, warnings));
  if (counted.length < amounts.length) compareCharges(amounts, found, warnings);
  return withoutContaining(found, warnings);
}

const groupOf = ({ unit, period, product, line }: Amount): string =>
  JSON.stringify([dimensionOf(unit), period.start, period.end, product, line.point]);

/** Only the lines of the consumption itself, if there are any. */
function withoutCharges(amounts: readonly Amount[], warnings: Set<Warning>): readonly Amount[] {
  const supplied = amounts.filter(({ kind }) => kind === "consumption");
  if (supplied.length === 0) return amounts;
  for (const { kind, base } of amounts) {
    if (kind === "levy") warnings.add("LINES_REPEATED");
    if (kind === "other") warnings.add("SEVERAL_QUANTITIES");
    if (kind === "exported" && !base.isZero())
      warnings.add(base.isNegative() ? "QUANTITY_NEGATIVE" : "SEVERAL_QUANTITIES");
  }
  // Money that is given back for an amount does not make the amount a consumption.
  const charged = supplied.filter(({ line, base }) => !line.isMoneyNegative || base.isNegative());
  if (charged.length < supplied.length) warnings.add("QUANTITY_NEGATIVE");
  return charged.length > 0 ? charged : supplied;
}

/** A line without a product or period beside lines with one repeats them, if the amounts are equal. */
function withoutVague(
  amounts: readonly Amount[],
  isVague: (amount: Amount) => boolean,
  warnings: Set<Warning>,
): readonly Amount[] {
  const clear = amounts.filter((amount) => !isVague(amount));
  const known = new Set([...clear, { base: totalOf(clear) }].map(({ base }) => base.toFixed()));
  const kept = amounts.filter((amount) => !isVague(amount) || !known.has(amount.base.toFixed()));
  if (clear.length === 0 || kept.length === amounts.length) return amounts;
  warnings.add("LINES_REPEATED");
  return kept;
}

const totalOf = (amounts: readonly { base: Decimal | null }[]): Decimal =>
  amounts.reduce((sum, { base }) => sum.plus(base ?? ZERO), ZERO);

/** Charges are billed by the consumption, or by the same parts of it. Other ones ask what was consumed. */
function compareCharges(amounts: readonly Amount[], found: readonly Consumption[], warnings: Set<Warning>): void {
  const charges = amounts.filter(({ kind, base }) => kind === "levy" && !base.isZero());
  const supplied = amounts.filter(({ kind }) => kind === "consumption");
  const totals = [...found, { base: totalOf(found) }];
  const known = new Set([...totals, ...supplied].map(({ base }) => base?.abs().toFixed()));
  const others = withoutRepeats(charges, new Set()).filter(({ base }) => !known.has(base.abs().toFixed()));
  if (others.length > 0 && !known.has(totalOf(others).abs().toFixed())) warnings.add("SEVERAL_QUANTITIES");
}

/** Without the amount of a longer period that the amounts of the periods in it state as well. */
function withoutContaining(found: readonly Consumption[], warnings: Set<Warning>): readonly Consumption[] {
  if (found.length < 2 || found.length > PERIODS_MAX) return found;
  const around = (one: Consumption, is: typeof overlaps, among: readonly Consumption[]) =>
    among.filter((other) => other !== one && isAlike(one, other) && is(one, other));
  const kept = found.filter((one) => {
    const inside = around(one, contains, found);
    return inside.length === 0 || one.base === null || !totalOf(inside).eq(one.base);
  });
  if (kept.length < found.length) warnings.add("LINES_REPEATED");
  if (kept.some((one) => around(one, overlaps, kept).length > 0)) warnings.add("SEVERAL_QUANTITIES");
  return kept;
}

const spanOf = ({ amounts }: Consumption) => {
  const { start, end } = amounts[0]!.period;
  return start === null || end === null ? null : { start, end };
};

/** Of one point of supply and product. */
const isAlike = ({ amounts: [one] }: Consumption, { amounts: [other] }: Consumption): boolean =>
  groupOf({ ...one!, period: other!.period }) === groupOf(other!);

function overlaps(one: Consumption, other: Consumption): boolean {
  const [a, b] = [spanOf(one), spanOf(other)];
  return a !== null && b !== null && a.start < b.end && b.start < a.end;
}

function contains(one: Consumption, other: Consumption): boolean {
  const [a, b] = [spanOf(one), spanOf(other)];
  return a !== null && b !== null && a.start <= b.start && b.end <= a.end;
}
