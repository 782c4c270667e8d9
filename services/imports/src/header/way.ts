import { textKey } from "../values/text-key.ts";

/** The trips whose kilometres a column counts. A commute has those of one way. */
export type Way =
  /** Both ways of a trip. */
  | "round_trip"
  /** Both ways of all trips of a day. */
  | "round_trip_of_day"
  /** One way or both, of a day. */
  | "day"
  /** `Retour` is the way back, or both ways. */
  | "return"
  /** Of a week, a month or a year. */
  | "period";

const anyOf = (words: string) => new RegExp(`(?<![a-z0-9])(?:${words})(?![a-z0-9])`);

const ROUND_TRIP = anyOf(
  "round ?trips?|both ways|two ?way|there and back|return (?:trip|journey)|ida y vuelta|i/v|anada i tornada|aller retour|a/r|" +
    "hin und (?:zuruck|ruckfahrt|ruckweg)|andata e ritorno|ida e volta|heen en terug|a r|" +
    "tam i z powrotem|w obie strony|tur och retur|t/r|fram och tillbaka",
);
const RETURN = anyOf("retour|return|vuelta|tornada|ruckweg|ruckfahrt|ritorno|volta|terugreis|powrot|powrotem|retur");
const ONE_WAY = anyOf(
  "one ?way|single trip|solo ida|nomes anada|aller simple|aller|enkele? reis|w jedna strone|enkel resa|einfach[a-z]*|hinweg|hinfahrt|ida|anada|andata",
);
const PERIOD = anyOf(
  "week(?:ly|s)?|month(?:ly|s)?|years?|yearly|yr|annum|annual(?:ly)?|semanas?|semanal(?:es)?|mes(?:es)?|mensual(?:es|s)?|anos?|" +
    "anual(?:es|s)?|setman(?:a|es|als?)|anys|(?<=(?:per|par|al|l|/) ?)any?|woche[n]?|wochentlich[a-z]*|monate?|monatlich[a-z]*|" +
    "jahre?|jahrlich[a-z]*|jahreskilometer|semaines?|hebdomadaires?|mois|mensuel[a-z]*|annee|annuel[a-z]*|" +
    "quarter(?:ly|s)?|trimestr[a-z]*|quartal[a-z]*|fortnight(?:ly)?|quincena(?:l|les)?|settiman[a-z]*|mese|mensil[a-z]*|anno|annual[ei]|weken|wekelijks[e]?|maand(?:en|elijkse?)?|jaar|jaarlijkse?|tydzien|tygodni(?:a|owo|owe|owy)|miesiac|miesieczn[a-z]*|rok|rocznie|roczn[a-z]*|vecka|veckovis|manad|manadsvis|ar|arligen|semanais|mensais|anuais|(?:19|20)\\d\\d",
);
const DAY = anyOf(
  "day|daily|dias?|diari[ao]s?|diari|diaris|tag|taglich[a-z]*|jour|quotidien[a-z]*|journalier[a-z]*|giorno|giornalier[a-z]*|dag|dagelijkse?|dagligen|daglig|dzien|dziennie|dzienn[a-z]*",
);

/** Null for one way of one trip, and for a name that says nothing. */
export function wayOf(name: string): Way | null {
  const key = textKey(name);
  if (PERIOD.test(key)) return "period";
  const isOfDay = DAY.test(key);
  if (ROUND_TRIP.test(key)) return isOfDay ? "round_trip_of_day" : "round_trip";
  if (RETURN.test(key) && !ONE_WAY.test(key)) return "return";
  return isOfDay && !ONE_WAY.test(key) ? "day" : null;
}
