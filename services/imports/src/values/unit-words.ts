import { NAMES_OF_UNITS } from "./catalogue/names-of-units.ts";
import { textKey } from "./text-key.ts";

/** Words of a scale, in the languages of files. `miles` means thousands in Spanish alone. */
const SCALES: Readonly<Record<string, readonly string[]>> = {
  "1000": (
    "thousand thousands k '000 ’000 000 000s 1000 1.000 1,000 x1000 mil milers milhares milhar milliers tausend tsd migliaia tys " +
    "tysiecy tysiace duizend duizenden tusen tusental"
  ).split(" "),
  "1000000":
    "million millions millones milions milhoes millionen mio mln mn milioni miljoen miljoenen miljoner miliony milionow".split(
      " ",
    ),
  "1000000000": "bn mrd milliarden milliards miliardi miljard".split(" "),
  "100000": "lakh lakhs".split(" "),
  "10000000": "crore crores".split(" "),
  "0.01": "cent cents cts ct centimo centimos centims centimes centesimi pence pennies grosze".split(" "),
};
const scaleOfWord = new Map(Object.entries(SCALES).flatMap(([scale, words]) => words.map((word) => [word, scale])));
/** Abbreviations may end in a point: `Tsd.` */
export const scaleOf = (word: string): string | null =>
  scaleOfWord.get(word.toLowerCase()) ?? scaleOfWord.get(textKey(word)) ?? null;

/** Either statute miles or Spanish thousands. */
export const isMiles = (text: string): boolean => textKey(text) === "miles";

/** Names of units that say nothing in a header: a number of anything. */
const GENERIC = new Set(
  "unit units unidad unidades unitat unitats ud uds u pc pcs piece pieces pieza piezas item items".split(" "),
);
/** Divisors of rates, besides units and things. */
const DIVISORS = new Set(
  (
    "employee empleado persona person people capita head fte mitarbeiter personne salarie collaborateur dipendente empregado " +
    "night noche nacht nuit notte room habitacion zimmer guest huesped vehicle vehiculo trip viaje kwp m2 ha"
  ).split(" "),
);
export const isDivisor = (text: string): boolean =>
  isCount(text) || DIVISORS.has(textKey(text).replace(/(?<=[a-z]{3})e?s$/, ""));

/** Names of units and their plurals. */
const units = new Set<string>();
for (const name of Object.entries(NAMES_OF_UNITS).flatMap(([code, names]) => [code, ...names])) {
  const key = textKey(name);
  for (const one of [key, `${key}s`, `${key}es`]) if (!GENERIC.has(one)) units.add(one);
}

export const isCount = (text: string): boolean => GENERIC.has(textKey(text));
export const isUnit = (text: string): boolean => units.has(textKey(text.replace(/\.$/, "")));

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const CURRENCY_WORDS = new Map(
  Object.entries({
    EUR: ["euro", "euros", "eur"],
    USD: ["usd", "us$", "dollars us", "us dollar", "us dollars", "dolares estadounidenses"],
    GBP: ["gbp", "pounds sterling", "libras esterlinas"],
    $: ["dollar", "dollars", "dolar", "dolares", "dolars"],
    CAD: ["c$", "ca$", "cad$"],
    AUD: ["a$", "au$", "aud$"],
    BRL: ["r$", "reais"],
    PLN: ["zl", "zł", "zloty", "zlotych"],
    CZK: ["kc", "kč"],
    kr: ["kr", "kronor", "kroner", "kronur"],
    CHF: ["sfr", "franken"],
  }).flatMap(([code, words]) => words.map((word) => [word, code] as const)),
);

/** The code or the sign of a currency. Codes are in capitals: `All` is no Albanian lek. */
export function currencyOf(text: string): string | null {
  const written = text.trim();
  if (CODES.has(written) || /^\p{Sc}$/u.test(written)) return written;
  return CURRENCY_WORDS.get(textKey(written)) ?? null;
}

