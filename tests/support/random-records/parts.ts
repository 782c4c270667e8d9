import { Decimal, plain } from "@emissions/quantity/decimal";
import type { Unit } from "./catalogue.ts";
import type { Drawn } from "./records.ts";

/** Kinds whose few records may all have another factor in another unit. */
export const withoutUnits: ReadonlySet<string> = new Set(["consumptions of vehicles", "invoices of heat"]);

/** Of whole numbers, the parts are halves that differ by 1 at most. */
const SHARES = [new Decimal("0.3"), new Decimal("0.7")] as const;
/** More digits are no longer exact in a request. */
const DIGITS_MAX = 28;
const LIMITS = { max: 1e19, decimals: 20 };

/** A part of a record; null if its whole number has no two parts. */
export function partOf({ kind, body }: Drawn, at: 0 | 1): Drawn | null {
  const changed = { ...body };
  for (const field of kind.amounts) {
    const whole = body[field];
    if (whole === undefined) continue;
    if (typeof whole !== "number") changed[field] = plain(new Decimal(String(whole)).times(SHARES[at]));
    else if (whole < 2) return null;
    else changed[field] = at === 0 ? Math.floor(whole / 2) : whole - Math.floor(whole / 2);
  }
  return { kind, body: changed };
}

/** The same amounts in another unit, or null if no other unit has them exactly. */
export function inUnit({ kind, body }: Drawn, units: readonly Unit[], nth: number): Drawn | null {
  const from = units.find(({ id }) => id === body[kind.unit ?? ""]);
  if (from === undefined || from.numerator === "") return null;
  const others = units.filter(
    ({ dimension, id, numerator }) => dimension === from.dimension && id !== from.id && numerator,
  );
  for (let tried = 0; tried < others.length; tried++) {
    const to = others[(nth + tried) % others.length]!;
    const changed = { ...body, [kind.unit!]: to.id };
    const areExact = kind.amounts.every((field) => {
      if (body[field] === undefined) return true;
      const up = new Decimal(String(body[field])).times(from.numerator).times(to.denominator);
      const down = new Decimal(from.denominator).times(to.numerator);
      const amount = up.div(down);
      changed[field] = plain(amount);
      const { max, decimals } = kind.limits ?? LIMITS;
      const fits = amount.lte(max) && amount.decimalPlaces() <= decimals;
      return fits && amount.times(down).eq(up) && amount.precision() <= DIGITS_MAX;
    });
    if (areExact) return { kind, body: changed };
  }
  return null;
}
