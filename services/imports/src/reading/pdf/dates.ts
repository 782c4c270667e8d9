import { parseDay } from "../../table/locale/dates.ts";
import type { DateOrder } from "../../table/locale/locales.ts";
import { folded } from "../words.ts";
import type { Style } from "./language.ts";
import { says } from "./vocabulary.ts";

const NUMERIC = String.raw`\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})`;
const NAMED = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.)?(?: de)? (?:d['’])?\p{L}{3,10}\.?,?(?: del?)? \d{4}`;
const NAME_FIRST = String.raw`\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`;
const DAY = String.raw`(?:\d{4}-\d{2}-\d{2}|${NUMERIC}|${NAMED}|${NAME_FIRST})(?!\d)`;

const RANGE = new RegExp(
  String.raw`(?<![\d/])(${DAY})\s*(?:al?|hasta(?: el)?|to|until|through|and|y|bis(?: zum)?|und|au|et|e|ao|at[eé]|fins al?|i|-|–|—)\s*(${DAY})`,
  "iu",
);
const PERIOD_WORDS =
  /p[eé]r[ií]od|factura(?:ci[oó]n?|tion)|fatura[cç]|fatturazione|billing|consum|usage|suministro|subministrament|supply|zeitraum|abrechnung|liefer|consommation|fornitura|fornecimento/i;
const SINGLE_DAY = new RegExp(
  String.raw`(?:fecha (?:de (?:la )?)?(?:entrega|suministro|recogida|retirada|servicio|carga|intervenci[oó]n|operaci[oó]n)|(?:delivery|collection|service|supply) date|date of (?:delivery|collection|service|supply)|(?:delivered|collected|serviced) on|(?:liefer|leistungs|abhol|service)datum|(?:geliefert|abgeholt) am|date (?:de |d['’])(?:la )?(?:livraison|collecte|intervention|enl[eè]vement)|data (?:d[aei]l? |di |d['’])(?:la |l['’])?(?:consegna|fornitura|ritiro|intervento|entrega|fornecimento|recolha|interven[cç][aã]o|lliurament|subministrament|recollida|intervenci[oó]))\s*:?\s*(${DAY})`,
  "iu",
);

export interface FoundPeriod {
  start: string | null;
  end: string | null;
  /** Day and month may be exchanged. */
  isAmbiguous: boolean;
}

/** The period of the document, or the day of the delivery; a line that names the period comes first. */
export function periodIn(lines: readonly string[], style: Style): FoundPeriod {
  const { order, isCertain } = orderIn(lines, style);
  const dayOf = (text: string) => parseDay(text, { order });
  const ranges = lines.flatMap((line, at) => {
    const match = RANGE.exec(line);
    if (match === null) return [];
    const words = folded(labelOf(line.slice(0, match.index)));
    if (says(words, "contract")) return [];
    // A history has the period of its year, or that of an earlier bill.
    if (says(words, "year", "comparison")) return [{ texts: [match[1]!, match[2]!] as const, rank: 0 }];
    const isNamed = PERIOD_WORDS.test(line) || PERIOD_WORDS.test(lines[at - 1] ?? "");
    return [{ texts: [match[1]!, match[2]!] as const, rank: isNamed ? 2 : 1 }];
  });
  const range = [2, 1, 0].map((best) => ranges.find(({ rank }) => rank === best)).find((found) => found !== undefined);
  const single = lines.map((line) => SINGLE_DAY.exec(line)?.[1]).find((text) => text !== undefined);
  const texts = range?.texts ?? (single === undefined ? null : ([single, single] as const));
  if (texts === null) return { start: null, end: null, isAmbiguous: false };
  const isAmbiguous = !isCertain && texts.some(isExchangeable);
  return { start: dayOf(texts[0]), end: dayOf(texts[1]), isAmbiguous };
}

/** The last cell with words. */
const labelOf = (before: string): string => before.split(/ {2,}/).findLast((cell) => /\p{L}{2}/u.test(cell)) ?? "";

const PARTS = /^(\d{1,2})[/.-](\d{1,2})[/.-]/;

/** Both parts could be the month, and they differ. */
function isExchangeable(text: string): boolean {
  const [, first, second] = PARTS.exec(text) ?? [];
  return first !== undefined && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

/** Only English documents may write the month first. In them a day after the 12th tells. */
function orderIn(lines: readonly string[], { language }: Style): { order: DateOrder; isCertain: boolean } {
  if (language === "other") return { order: "day_first", isCertain: true };
  const numeric = lines.flatMap((line) => line.match(new RegExp(`(?<![\\d/.-])${NUMERIC}(?![\\d/])`, "g")) ?? []);
  const parts = numeric.map((text) => PARTS.exec(text)!.slice(1).map(Number) as [number, number]);
  const dayFirst = parts.some(([first]) => first > 12);
  const monthFirst = parts.some(([, second]) => second > 12);
  return { order: monthFirst && !dayFirst ? "month_first" : "day_first", isCertain: dayFirst !== monthFirst };
}
