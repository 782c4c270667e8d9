import type { Category } from "./document.ts";

/** Lower case without accents, for the search of words. */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Words of a category in the folded languages that are read, with weights. A category's own unit or code weighs little. */
const WORDS: Record<Category, readonly (readonly [RegExp, number])[]> = {
  recharges: [
    [/\brefrigera(?:nte|nt)s?\b/g, 4],
    [/\bf-?gas(?:es)?\b/g, 2],
    [/\br-?\d{2,4}[a-z]{0,2}\b/g, 1],
    [/\w*kaltemittel\w*|\bfrigorigenes?\b|\bfluides? frigorigenes?\b/g, 4],
  ],
  wastes: [
    [/\bresiduos?\b/g, 3],
    [/\bwastes?\b(?! ?water)/g, 3],
    [/\b(?:ler|ewc)\b/g, 2],
    [/\bgestor de residuos\b/g, 2],
    [/\w*abf[ae]ll\w*|\bentsorgung\w*(?!.*wasser)|\bdechets?\b|\brifiut[oi]\b|\bresidus?\b|\bdeixalles\b|\blixo\b/g, 3],
    [
      /\w*mull(?:abfuhr|gebuhr\w*|entsorgung)?\b|\balt(?:papier|holz|metall|ol)\b|\bbauschutt\b|\bordures menageres\b/g,
      3,
    ],
    [/\b(?:avv|cer)\b/g, 2],
  ],
  fuel_delivery: [
    [/\bgas-?oleos?\b|\bgasoil\b|\bgas oil\b/g, 4],
    [/\bheating oil\b|\bfuel oil\b|\bfueloil\b|\bkerosene\b|\bqueroseno\b/g, 4],
    [/\bdiesel\b|\bgasolinas?\b|\bpetrol\b|\badblue\b/g, 3],
    [/\bpropanos?\b|\bpropane\b|\bbutanos?\b|\bbutane\b|\bglp\b|\blpg\b/g, 3],
    [/\bbiodiesel\b|\bhvo\b|\bpellets?\b/g, 3],
    [/\bheizol\b|\bfioul\b|\bgazole\b|\bgasolio\b/g, 4],
    [
      /\bdieselkraftstoff\b|\bsuper e(?:5|10)\b|\bgasoli\b|\bkraftstoffe?\b|\bcarburants?\b|\bcarburante\b|\bsans plomb\b|\bmazout\b|\bessence sp\d*\b/g,
      3,
    ],
    [/\bbenzina?\b|\bflussiggas\b|\bgpl\b|\b(?:holz)pellets\b|\bgranules de bois\b/g, 3],
  ],
  gas: [
    [/\bgas natural\b|\bnatural gas\b/g, 4],
    [/\b(?:termino|factura|suministro|consumo) (?:de |del )?gas\b/g, 2],
    [/\bgas (?:bill|invoice|supply|consumption|usage|meter)\b/g, 3],
    // A fluorinated gas, and gas oil, are other categories.
    [/(?<![\w-])ga[sz](?! ?(?:oil|refriger|fluor)|-?oleo)\b/g, 1],
    [/\bgas(?:preis|grund\w*|arbeits\w*|bezug|lieferung|versorgung|netz\w*)\b|\bticgn\b|\batrd\b/g, 3],
    [/\berdgas\w*|\bgaz naturel\b|\bgas naturale\b/g, 4],
    [
      /\bgasrechnung\b|\bgasverbrauch\b|\b(?:facture|consommation) (?:de )?gaz\b|\b(?:bolletta|fornitura|consumo) gas\b/g,
      3,
    ],
  ],
  water: [
    [/\bagua potable\b|\babastecimiento\b|\bsuministro de agua\b|\bconsumo de agua\b/g, 3],
    [/\bagua\b/g, 2],
    [/\bwater\b/g, 2],
    [
      /\btrinkwasser\w*|\bwasserverbrauch\b|\bwasserrechnung\b|\beau potable\b|\bacqua potabile\b|\baigua potable\b/g,
      3,
    ],
    [/\b(?:ab|frisch|kalt|schmutz|warm)?wasser(?!kraft|stoff)\w*|\beaux?\b|\bacqua\b|\bacquedotto\b|\baigua\b/g, 2],
  ],
  electricity: [
    [/\belectricidad\b|\belectricity\b/g, 3],
    [/\benergia electrica\b|\belectrical energy\b|\benergia activa\b|\bactive energy\b/g, 3],
    [/\bpotencia (?:contratada|facturada)\b|\bcontracted power\b/g, 2],
    [
      /\belectric[oa]?s?\b|\belectri(?:cs|ques?)\b|\belettric[oaie]\b|\beletric[oa]s?\b|\bluz\b|\bllum\b|\bluce\b|\bstrom(?!kennz)\w*|\belektrizitat\w*|\belectricite\b|\belettricita\b|\beletricidade\b|\belectricitat\b/g,
      3,
    ],
    [/\benergie electrique\b|\benergia elettrica\b|\benergia eletrica\b|\bwirk(?:arbeit|energie)\b/g, 3],
    [/\b(?:energie active|energia attiva|energia ativa)\b|\w+strom\b|\bcorrent\b|\bcorriente electrica\b/g, 3],
    [/\bpotenza impegnata\b|\bpuissance souscrite\b|\bpotencia contractada\b/g, 2],
  ],
};

/** A bill of electricity and gas. */
const POWER =
  "(?:electricidad|luz|electricity|strom|electricite|luce|energia elettrica|e?letricidade|electricitat|llum)";
const GAS = "(?:gas|gaz|erdgas)";
const AND = String.raw`\s*(?:y|and|und|et|ed?|i|&|\+|\/)\s*(?:de |d')?`;
const DUAL = new RegExp(
  String.raw`\b(?:factura|bill|invoice|rechnung|facture|bolletta|fatura)\b.*\b(?:${POWER}${AND}${GAS}|${GAS}(?: natural)?${AND}${POWER})\b`,
);

/** Occurrences beyond this add nothing, so that a repeated heading does not decide. */
const OCCURRENCES_MAX = 3;

export interface Classification {
  category: Category | null;
  /** The second best category scores nearly as much. */
  uncertain: boolean;
}

/** The category whose words occur most. A refrigerant is named a gas, and wastes can be oils, so their words weigh more. */
export function classify(text: string): Classification {
  const words = folded(text);
  const scores = (Object.keys(WORDS) as Category[])
    .map((category) => ({ category, score: scoreOf(words, category) }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scores as [(typeof scores)[0], (typeof scores)[0]];
  if (best.score === 0) return { category: null, uncertain: true };
  return { category: best.category, uncertain: second.score * 3 > best.score * 2 || DUAL.test(words) };
}

const scoreOf = (words: string, category: Category): number =>
  WORDS[category].reduce(
    (sum, [word, weight]) => sum + weight * Math.min(words.match(word)?.length ?? 0, OCCURRENCES_MAX),
    0,
  );
