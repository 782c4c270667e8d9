import { parseNumber } from "../../table/locale/numbers.ts";
import { folded } from "../words.ts";

/** English writes another decimal mark and other days than the other languages that are read. */
type Language = "en" | "other";

const WORDS: Record<Language, RegExp> = {
  other:
    /\b(?:factura|consum[oi]?|periode?o?|fecha|importe?|suministro|albaran|cantidad|litros|proveedor|entrega|residuos?|del?|rechnung|\w*verbrauch|\w*zeitraum|betrag|lieferung|menge|der|die|und|vom|bis|facture|consommation|montant|livraison|quantite|dechets|des?|du|fattura|bolletta|fornitura|importo|quantita|consegna|della?|dal|fatura|fornecimento|quantidade|d[oa]|subministrament|quantitat|lliurament)\b/g,
  en: /\b(?:invoice|bill|consumption|usage|period|date|amount|supply|quantity|litres|supplier|delivery|wastes?|the|of)\b/g,
};

/** How a document writes numbers and days. */
export interface Style {
  language: Language;
  decimalMark: "." | ",";
  /** The document has numbers with either mark, or its numbers and its language contradict each other. */
  isMarkUncertain: boolean;
  /** The document has numbers with one or two decimals. */
  hasDecimals: boolean;
}

const COMMA_DECIMALS = /(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{1,2}(?![\d.,])/g;
/** The names of Spanish tariffs, such as 2.0TD, are no numbers. */
const POINT_DECIMALS = /(?<![\d.,])\d{1,3}(?:,\d{3})*\.\d{1,2}(?![\d.,/]|TD|A\b)/g;

/** The marks of its amounts tell more than its language. */
export function styleOf(text: string): Style {
  const words = folded(text);
  const count = (pattern: RegExp, within: string) => within.match(pattern)?.length ?? 0;
  const [other, english] = [count(WORDS.other, words), count(WORDS.en, words)];
  const language = other >= english ? "other" : "en";
  const usual = language === "other" ? "," : ".";
  const [commas, points] = [count(COMMA_DECIMALS, text), count(POINT_DECIMALS, text)];
  const decimalMark = commas === points ? usual : commas > points ? "," : ".";
  const contradicts = other === english ? commas === points : decimalMark !== usual;
  return {
    language,
    decimalMark,
    isMarkUncertain: contradicts || Math.min(commas, points) > 0,
    hasDecimals: commas !== points,
  };
}

export interface WrittenNumber {
  value: string;
  /** Another reading of the text is possible. */
  isAmbiguous: boolean;
}

const GROUP_BLANKS = /[ \u00a0\u2000-\u200a\u202f\u205f]/gu;
/** Between groups of digits, or between two columns. */
const PLAIN_BLANK = /\d \d/;
const ONE_MARK_THREE_DIGITS = /^[1-9]\d{0,2}([.,])\d{3}$/;

/** Exact. Null for a text that is no number in any style. Blanks and two marks tell more than the document. */
export function numberOf(text: string, style: Style): WrittenNumber | null {
  const amount = text.replace(/^[-−]/, "");
  const parsed = parseNumber(text.replace(GROUP_BLANKS, " "), markOf(amount, style.decimalMark));
  if (parsed === null) return null;
  const mark = ONE_MARK_THREE_DIGITS.exec(amount)?.[1];
  return {
    value: parsed.number,
    isAmbiguous: PLAIN_BLANK.test(amount) || (mark !== undefined && isDoubtful(mark, style)),
  };
}

function markOf(amount: string, usual: "." | ","): "." | "," {
  const marks = amount.match(/[.,]/g) as ("." | ",")[] | null;
  if (marks === null) return usual;
  const last = marks.at(-1)!;
  if (new Set(marks).size > 1) return last;
  if (marks.length > 1) return last === "." ? "," : ".";
  return ONE_MARK_THREE_DIGITS.test(amount) ? usual : last;
}

/** Three decimals are rare, so the language alone does not tell of them. */
const isDoubtful = (mark: string, { decimalMark, isMarkUncertain, hasDecimals }: Style): boolean =>
  isMarkUncertain || (mark === decimalMark && !hasDecimals);
