import { type Fraction, fraction, minus, over, plus, significant, textOf, times } from "@emissions/quantity/oracle";

/** What anybody can do with an explanation: read the numbers and work them out, here in whole numbers. */
export function evaluate(text: string): string {
  const tokens = text.match(/-?\d+(?:\.\d+)?|[()*/+]|- /g)?.map((token) => token.trim()) ?? [];
  let at = 0;
  const value = expression();
  if (at !== tokens.length) throw new Error(`${text} is not a formula`);
  return textOf(value);

  function expression(): Fraction {
    let so = product();
    for (; tokens[at] === "+" || tokens[at] === "-"; )
      so = tokens[at++] === "+" ? plus(so, product()) : minus(so, product());
    return so;
  }

  function product(): Fraction {
    let so = atom();
    for (; tokens[at] === "*" || tokens[at] === "/"; )
      so = tokens[at++] === "*" ? times(so, atom()) : significant(over(so, atom()), 34);
    return so;
  }

  function atom(): Fraction {
    const token = tokens[at++] ?? "";
    if (token !== "(") return fraction(token);
    const inside = expression();
    if (tokens[at++] !== ")") throw new Error(`${text} lacks a bracket`);
    return inside;
  }
}
