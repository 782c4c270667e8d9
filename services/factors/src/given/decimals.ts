import { Decimal } from "@emissions/quantity/decimal";

const POSITIVE = /^(?!0*\.?0*$)\d{1,12}(\.\d{1,20})?$/;

export const isPositive = (text: string): boolean => POSITIVE.test(text);

export const sameValue = (a: string, b: string): boolean => new Decimal(a).eq(b);

/** Whether the larger of two values is at most `ratioMax` times the other. */
export function isNear(a: string, b: string, ratioMax: number): boolean {
  const [one, other] = [new Decimal(a), new Decimal(b)];
  return one.lte(other.times(ratioMax)) && other.lte(one.times(ratioMax));
}
