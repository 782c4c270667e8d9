import { currencyOfLocale } from "./currency-locales.ts";

/** The meaning that a number format gives to a number. */
export type FormatKind = "number" | "percent" | "date" | "month";

export interface NumberFormat {
  kind: FormatKind;
  /** The text that it shows beside numbers, such as `€` or `kWh`; null for none. */
  text: string | null;
  /** It shows thousandths of numbers, as `#,##0,` does. */
  isScaled: boolean;
}

const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
] as const;
const BUILT_IN_PERCENTS = [9, 10];
/** `mmm-yy`. */
const BUILT_IN_MONTH = 17;
/** They show the currency of whoever opens the file. */
const BUILT_IN_MONEY = [5, 6, 7, 8, 42, 44];
/** The sign of Unicode for a currency that is not named. */
export const UNNAMED_CURRENCY = "¤";

/** Formats that every workbook has without naming them (ECMA-376 part 1, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if (id === BUILT_IN_MONTH) return plain("month");
  if (BUILT_IN_DATES.some(([first, last]) => first <= id && id <= last)) return plain("date");
  if (BUILT_IN_PERCENTS.includes(id)) return plain("percent");
  return { ...plain("number"), text: BUILT_IN_MONEY.includes(id) ? UNNAMED_CURRENCY : null };
}

/** The format of a code such as `#,##0.00 "€"`. */
export function formatOf(code: string): NumberFormat {
  const kind = kindOf(code);
  if (kind !== "number") return plain(kind);
  return { kind, text: textOf(code), isScaled: SCALED.test(code.replace(NOT_CODE, "")) };
}

const plain = (kind: FormatKind): NumberFormat => ({ kind, text: null, isScaled: false });

/** A comma behind the last digit divides by a thousand. */
const SCALED = /[0#?],+(?:[^0#?,]|$)/;
/** Literals, colours, conditions and locales of a format. Elapsed times such as `[h]` are numbers. */
const NOT_CODE = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;

function kindOf(code: string): FormatKind {
  if (/\[(h+|m+|s+)\]/i.test(code)) return "number";
  const first = code.replace(NOT_CODE, "").split(";")[0] ?? "";
  if (first.includes("%")) return "percent";
  if (/^general$/i.test(first.trim())) return "number";
  if (/m/i.test(first) && /y/i.test(first) && !/[dhs]/i.test(first)) return "month";
  return /[ymdhs]/i.test(first) ? "date" : "number";
}

/** Longer texts are notes. */
const TEXT_LENGTH_MAX = 20;
/** Quoted text, an escaped character, a width or a filling, and brackets. */
const TOKENS = /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|(\p{Sc})|./gsu;
const SAYS_SOMETHING = /[\p{L}\p{Sc}]/u;

/** The texts of all sections, without those that are there twice. */
function textOf(code: string): string | null {
  let shown = "";
  for (const [, quoted, escaped, bracket, sign] of code.matchAll(TOKENS)) {
    shown += quoted ?? escaped ?? sign ?? (bracket === undefined ? " " : ` ${currencyIn(bracket)} `);
  }
  const words = shown.split(/[\s()-]+/).filter((word) => SAYS_SOMETHING.test(word));
  const text = [...new Set(words)].join(" ");
  return text === "" || text.length > TEXT_LENGTH_MAX ? null : text;
}

/** `$€-407`, `$USD`, `$kr-414`, `$$-en-US`: a currency, and the locale that it is written for. */
function currencyIn(bracket: string): string {
  if (!bracket.startsWith("$")) return "";
  const [, written = "", locale] = /^\$(.*?)(?:-(.*))?$/s.exec(bracket) ?? [];
  return currencyOfLocale(written.trim(), locale ?? "");
}
