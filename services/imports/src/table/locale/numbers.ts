import { plain, readDigits } from "@emissions/quantity/digits";
import type { NumberCell } from "../table.ts";
import type { DecimalMark } from "./locales.ts";

const LENGTH_MAX = 100;

/** Spaces, apostrophes and the direction marks that some locales put around signs. */
const SPACE = "[ \\u00a0\\u2009\\u202f]";
const APOSTROPHE = "['\u2019]";
const INVISIBLE = /[\u200e\u200f\u061c]/g;
const MINUS = /[\u2212\u2012\u2013]/g;

/** Digits in groups of three, all with the same separator, or without any. */
const grammar = (mark: string, group: string) =>
  new RegExp(
    `^(\\d+|[1-9]\\d{0,2}(?:(?:${group}\\d{3})+|(?:${SPACE}\\d{3})+|(?:${APOSTROPHE}\\d{3})+))?` +
      `(?:${mark}(\\d*))?(?:[eE]([+-]?\\d{1,3}))?$`,
  );
const GRAMMARS: Record<DecimalMark, RegExp> = { ".": grammar("\\.", ","), ",": grammar(",", "\\.") };

/** A sign or a code of ISO 4217. Other letters could be a unit, which must not be lost. */
const CURRENCY_NAME = `(?:\\p{Sc}|${Intl.supportedValuesOf("currency").join("|")})`;
const CURRENCY = new RegExp(`^${CURRENCY_NAME}${SPACE}*|${SPACE}*${CURRENCY_NAME}$`, "u");

const HAS_CURRENCY = /[\p{Sc}A-Z]/u;

/** The sign or the code of a currency before or behind a number; null if there is none. */
export function currencyIn(text: string): string | null {
  if (!HAS_CURRENCY.test(text) || text.length > LENGTH_MAX) return null;
  const bare = text.replace(INVISIBLE, "").replace(/^[\s(+-]+|[\s)+-]+$/g, "");
  return CURRENCY.exec(bare)?.[0].trim() ?? null;
}

/** A sign, brackets for negative amounts, a currency sign and a percent sign. */
interface Parts {
  digits: string;
  negative: boolean;
  percent: boolean;
}

/**
 * Parses a written number without making it a double; null if it is none. A text with a percent sign is divided by
 * 100, like the stored number of a spreadsheet.
 */
export function parseNumber(text: string, mark: DecimalMark): NumberCell | null {
  const parts = text.length > LENGTH_MAX ? null : takeApart(text);
  if (parts === null) return null;
  const match = GRAMMARS[mark].exec(parts.digits);
  if (match === null) return null;
  const [, whole, fraction = "", exponent = "0"] = match;
  if (whole === undefined && fraction === "") return null;
  const integer = (whole ?? "0").replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  const power = Number(exponent) - (parts.percent ? 2 : 0);
  const digits = readDigits(`${integer}${fraction === "" ? "" : `.${fraction}`}e${power}`);
  if (typeof digits === "string") return null;
  const zero = digits.whole === "0" && digits.fraction === "";
  const number = plain({ ...digits, negative: parts.negative && !zero });
  return parts.percent ? { number, percent: true } : { number };
}

function takeApart(text: string): Parts | null {
  let rest = text.replace(INVISIBLE, "").replace(MINUS, "-").trim();
  let [negative, percent] = [false, false];
  const brackets = /^\((.*)\)$/.exec(rest);
  if (brackets) {
    negative = true;
    rest = brackets[1]!.trim();
  }
  const withoutSign = () => {
    const sign = /^[+-]/.exec(rest)?.[0] ?? /-$/.exec(rest)?.[0];
    if (sign === undefined) return true;
    // Two signs contradict each other.
    if (negative) return false;
    negative = sign === "-";
    rest = rest.startsWith(sign) ? rest.slice(1).trim() : rest.slice(0, -1).trim();
    return true;
  };
  if (!withoutSign()) return null;
  if (rest.endsWith("%")) {
    percent = true;
    rest = rest.slice(0, -1).trim();
  }
  const amount = rest.replace(CURRENCY, "").trim();
  const hadCurrency = amount !== rest;
  rest = amount;
  if (hadCurrency && !withoutSign()) return null;
  return { digits: rest, negative, percent };
}
