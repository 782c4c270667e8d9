import { currencyOf, isMiles, isTime, isUnit, scaleOf } from "./unit-words.ts";

/** The facts about numbers that a short text states, such as `kWh`, `k€` or `EUR/kWh`. */
export interface Measured {
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
  /** `gross` or `net`, of energy such as `kWh PCS`. */
  basis: string | null;
  /** The scale may be a thousand or a million, as in `m€` and `$M`. */
  isScaleUnclear: boolean;
}

const PREPOSITION = /^(?:in|en|im|em|as|expressed in|unit|unidad|uom|ud)[ :.]+/i;
export const CONNECTING: ReadonlySet<string> = new Set(["of", "de", "d'", "di", "do", "in", "en"]);
export const PER = /\s*\/\s*|\s+(?:per|por|pro|je|par)\s+/i;

/** A text that says nothing but a unit, a currency or a scale; otherwise null. */
export function readMeasure(text: string): Partial<Measured> | null {
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

export function readUnit(text: string): Partial<Measured> | null {
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
function readShortScale(text: string): Partial<Measured> | null {
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
export function readScaled(text: string): Partial<Measured> | null {
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
