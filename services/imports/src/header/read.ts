import { textKey } from "../values/text-key.ts";
import {
  currencyOf,
  isDivisor,
  isEmission,
  isMeterState,
  isMiles,
  isMoneyName,
  isMoneyWord,
  isPower,
  isPrice,
  isTime,
  isUnit,
  scaleOf,
} from "../values/unit-words.ts";
import { type Way, wayOf } from "./way.ts";

/** Facts about the numbers of a column that its name states. */
export interface Header {
  /** The unit or the currency as written. */
  unit: string | null;
  /** Whether `unit` is a currency. */
  isMoney: boolean;
  /** `1000` or `1000000`; null for no scale. */
  scale: string | null;
  /** `miles`, which are statute miles or thousands. */
  isMiles: boolean;
  /** Hundredths. */
  isPercent: boolean;
  /** A rate such as `EUR/kWh`, or a mass of emissions: no amount of an activity. */
  isRate: boolean;
  /** A word such as `Importe`, or a currency. */
  saysMoney: boolean;
  /** Null for one way of a trip, and if the name says nothing of it. */
  way: Way | null;
  /** The number formats of the cells name the unit, and the name of the column does not. */
  isShown?: true;
  /** `gross` or `net`, of energy such as `kWh PCS`. */
  basis: string | null;
  /** The scale may be a thousand or a million, as in `m€` and `$M`. */
  isScaleUnclear: boolean;
  /** The state of a meter, or a power: no amount of a period. */
  isState: boolean;
  /** The text in brackets that says none of these; null if there is none. */
  unread: string | null;
}

export const NOTHING: Header = {
  unit: null,
  isMoney: false,
  scale: null,
  isMiles: false,
  isPercent: false,
  isRate: false,
  saysMoney: false,
  way: null,
  basis: null,
  isScaleUnclear: false,
  isState: false,
  unread: null,
};

const NAME_LENGTH_MAX = 255;
const BRACKETS = /[([{]([^)\]}]{1,60})[)\]}]/g;
const PREPOSITION = /^(?:in|en|im|em|as|expressed in|unit|unidad|uom|ud)[ :.]+/i;
const CONNECTING = new Set(["of", "de", "d'", "di", "do", "in", "en"]);
const PER = /\s*\/\s*|\s+(?:per|por|pro|je|par)\s+/i;
/** Units of one letter need a bracket or an underscore. */
const TAIL_LETTER = /_([tlg])$/i;
/** Names of companies and articles have such words, too. */
const WEAK_TAILS = new Set([
  "m",
  "d",
  "h",
  "min",
  "day",
  "days",
  "dia",
  "dias",
  "pie",
  "foot",
  "feet",
  "nit",
  "noche",
  "tona",
]);

/** Depends on the name alone, so it is read once for a column. */
export function readHeader(name: string): Header {
  const short = name.slice(0, NAME_LENGTH_MAX).replaceAll("\n", " ");
  const outside = short.replace(BRACKETS, " ").trim();
  const brackets = [...short.matchAll(BRACKETS)].map(([, inside = ""]) => inside.trim());
  const saysMoney = tokens(outside).some(isMoneyWord) || isMoneyName(outside);
  const isRate = isPrice(short) || isEmission(short);
  const isState = isMeterState(short) || tokens(short.replace(/[()[\]{}/]/g, " ")).some(isPower);
  const base: Header = { ...NOTHING, saysMoney, isRate, isState, way: wayOf(short) };
  let unread: string | null = null;
  let found: Partial<Header> = {};
  let isFound = false;
  for (const inside of brackets.filter((one) => !/^\d+$/.test(one))) {
    const read = readMeasure(inside);
    if (read === null) unread ??= inside;
    else {
      found = { ...found, ...read };
      isFound = true;
    }
  }
  const read = isFound ? found : readTail(outside);
  const merged = { ...base, ...read, unread: read === null ? unread : null };
  return {
    ...merged,
    isRate: base.isRate || merged.isRate,
    isPercent: merged.isPercent || isShare(short),
    // `Import (kWh)` is no money.
    saysMoney: merged.isMoney || (merged.saysMoney && merged.unit === null && !merged.isMiles),
  };
}

/** `% reciclado`, `Porcentaje reciclado`. */
const isShare = (name: string) =>
  /^%|%$|\b(?:percent(?:age)?|porcentaje|percentatge|prozent(?:satz)?|pourcentage|percentuale|percentagem|procent)\b/iu.test(
    name.trim(),
  );

const tokens = (text: string) => text.split(/[\s_:,;-]+|\.(?=\S)|\.$/).filter(Boolean);

/** A text that says nothing but a unit, a currency or a scale; otherwise null. */
export function readMeasure(text: string): Partial<Header> | null {
  const bare = text.replace(PREPOSITION, "").trim();
  if (/^(?:%|percent|percentage|porcentaje|prozent|pct)$/i.test(bare)) return { isPercent: true };
  const whole = readUnit(bare);
  if (whole !== null) return whole;
  const [left = "", right, ...more] = bare.split(PER);
  if (right !== undefined && more.length === 0) {
    const amount = readScaled(left);
    if (amount === null) return null;
    return isTime(right) ? amount : { ...amount, isRate: true };
  }
  return readScaled(bare);
}

/** `kWh PCS`, `MWh (GCV)`. Words such as `net` may be about money or feed-in. */
const CALORIFIC = /^(.{2,6}?)\s*\(?(?:(pcs|gcv|hhv|hs|ho)|(pci|ncv|lhv|hi|hu))\)?$/i;

