const DAYS = {
  days: ["days?", "dias?", "tagen?", "jours?", "giorni", "dies"],
  weeks: ["weeks?", "semanas?", "wochen", "semaines?", "settimane", "setmanes"],
  months: ["months?", "mes(?:es)?", "monate?n?", "mois", "mesi", "mesos"],
  quarters: ["quarters?", "trimestres?", "quartale?n?", "trimestri"],
  years: ["years?", "anos?", "jahren?", "ans?", "annees?", "anni", "anys?"],
} as const;
const DAYS_OF = { days: 1, weeks: 7, months: 30.4, quarters: 91, years: 365 } as const;

/** Numbers from 13 on, and those of half years and years, in the languages that are read. */
const NUMBERS: readonly (readonly [number, string])[] = [
  [2, "two|dos|zwei|deux|due|dois|dues"],
  [3, "three|tres|drei|trois|tre"],
  [6, "six|seis|sechs|sei|sis"],
  [12, "twelve|doce|zwolf|douze|dodici|doze|dotze"],
  [13, "thirteen|trece|dreizehn|treize|tredici|treze|tretze"],
  [14, "fourteen|catorce|vierzehn|quatorze|quattordici|catorze"],
  [15, "fifteen|quince|funfzehn|quinze|quindici"],
  [18, "eighteen|dieciocho|achtzehn|dix-huit|diciotto|dezoito|divuit"],
  [24, "twenty-?four|veinticuatro|vierundzwanzig|vingt-quatre|ventiquattro|vinte e quatro|vint-i-quatre"],
];
const NUMBER = String.raw`\d{1,3}|${NUMBERS.map(([, words]) => words).join("|")}`;
const WORDS_BETWEEN = "(?:[ -](?:ultim[oa]s|letzten|derniers|dernieres|last|past|vergangenen))?";
const SPAN = new RegExp(
  String.raw`(?<![\p{L}\d.,])(${NUMBER})${WORDS_BETWEEN}[ -](?:${Object.entries(DAYS)
    .map(([unit, words]) => `(?<${unit}>${words.join("|")})`)
    .join("|")})(?![\p{L}\d])`,
  "gu",
);

/** Words for amounts of one period. */
const PERIODS: Record<keyof typeof RATE_DAYS, string> = {
  week: String.raw`semanal(?:es)?|weekly|wochen\w+|wochentlich\w*|hebdomadaires?|settimanal[ei]|setmanal`,
  twoMonths: "bimestral(?:es)?|bimensual(?:es)?|bimonthly|bimestriel(?:le)?|bimestral[ei]",
  quarter: String.raw`trimestral(?:es|[ei])?|(?:del |este )?trimestre|quarterly|quarter|quartal\w*|vierteljahr\w*|trimestriel(?:le)?`,
  halfYear: String.raw`semestral(?:es|[ei])?|semestre|half-?year\w*|halbjahr\w*|semestriel(?:le)?`,
};
const RATE_DAYS = { week: 7, twoMonths: 61, quarter: 91, halfYear: 182 } as const;
const PERIOD = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${Object.entries(PERIODS)
    .map(([name, words]) => `(?<${name}>${words})`)
    .join("|")})(?![\p{L}\d])`,
  "u",
);

/** Whether folded words name the period of an amount: "weekly usage". */
export const isRate = (words: string): boolean => PERIOD.test(words);

/** Days of the longest period that folded words name: "the last 14 months" has 426. Zero without one. */
export function spanIn(words: string): number {
  const rate = Object.entries(PERIOD.exec(words)?.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
  let longest: number = rate === undefined ? 0 : RATE_DAYS[rate as keyof typeof RATE_DAYS];
  for (const { 1: number, groups } of words.matchAll(SPAN)) {
    const count = countOf(number!);
    const unit = Object.keys(DAYS_OF).find((name) => groups?.[name] !== undefined) as keyof typeof DAYS_OF;
    longest = Math.max(longest, count * DAYS_OF[unit]);
  }
  return longest;
}

/** Digits, or one of the words. */
const countOf = (number: string): number =>
  Number(number) || (NUMBERS.find(([, words]) => new RegExp(`^(?:${words})$`, "u").test(number))?.[0] ?? 0);
