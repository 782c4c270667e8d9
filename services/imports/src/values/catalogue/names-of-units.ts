/** Names of units in English, Spanish and Catalan, by the code of the unit. Plurals in "s" are added. */
export const NAMES_OF_UNITS: Readonly<Record<string, readonly string[]>> = {
  kg: ["kilo", "quilo", "kilogramo", "quilogram", "quilogramo", "kilogramme", "kgs", "kgr"],
  g: ["gramo", "gramme", "gr", "grs"],
  mg: ["miligramo", "mil·ligram", "milligram"],
  t: [
    "tonne",
    "tonelada",
    "tona",
    "metric ton",
    "metric tonne",
    "tonelada metrica",
    "tm",
    "tn",
    "tns",
    "tones",
    "tonnen",
    "tonnellate",
  ],
  kt: ["kilotonne", "kilotonelada", "quilotona", "kiloton"],
  lb: ["pound", "libra", "lbs", "lliura"],
  oz: ["ounce", "onza", "unça"],
  short_ton: ["short ton", "us ton", "tonelada corta", "ton"],
  long_ton: ["long ton", "uk ton", "imperial ton", "tonelada larga", "ton"],
  kWh: [
    "kilowatt hour",
    "kilowatthour",
    "kilovatio hora",
    "kilowatt hora",
    "quilowatt hora",
    "kw h",
    "kw/h",
    "kwh (thousand watt-hours)",
  ],
  Wh: ["watt hour", "vatio hora", "watt hora"],
  MWh: ["megawatt hour", "megavatio hora", "megawatt hora", "mw h", "mwh (million watt-hours)"],
  GWh: ["gigawatt hour", "gigavatio hora", "gigawatt hora"],
  MJ: ["megajoule", "megajulio"],
  GJ: ["gigajoule", "gigajulio"],
  TJ: ["terajoule", "terajulio"],
  J: ["joule", "julio"],
  therm: ["thm", "termia britanica"],
  toe: ["tonne of oil equivalent", "tep", "tonelada equivalente de petroleo"],
  mmBtu: ["million btu", "million british thermal units", "dth", "dekatherm", "decatherm"],
  kBtu: ["thousand btu", "kbtu (thousand btu)"],
  kcal: ["kilocalorie", "kilocaloria"],
  Gcal: ["gigacalorie", "gigacaloria"],
  l: ["litre", "liter", "litro", "ltr", "ltrs", "lt", "lts", "litern", "litri"],
  kl: ["kilolitre", "kiloliter", "kilolitro"],
  ml: ["millilitre", "milliliter", "mililitro"],
  m3: [
    "cubic metre",
    "cubic meter",
    "metro cubico",
    "metre cubic",
    "metros cubicos",
    "metres cubics",
    "mc",
    "m^3",
    "kubikmeter",
  ],
  Sm3: ["standard cubic meter", "standard m3", "metro cubico estandar", "smc", "scm", "m3 (s)"],
  Nm3: ["normal cubic meter", "normal m3", "metro cubico normal", "normkubikmeter", "nmc", "m3 (n)"],
  gal_us: ["us gallon", "galon us", "galon estadounidense", "gallon", "galon", "galones", "gal"],
  gal_imp: ["imperial gallon", "uk gallon", "galon imperial", "gallon", "galon", "galones", "gal"],
  kgal_us: ["kgal", "thousand gallons", "kgal (thousand gallons) (us)"],
  kgal_imp: ["kgal", "thousand gallons", "kgal (thousand gallons) (uk)"],
  bbl: ["barrel", "barril", "barriles"],
  ft3: ["cubic foot", "cubic feet", "pie cubico", "pies cubicos", "cf"],
  ccf: ["hcf", "hundred cubic feet", "ccf (hundred cubic feet)"],
  kcf: ["mcf", "kcf (thousand cubic feet)", "mcf (thousand cubic feet)"],
  MMcf: ["mcf", "mcf (million cubic feet)"],
  scf: ["standard cubic foot", "standard cubic feet"],
  megalitre: ["megaliter", "megalitro"],
  km: ["kilometre", "kilometer", "kilometro", "quilometre", "quilometro", "chilometri", "kms"],
  m: ["metre", "meter", "metro"],
  mi: ["statute mile", "mile", "milla"],
  nmi: ["nautical mile", "milla nautica"],
  ft: ["foot", "feet", "pie"],
  tkm: ["tonne kilometre", "tonne km", "ton km", "tonelada kilometro", "t km", "t·km"],
  kgkm: ["kilogram kilometre", "kg km"],
  pkm: ["passenger kilometre", "passenger km", "pasajero kilometro", "pax km", "p km"],
  pmi: ["passenger mile"],
  teu_km: ["teu kilometre", "teu km"],
  h: ["hour", "hora", "hr", "hrs", "hores"],
  min: ["minute", "minuto", "minut", "mins"],
  d: ["day", "dia", "dies"],
  m2: ["square metre", "square meter", "metro cuadrado", "metros cuadrados", "metre quadrat", "m^2"],
  ha: ["hectare", "hectarea"],
  ft2: ["square foot", "square feet", "pie cuadrado", "pies cuadrados", "sq ft"],
  room_night: ["room night", "noche de habitacion", "noche", "nit"],
  piece: ["unit", "unidad", "unidades", "unitat", "unitats", "pieza", "item", "ud", "uds", "u", "pcs", "pc"],
  fte_hour: ["full time equivalent hour", "fte hour"],
  teu: ["twenty foot equivalent unit"],
  feu: ["forty foot equivalent unit"],
};

/**
 * The case of these texts decides: "Mg" is a tonne, and "mg" is a milligram. "Mcf" is a thousand cubic feet of the gas trade;
 * energy managers write "MCF" for a million, too.
 */
export const EXACT_UNITS: Readonly<Record<string, readonly string[]>> = { t: ["Mg"], kcf: ["Mcf"], ml: ["mL"] };

/** Endings of units of energy of a fuel, by the calorific value that they state. "Ho" and "Hu" are older German names. */
export const CALORIFIC_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  gross: ["pcs", "gcv", "hhv", "gross", "hs", "ho", "superior"],
  net: ["pci", "ncv", "lhv", "net", "hi", "hu", "inferior"],
};

/** Units that differ by case alone, by text in lower case. Programs that write capitals only mean either. */
export const CASED_UNITS: Readonly<Record<string, readonly string[]>> = { ml: ["ml", "megalitre"], mg: ["mg", "t"] };

/** Signs that mean one currency. "$" and "¥" mean several. */
export const CURRENCY_SIGNS: Readonly<Record<string, readonly string[]>> = {
  EUR: ["€", "eur", "euro", "euros"],
  GBP: ["£", "pound", "pounds", "libra", "libras"],
  USD: ["us$", "usd$", "$us"],
};
