/** Currencies by the language identifiers of Windows (MS-LCID), for signs that several countries use. */
const BY_LCID: Readonly<Record<string, string>> = {
  "401": "SAR",
  "402": "BGN",
  "404": "TWD",
  "405": "CZK",
  "406": "DKK",
  "409": "USD",
  "40D": "ILS",
  "40E": "HUF",
  "40F": "ISK",
  "411": "JPY",
  "412": "KRW",
  "414": "NOK",
  "415": "PLN",
  "416": "BRL",
  "418": "RON",
  "419": "RUB",
  "41D": "SEK",
  "41E": "THB",
  "41F": "TRY",
  "421": "IDR",
  "422": "UAH",
  "42A": "VND",
  "439": "INR",
  "804": "CNY",
  "807": "CHF",
  "809": "GBP",
  "80A": "MXN",
  "814": "NOK",
  C04: "HKD",
  C09: "AUD",
  C0C: "CAD",
  "1004": "SGD",
  "1009": "CAD",
  "100C": "CHF",
  "810": "CHF",
  "1409": "NZD",
  "1C09": "ZAR",
  "240A": "COP",
  "280A": "PEN",
  "2C0A": "ARS",
  "340A": "CLP",
  "380A": "UYU",
  "3409": "PHP",
  "4009": "INR",
  "4809": "SGD",
};
const BY_NAME: Readonly<Record<string, string>> = {
  "en-US": "USD",
  "en-CA": "CAD",
  "fr-CA": "CAD",
  "en-AU": "AUD",
  "en-NZ": "NZD",
  "en-SG": "SGD",
  "en-HK": "HKD",
  "es-MX": "MXN",
  "es-CL": "CLP",
  "es-CO": "COP",
  "es-AR": "ARS",
  "ja-JP": "JPY",
  "zh-CN": "CNY",
  "nb-NO": "NOK",
  "sv-SE": "SEK",
  "da-DK": "DKK",
};
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** Signs of one currency, whatever the locale of the numbers is. */
const OWN = /^[€£₹₽₺₩₪₴₫₦₱฿]$/u;

/** The code of a sign in the numbers of a locale. A code, a sign of one currency, and one of an unknown locale stay. */
export function currencyOfLocale(written: string, locale: string): string {
  if (written === "" || CODES.has(written) || OWN.test(written)) return written;
  // The lower four digits are the language; those above are the calendar and the digits.
  const lcid = /^[0-9a-f]+$/i.test(locale) ? locale.slice(-4).replace(/^0+/, "").toUpperCase() : "";
  return BY_LCID[lcid] ?? BY_NAME[locale] ?? written;
}
