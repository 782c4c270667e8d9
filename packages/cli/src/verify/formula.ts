import { type Fraction, fraction, minus, over, plus, times } from "./fraction.ts";

/**
 * A formula of an explanation: numbers or names, `+ - * /` and parentheses. Products, sums and differences are exact;
 * each division is rounded to 34 significant digits.
 */
export type Formula = { leaf: string } | { operator: Operator; left: Formula; right: Formula };

const OPERATIONS = { "+": plus, "-": minus, "*": times, "/": over };
type Operator = keyof typeof OPERATIONS;

/** More than any formula has: the longest one sums the gases of a blend. */
const TOKENS_MAX = 2_000;
const TOKEN = /\s*([A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|[()*/+-])/y;

export function parse(text: string): Formula {
  const tokens = tokensOf(text);
  let at = 0;
  const formula = sums();
  if (at !== tokens.length) throw new Error(`"${text}" is not a formula`);
  return formula;

  function sums(): Formula {
    let left = products();
    for (let operator = next("+", "-"); operator !== null; operator = next("+", "-"))
      left = { operator, left, right: products() };
    return left;
  }

  function products(): Formula {
    let left = atom();
    for (let operator = next("*", "/"); operator !== null; operator = next("*", "/"))
      left = { operator, left, right: atom() };
    return left;
  }

  function next(...operators: Operator[]): Operator | null {
    const found = operators.find((operator) => operator === tokens[at]) ?? null;
    if (found !== null) at += 1;
    return found;
  }

  function atom(): Formula {
    const token = tokens[at++] ?? "";
    if (token === "-" && /^\d/.test(tokens[at] ?? "")) return { leaf: `-${tokens[at++]}` };
    if (/^\w/.test(token)) return { leaf: token };
    if (token !== "(") throw new Error(`"${text}" is not a formula`);
    const inside = sums();
    if (tokens[at++] !== ")") throw new Error(`"${text}" lacks a parenthesis`);
    return inside;
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let end = 0; end < text.trimEnd().length; end = TOKEN.lastIndex) {
    TOKEN.lastIndex = end;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined || tokens.length >= TOKENS_MAX) throw new Error(`"${text.slice(0, 200)}" is not a formula`);
    tokens.push(token);
  }
  return tokens;
}

/** The value of a formula with numbers. */
export function evaluate(formula: Formula): Fraction {
  if ("leaf" in formula) return fraction(formula.leaf);
  return OPERATIONS[formula.operator](evaluate(formula.left), evaluate(formula.right));
}

export interface Term {
  /** Also of several names: "100 - loss_percent". */
  name: string;
  number: string;
}

/**
 * The numbers of a formula with their names, from left to right. Null if the two formulas have different operations. A
 * number can stand for a term of several names.
 */
export function termsOf(named: Formula, numbered: Formula): Term[] | null {
  if ("leaf" in numbered) return [{ name: textOf(named), number: numbered.leaf }];
  if ("leaf" in named || named.operator !== numbered.operator) return null;
  const [left, right] = [termsOf(named.left, numbered.left), termsOf(named.right, numbered.right)];
  return left && right && [...left, ...right];
}

const textOf = (formula: Formula): string =>
  "leaf" in formula ? formula.leaf : `${textOf(formula.left)} ${formula.operator} ${textOf(formula.right)}`;