function readUnit(text: string): Partial<Header> | null {
  const [, energy = "", gross] = CALORIFIC.exec(text) ?? [];
  if (isUnit(energy)) return { unit: energy, basis: gross === undefined ? "net" : "gross" };
  if (isMiles(text)) return { unit: text, isMiles: true };
  if (isUnit(text)) return { unit: text.replace(/\.$/, "") };
  const currency = currencyOf(text);
  return currency === null ? null : { unit: currency, isMoney: true };
}

const TIMES_SIGN = new Set(["x", "*", "×", "·"]);
const CURRENCY = "R\\$|C\\$|A\\$|US\\$|€|\\$|£|¥|zł|kr|EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CAD|AUD|BRL";
const BEFORE = new RegExp(`^(k|mm|mn|m|t|bn)\\s?(${CURRENCY})$`, "i");
const BEHIND = new RegExp(`^(${CURRENCY})\\s?(k|mm|mn|mio|m|bn|'?0{3})$`, "i");

/** `k€`, `T€`, `MM€`, `€m`, `£000`. `m€` is a thousand to some and a million to others, and so is `$M`. */
function readShortScale(text: string): Partial<Header> | null {
  const [, before, unitBehind] = BEFORE.exec(text) ?? [];
  const [, unitBefore, behind] = BEHIND.exec(text) ?? [];
  const [letter, written] = [before ?? behind, unitBehind ?? unitBefore];
  const unit = written === undefined ? null : (currencyOf(written.toUpperCase()) ?? currencyOf(written));
  if (letter === undefined || unit === null) return null;
  const read = { unit, isMoney: true } as const;
  if (letter.toLowerCase() !== "m") return { ...read, scale: SHORT_SCALES[letter.toLowerCase()] ?? "1000" };
  const isDollar = /\$|^(?:USD|CAD|AUD|BRL)$/i.test(written!);
  const isUnclear = isDollar || (before === "m" && !/^[A-Z]+$/i.test(written!));
  return isUnclear ? { ...read, isScaleUnclear: true } : { ...read, scale: "1000000" };
}
const SHORT_SCALES: Readonly<Record<string, string>> = {
  mm: "1000000",
  mn: "1000000",
  mio: "1000000",
  bn: "1000000000",
};

/** A scale, a unit, or both: `thousands`, `k€`, `miles de EUR`, `t x1000`. */
function readScaled(text: string): Partial<Header> | null {
  const whole = readUnit(text);
  if (whole !== null) return whole;
  const short = readShortScale(text);
  if (short !== null) return short;
  const words = text.split(/\s+/).filter((word) => !TIMES_SIGN.has(word.toLowerCase()));
  const isScale = (word: string) => scaleOf(word) !== null || (words.length > 1 && isMiles(word));
  const scales = words.filter(isScale);
  if (scales.length !== 1) return null;
  const scale = scaleOf(scales[0]!) ?? "1000";
  const rest = words.filter((word) => !isScale(word) && !CONNECTING.has(word.toLowerCase())).join(" ");
  if (rest === "") return { scale };
  const unit = readUnit(rest);
  return unit === null ? null : { ...unit, scale };
}

/** Names without brackets: `Consumo_kWh`, `Amount USD`, `EUR per kWh`, `kms recorridos`. */
function readTail(name: string): Partial<Header> | null {
  const [left = "", right] = name.split(PER);
  if (right !== undefined) {
    const [divided, divisor] = [lastUnit(left), right.replace(/^\d+\s*/, "")];
    if (divided !== null && isTime(divisor)) return divided;
    const isAmount = divided !== null || tokens(left).some(isMoneyWord);
    const isWorded = !name.includes("/");
    if (isAmount && (isDivisor(divisor) || readUnit(divisor) !== null)) return { ...divided, isRate: true };
    // `kg por empleado` is a rate, and `Consumo kWh / Consumption kWh` is not.
    if (isWorded && divided !== null && !tokens(divisor).some((word) => isTime(word)))
      return { ...divided, isRate: true };
  }
  return lastUnit(name) ?? firstUnit(name);
}

function lastUnit(name: string): Partial<Header> | null {
  const letter = TAIL_LETTER.exec(name)?.[1];
  if (letter !== undefined) return { unit: letter };
  const words = tokens(name);
  for (const length of [3, 2, 1]) {
    const text = words.slice(-length).join(" ");
    if (words.length < length || text.length < 2 || WEAK_TAILS.has(textKey(text))) continue;
    const read = readUnit(text);
    if (read !== null) return { ...read, ...scaleBefore(words.slice(0, -length)) };
    const scaled = readScaled(text);
    // A letter alone may be anything.
    if (scaled !== null && (scaled.unit !== undefined || text.length >= SCALE_LENGTH_MIN)) return scaled;
  }
  const sign = /\p{Sc}/u.exec(name)?.[0];
  return sign === undefined ? null : { unit: sign, isMoney: true };
}

const SCALE_LENGTH_MIN = 4;

/** `Verbrauch in Tsd. kWh`, `Consumo miles de kWh`: a scale before the unit, and what connects them. */
function scaleBefore(words: readonly string[]): Pick<Header, "scale"> | null {
  const at = words.findLastIndex((word) => !CONNECTING.has(word.toLowerCase()));
  const word = words[at] ?? "";
  const scale = scaleOf(word) ?? (isMiles(word) ? "1000" : null);
  // `Type K kWh` has no scale, and `Meter 1000 kWh` is not known to have one.
  return scale === null || (word.length < 3 && !/^k$/.test(word)) || /^[\d.,]+$/.test(word) ? null : { scale };
}

/** A unit before a participle. */
function firstUnit(name: string): Partial<Header> | null {
  const strong = /^(?:k?m?wh|gwh|kms?|kgs?|tkm|lit(?:ro|re|er)s?|toneladas|tonnes|millas|therms|m3|m³)$/i;
  const word = tokens(name).find((one) => strong.test(one));
  return word === undefined ? null : { unit: word };
}
