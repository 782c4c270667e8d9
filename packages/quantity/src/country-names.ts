/** Languages whose names of countries are understood. */
const LANGUAGES = ["en", "es", "fr", "de", "it", "pt", "ca", "nl", "pl"];

/** Names and codes that people write, and that neither ISO 3166 nor the runtime has. English, Spanish and French first. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  AE: ["UAE", "EAU", "Emiratos Árabes", "Emiratos", "Émirats"],
  BA: ["Bosnia", "Bosnie"],
  BY: ["Bielorrusia", "Biélorussie"],
  CD: ["Democratic Republic of the Congo", "República Democrática del Congo", "RDC", "RD Congo"],
  CH: ["Confederación Helvética"],
  CI: ["Ivory Coast", "Costa de Marfil", "Elfenbeinküste"],
  CV: ["Cabo Verde", "Cap-Vert"],
  CZ: ["Czech Republic", "República Checa", "República Txeca", "République tchèque", "Tschechische Republik"],
  DO: ["República Dominicana", "République dominicaine"],
  GB: [
    ...["UK", "Great Britain", "England", "Scotland", "Wales", "Northern Ireland"],
    ...["Gran Bretaña", "Inglaterra", "Escocia", "Gales", "Irlanda del Norte", "Gran Bretanya"],
    ...["Grande-Bretagne", "Angleterre", "Écosse", "Pays de Galles", "Irlande du Nord"],
    ...["Großbritannien", "Schottland", "Nordirland", "Gran Bretagna", "Inghilterra", "Scozia", "Galles"],
    ...["Irlanda del Nord", "Grã-Bretanha", "Escócia", "Groot-Brittannië", "Anglia", "Szkocja"],
  ],
  // The code of the European Union for Greece.
  GR: ["EL", "Hellas"],
  IE: ["Eire", "Republic of Ireland", "República de Irlanda", "République d'Irlande"],
  IR: ["Irán"],
  KR: ["South Korea", "Corea", "Corea del Sur", "Corée du Sud", "Republic of Korea", "República de Corea"],
  MD: ["Moldavia", "Moldavie"],
  MK: ["Macedonia", "Macédoine"],
  MM: ["Burma", "Birmania", "Birmanie"],
  NL: ["Holland", "Holanda", "Hollande", "Olanda", "The Netherlands"],
  QA: ["Qatar"],
  RU: ["Russian Federation", "Federación de Rusia", "Fédération de Russie"],
  SA: ["Arabia Saudita", "Arabia Saudí"],
  SZ: ["Swaziland", "Suazilandia"],
  TL: ["East Timor", "Timor Oriental"],
  TR: ["Turkey", "Turquía"],
  TW: ["Taiwan"],
  US: [
    ...["USA", "United States of America", "EEUU", "EE.UU.", "EE. UU.", "EUA"],
    ...["Estados Unidos de América", "États-Unis d'Amérique"],
  ],
  VA: ["Vatican", "Vaticano"],
  VN: ["Viet Nam", "Vietnam"],
  // No code of ISO 3166, but that of the European Union and of most sources.
  XK: ["Kosova", "Republic of Kosovo", "República de Kosovo"],
};

let names: readonly Intl.DisplayNames[] | null = null;

/** Names of a country in nine languages, by its alpha-2 code. */
export function countryNames(code: string): readonly string[] {
  names ??= LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }));
  return [...new Set([...names.flatMap((one) => one.of(code) ?? []), ...(USUAL[code] ?? [])])];
}
