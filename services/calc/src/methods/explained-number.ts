import { Decimal, divide, ONE, plain } from "@emissions/quantity/decimal";

/** A number with its formula. One operation makes both the value and the text, so the two cannot differ. */
export interface ExplainedNumber {
  value: Decimal;
  /** With names: "amount / rate_EUR". */
  formula: string;
  /** With the numbers that were used, with all digits. */
  numbers: string;
}

export const given = (name: string, value: Decimal): ExplainedNumber => ({
  value,
  formula: name,
  numbers: plain(value),
});

/** Operands that are sums or differences must be in parentheses; `sum` and `remainder` return them so. */
export const times = (a: ExplainedNumber, b: ExplainedNumber): ExplainedNumber => ({
  value: a.value.times(b.value),
  formula: `${a.formula} * ${b.formula}`,
  numbers: `${a.numbers} * ${b.numbers}`,
});

/** The quotient is rounded to 34 significant digits. Parentheses show the rounded term. */
export const over = (a: ExplainedNumber, b: ExplainedNumber): ExplainedNumber => ({
  value: divide(a.value, b.value),
  formula: `(${a.formula} / ${b.formula})`,
  numbers: `(${a.numbers} / ${b.numbers})`,
});

export const sum = (parts: readonly ExplainedNumber[]): ExplainedNumber => ({
  value: parts.reduce((total, part) => total.plus(part.value), new Decimal(0)),
  formula: `(${parts.map((part) => part.formula).join(" + ")})`,
  numbers: `(${parts.map((part) => part.numbers).join(" + ")})`,
});

/** 1 minus the share. */
export const remainder = (share: ExplainedNumber): ExplainedNumber => ({
  value: ONE.minus(share.value),
  formula: `(1 - ${share.formula})`,
  numbers: `(1 - ${share.numbers})`,
});
