/** Exact arithmetic with integers, independent of the code under test, so that both cannot share a mistake. */
export interface Fraction {
  top: bigint;
  bottom: bigint;
}

export function fraction(text: string): Fraction {
  const [, sign, whole, decimals = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`"${text}" is not a plain decimal`);
  const top = BigInt(whole + decimals);
  return { top: sign === "-" ? -top : top, bottom: 10n ** BigInt(decimals.length) };
}

export const times = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });
export const over = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.bottom, bottom: a.bottom * b.top });
export const plus = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
});
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { top: -b.top, bottom: b.bottom });
export const ZERO: Fraction = { top: 0n, bottom: 1n };
export const ONE: Fraction = { top: 1n, bottom: 1n };

/** Rounds half-even. Values are never negative here. */
export function rounded({ top, bottom }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(decimals);
  const whole = (top * scale) / bottom;
  const rest = ((top * scale) % bottom) * 2n;
  const up = rest > bottom || (rest === bottom && whole % 2n === 1n);
  return { top: whole + (up ? 1n : 0n), bottom: scale };
}

/** Rounds half-even to significant digits. */
export function significant(value: Fraction, digits: number): Fraction {
  let decimals = digits - 1;
  // Adjust until the number, scaled by the decimals, has exactly the wanted digits.
  const size = () => ((value.top * 10n ** BigInt(Math.max(decimals, 0))) / value.bottom).toString().length;
  if (value.top === 0n) return ZERO;
  while (size() > digits && decimals > 0) decimals--;
  while (size() < digits) decimals++;
  return rounded(value, decimals);
}

/** Shortest decimal notation. */
export function plain({ top, bottom }: Fraction): string {
  const text = rounded({ top, bottom }, 40).top.toString().padStart(41, "0");
  const decimals = text.slice(-40).replace(/0+$/, "");
  return text.slice(0, -40) + (decimals ? `.${decimals}` : "");
}
