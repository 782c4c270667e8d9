import { CONNECTING, type Measured, PER, readMeasure, readScaled, readUnit } from "../values/measure-text.ts";
import { textKey } from "../values/text-key.ts";
import {
  isDivisor,
  isEmission,
  isMeterState,
  isMiles,
  isMoneyName,
  isMoneyWord,
  isPower,
  isPrice,
  isTime,
  scaleOf,
} from "../values/unit-words.ts";
import { type Way, wayOf } from "./way.ts";

/** Facts about the numbers of a column that its name states. */
export interface Header extends Measured {
  /** A word such as `Importe`, or a currency. */
  saysMoney: boolean;
  /** Null for one way of a trip, and if the name says nothing of it. */
  way: Way | null;
  /** The number formats of the cells name the unit, and the name of the column does not. */
  isShown?: true;
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
/** `milliers d'euros`. */
const ELISION = /\bd['’](?=\p{L})/giu;
const BRACKETS = /[([{]([^)\]}]{1,60})[)\]}]/g;
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
  const short = name.slice(0, NAME_LENGTH_MAX).replaceAll("\n", " ").replace(ELISION, "de ");
  const outside = short.replace(BRACKETS, " ").trim();
  const brackets = [...short.matchAll(BRACKETS)].map(([, inside = ""]) => inside.trim());
  const saysMoney = tokens(outside).some(isMoneyWord) || isMoneyName(outside);
  const isRate = isPrice(short) || isEmission(short);
  const isState = isMeterState(short) || tokens(short.replace(/[()[\]{}/]/g, " ")).some(isPower);
  const base: Header = { ...NOTHING, saysMoney, isRate, isState, way: wayOf(short) };
  let unread: string | null = null;
  let found: Partial<Measured> = {};
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

/** Names without brackets: `Consumo_kWh`, `Amount USD`, `EUR per kWh`, `kms recorridos`. */
function readTail(name: string): Partial<Measured> | null {
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

function lastUnit(name: string): Partial<Measured> | null {
  const letter = TAIL_LETTER.exec(name)?.[1];
  if (letter !== undefined) return { unit: letter };
  const words = tokens(name);
  for (const length of [3, 2, 1]) {
    const text = words.slice(-length).join(" ");
    if (words.length < length || text.length < 2 || WEAK_TAILS.has(textKey(text))) continue;
    const read = readUnit(text);
    if (read !== null) return { ...read, ...scaleBefore(words.slice(0, -length)) };
    // `Big bag 1000 kg` has no scale, and a letter alone may be anything.
    const scaled = /(?:^|\s)\d/.test(text) ? null : readScaled(text);
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
function firstUnit(name: string): Partial<Measured> | null {
  const strong = /^(?:k?m?wh|gwh|kms?|kgs?|tkm|lit(?:ro|re|er)s?|toneladas|tonnes|millas|therms|m3|m³)$/i;
  const word = tokens(name).find((one) => strong.test(one));
  return word === undefined ? null : { unit: word };
}
