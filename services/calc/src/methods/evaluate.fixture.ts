import { type Fraction, fraction, minus, over, plus, significant, textOf, times } from "@emissions/quantity/oracle";

/** Evaluates a formula of an explanation with exact fractions. Readers of an explanation can do the same. */
export function evaluate(text: string): string {
  const tokens = text.match(/-?\d+(?:\.\d+)?|[()*/+]|- /g)?.map((token) => token.trim()) ?? [];
  let at = 0;
  const value = expression();
  if (at !== tokens.length) throw new Error(`${text} is not a formula`);
  return textOf(value);

  function expression(): Fraction {
    let result = product();
    for (; tokens[at] === "+" || tokens[at] === "-"; )
      result = tokens[at++] === "+" ? plus(result, product()) : minus(result, product());
    return result;
  }

  function product(): Fraction {
    let result = atom();
    for (; tokens[at] === "*" || tokens[at] === "/"; )
      result = tokens[at++] === "*" ? times(result, atom()) : significant(over(result, atom()), 34);
    return result;
  }

  function atom(): Fraction {
    const token = tokens[at++] ?? "";
    if (token !== "(") return fraction(token);
    const inside = expression();
    if (tokens[at++] !== ")") throw new Error(`${text} lacks a bracket`);
    return inside;
  }
}
