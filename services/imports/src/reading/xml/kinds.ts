import type { Category } from "../document.ts";
import { partIn, says } from "../pdf/vocabulary.ts";
import { classify } from "../words.ts";

/** The subject of a line of an invoice. */
export type Kind = "consumption" | "levy" | "exported" | "other";

/** "Electricity, taxes included" is no tax. */
const INCLUDED = /\b(?:inkl|incl|inklusive|including|included|inclu\w*|compres[oaei]s?|comprend\w*)\b.*$/;

/** Charges of networks, levies, metering, certificates and services that are billed by the amount of a supply. */
const CHARGE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${[
    String.raw`co2[- ]?(?:abgabe|bepreisung|charge|cost|kosten|levy|preis|price|steuer|tax|umlage)\w*|eeg|kwkg?|behg|guarantees? of origin|garanti\w+ (?:de |d')origen?`,
    String.raw`netz(?!bezug|strom)\w*|konzession\w*|\w*abgaben?|\w*umlagen?|\w*aufschl[ae]ge?|\w*entgelte?|messstelle\w*|blind\w*|transport\w*`,
    "network|grid|transmission|distribution|capacity|balancing|surcharges?|reactive|carbon (?:charge|levy|price|tax)|renewables? obligation|duos|tnuos|bsuos|cfd|feed-?in tariffs?|haulage|freight|fees?|discounts?|rebates?",
    "redes|distribucion|acceso|atr|reactiva|recargos?|descuentos?|bono social|vertedero",
    String.raw`reseau\w*|ticfe|ticgn|tcfe|cee|capacite|stockage|remises?|tgap`,
    String.raw`rete|distribuzione|dispacciamento|perequazione|arim|asos|scont[oi]|reattiva|trasport\w*`,
    "rede|distribuicao|reativa|descontos?|tgr|xarxa|acces|descomptes?",
  ].join("|")})(?![\p{L}\d])`,
  "u",
);

/** Waste water is billed by the water that was supplied. */
const SEWAGE =
  /(?:ab|schmutz|niederschlags)wasser\w*|\bkanal\w*|\bwaste ?water\w*|\bsewage\b|\bsewer\w*|\bdrainage\b|\beffluent\b|\balcantarillado\b|\bsaneamiento\b|\bdepuracion\b|\bvertidos?\b|\bassainissement\b|\beaux? usees?\b|\bepuration\b|\bfognatura\b|\bdepurazione\b|\bacque reflue\b|\bsaneamento\b|\besgotos?\b|\bdrenagem\b|\baguas residua(?:is|les)\b|\bclavegueram\b|\bsanejament\b|\bdepuracio\b|\baigues residuals\b/;

const SOLAR = /\b(?:solar|photovolta\w*|fotovolta\w*|pv)\b/;
/** In these the word for a production is part of a supply. */
const SUPPLIED = /\bgeneration (?:charge|service|supply)\b|\bfeed-?in tariffs?\b|\berneuerbar\w*\b/;
const REVERSAL =
  /\b(?:revers\w*|cancel\w*|corrections?|corrected|rectif\w*|regulari[sz]\w*|adjust\w*|refund\w*|storno\w*|storniert\w*|korrektur\w*|ruckrechnung|anulac\w*|anulad\w*|anul·?lac\w*|annul\w*|abonos?|ajuste?s?|avoir|rettific\w*|conguaglio|estorno\w*|correc\w*|credit of estimate)\b/;

/** "Medium voltage" is no average, and a place alone no comparison. */
const PLACE =
  /\b(?:medi[ao]|mittel|medium|moyenne|mitjana) ?(?:tensio\w*|tensao|tension\w*|spannung\w*|voltage)|\b(?:region\w*|national|zona|haushalt\w*|households?|foyers?|hogar(?:es)?)\b/g;

/** By the folded words of a line, and whether its amount is below zero. */
export function kindOf(text: string, category: Category | null, isNegative: boolean): Kind {
  const words = text.replace(INCLUDED, "").replace(PLACE, "");
  const isEnergy = category === "electricity" || category === "gas";
  const isProduced = says(words, "exported") || (isNegative && SOLAR.test(words));
  if (isEnergy && isProduced && (isNegative || !SUPPLIED.test(words))) return "exported";
  if (says(words, "tax") || CHARGE.test(words) || (category === "water" && SEWAGE.test(words))) return "levy";
  if (isNegative) return "consumption";
  if (isOfOtherSupply(words, category)) return "other";
  return says(words, "year", "comparison") && !says(words, "billed") ? "other" : "consumption";
}

const SUPPLIES: ReadonlySet<Category | null> = new Set(["electricity", "gas", "water"]);

/** An invoice may have electricity and gas. */
function isOfOtherSupply(words: string, category: Category | null): boolean {
  const { category: own, uncertain } = classify(words);
  return SUPPLIES.has(category) && SUPPLIES.has(own) && own !== category && !uncertain;
}

/** Takes an earlier amount back, which is that of the same period unless words name another one. */
export const isReversal = (words: string): boolean => REVERSAL.test(words) && !says(words, "comparison");

const METER =
  /\b(?:meter|zahler|zahlpunkt|contador|compteur|contatore|comptador|tramo|tranche|scaglione|bloque?|block|tier|escalao|stufe|tram|fascia|step|band)\D{0,12}(\w*\d\w*)/;
const SITE =
  /\b(?:site|building|standort|gebaude|abnahmestelle|suministro|edificio|planta|sede|batiment|local|loc|pod|pdl|pce)\W{1,3}([a-z]|\w*\d\w*)\b/;
const DAY = /\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b/g;

/** Words that tell apart lines with equal amounts: the period of a tariff, a meter, days. */
export function marksOf(words: string): string[] {
  return [
    partIn(words),
    METER.exec(words)?.[1] ?? null,
    SITE.exec(words)?.[1] ?? null,
    ...(words.match(DAY) ?? []),
  ].filter((mark) => mark !== null);
}
