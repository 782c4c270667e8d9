import { Decimal, divide, ONE, plain } from "@emissions/quantity/decimal";

/**
 * A number that says how it came about. The operation that makes the value also makes the text, so that
 * the two cannot disagree.
 */
export interface Explained {
  value: Decimal;
  /** In words: "amount / rate_EUR". */
  formula: string;
  /** The same with the numbers that were used, all digits of them. */
  numbers: string;
}

export const given = (name: string, value: Decimal): Explained => ({ value, formula: name, numbers: plain(value) });

/** A sum or difference must come in parentheses, as `sum` and `remainder` give it. */
export const times = (a: Explained, b: Explained): Explained => ({
  value: a.value.times(b.value),
  formula: `${a.formula} * ${b.formula}`,
  numbers: `${a.numbers} * ${b.numbers}`,
});

/** Rounded to 34 significant digits, so what is divided stands in parentheses. */
export const over = (a: Explained, b: Explained): Explained => ({
  value: divide(a.value, b.value),
  formula: `(${a.formula} / ${b.formula})`,
  numbers: `(${a.numbers} / ${b.numbers})`,
});

export const sum = (parts: readonly Explained[]): Explained => ({
  value: parts.reduce((total, part) => total.plus(part.value), new Decimal(0)),
  formula: `(${parts.map((part) => part.formula).join(" + ")})`,
  numbers: `(${parts.map((part) => part.numbers).join(" + ")})`,
});

/** What is left of one. */
export const remainder = (share: Explained): Explained => ({
  value: ONE.minus(share.value),
  formula: `(1 - ${share.formula})`,
  numbers: `(1 - ${share.numbers})`,
});