/** Codes that a sign may mean. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  "€": ["EUR"],
  "£": ["GBP"],
  $: "USD CAD AUD NZD MXN SGD HKD CLP COP ARS TWD BRL UYU DOP JMD TTD BBD BMD BSD BZD FJD GYD KYD LRD NAD SBD SRD XCD".split(
    " ",
  ),
  "¥": ["JPY", "CNY"],
  "₹": ["INR"],
  "₽": ["RUB"],
  "₺": ["TRY"],
  "₩": ["KRW"],
  "₪": ["ILS"],
  "₴": ["UAH"],
  "₫": ["VND"],
  "₦": ["NGN"],
  "₱": ["PHP"],
  "฿": ["THB"],
  kr: ["SEK", "NOK", "DKK", "ISK"],
};
/** Codes of a code or a sign; empty for an unknown sign. */
export const codesOf = (currency: string): readonly string[] =>
  SIGNS[currency] ?? (CODES.has(currency) ? [currency] : []);

const MONEY = new Set(
  (
    "cost costs price spend expense expenses fee coste costes costo costos precio precios importe importes gasto gastos " +
    "preu preus import despesa preco custo montant prix cout betrag preis kosten entgelt prezzo importo spesa " +
    "subtotal facturado facturat fatura facture rechnungsbetrag gesamtbetrag nettobetrag bruttobetrag rechnungssumme ttc iva " +
    "bedrag kosten prijs kwota koszt cena belopp kostnad pris"
  ).split(" "),
);
/** Words of money, such as `Importe`. `Amount` and `total` may be anything. */
export const isMoneyWord = (word: string): boolean => MONEY.has(textKey(word));

/** Names of money of several words. */
export const isMoneyName = (text: string): boolean =>
  /\bbase imponible\b|\bimponibile\b|\bnet amount\b|\bamount (?:due|payable|billed|charged)\b/iu.test(
    text.replaceAll("_", " "),
  );

const PRICE =
  /\b(?:unit|per[- ]unit|average|avg)\s+(?:price|cost)\b|\bpreci?os?\s+(?:unitario|medio|por)\b|\b(?:price|precio|preu|prix|preis|prezzo)\s*(?:\/|per|por|par|je|pro|al)\b|\bcoste?\s+(?:unitario|por)\b|\beinzelpreis\b|\bstückpreis\b|\bprix\s+unitaire\b|\bpreu\s+unitari\b/iu;
export const isPrice = (text: string): boolean => PRICE.test(text.replaceAll("_", " "));

/** Mass of emissions is a result, not an activity. */
export const isEmission = (text: string): boolean =>
  /\b(?:k?g|t)?co\s?2|co₂|\bghg\b|\bgei\b|huella de carbono|\bemissions?\b|\bemisi[oó]n(?:es)?\b|\bemissionen\b|\b[ée]missions?\b|\bemissioni\b|\bemiss[õo]es\b/iu.test(
    text.replaceAll("_", " "),
  );

/** Power is no energy, and reactive energy none that is consumed. */
export const isPower = (text: string): boolean => /^[kmg](?:w|wp|va|varh?)$/.test(textKey(text));

/** The state of a meter, from which the amount of a period is yet to be calculated. */
export const isMeterState = (text: string): boolean =>
  /\b(?:meter (?:reading|index)|reading of the meter|z[äa]hlerst[äa]nde?|meterstand|lectura (?:anterior|actual|inicial|final|del? contador)|index compteur|relev[ée] d[eu] compteur|lettura (?:iniziale|finale|precedente|attuale|contatore)|leitura (?:inicial|final|anterior|atual)|stan licznika|m[äa]tarst[äa]llning|cumulative|cumulated|acumulad[oa]|acumulat|kumuli?ert|kumulativ|cumul[ée]e?|cumulativo)\b/iu.test(
    text.replaceAll("_", " "),
  );

const TIMES = new Set(
  textKey(
    "year yr annum month week day hour año mes semana dia hora any setmana jahr monat woche tag stunde mois an jour anno mese giorno " +
      "quarter trimestre quartal period periodo periode jaar maand rok miesiac manad dag ar ano",
  ).split(" "),
);
/** A period behind a slash, as in `kWh/month`, is no unit of a rate. */
export const isTime = (text: string): boolean => TIMES.has(textKey(text).replace(/s$/, "")) || TIMES.has(textKey(text));
