import { Decimal, divide, plain } from "@emissions/quantity/decimal";
import { daysFrom, daysIn } from "@emissions/quantity/period";

/** Consecutive days, both ends included. */
export interface Days {
  startDate: string;
  endDate: string;
}

/** A part of an amount, and how it follows from the whole. Null for the whole itself. */
export interface Share {
  value: Decimal;
  allocation: string | null;
}

/**
 * The shares of consecutive pieces by days. The last piece takes the exact rest. `formula` is that of the whole, if it is
 * more than a number.
 */
export function splitByDays(whole: Decimal, pieces: readonly Days[], formula: string | null = null): Share[] {
  if (pieces.length === 1) return [{ value: whole, allocation: formula }];
  const text = formula === null ? plain(whole) : `(${formula})`;
  const days = daysFrom(pieces[0]!.startDate, pieces.at(-1)!.endDate) + 1;
  const shares = pieces.slice(0, -1).map(({ startDate, endDate }) => {
    const own = daysIn(startDate, endDate);
    return { value: divide(whole.times(own), new Decimal(days)), allocation: `${text} * ${own} / ${days}` };
  });
  const rest = {
    value: shares.reduce((left, { value }) => left.minus(value), whole),
    allocation: [text, ...shares.map(({ value }) => plain(value))].join(" - "),
  };
  return [...shares, rest];
}
