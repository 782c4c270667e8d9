/** Languages whose names of months are understood in every file. No name means two months among them. */
export const MONTH_LANGUAGES = ["es", "en", "ca", "fr", "de", "pt", "it"] as const;

/** Lower case without accents and dots: "Févr." and "fevr" are the same. */
const folded = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").replaceAll(".", "").toLowerCase();

/** Forms that the runtime's data do not have. */
const MORE: Readonly<Record<string, number>> = {
  sep: 9,
  sept: 9,
  set: 9,
  setiembre: 9,
  ene: 1,
  may: 5,
  jun: 6,
  jul: 7,
};

const MONTHS: ReadonlyMap<string, number> = new Map([
  ...MONTH_LANGUAGES.flatMap((language) =>
    Array.from({ length: 12 }, (_, month) => month).flatMap((month) =>
      (["long", "short"] as const).flatMap((style) => {
        const format = new Intl.DateTimeFormat(language, { month: style, day: "numeric", timeZone: "UTC" });
        const name = format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === "month")!.value;
        // Catalan writes "de gener" and "d’abril".
        return [[folded(name).replace(/^(de |d[’'])/, ""), month + 1] as const];
      }),
    ),
  ),
  ...Object.entries(MORE),
]);

/** 1 to 12; null for another word. */
export const monthOf = (name: string): number | null => MONTHS.get(folded(name)) ?? null;
