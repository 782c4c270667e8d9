import { useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";
import { LOCALES } from "./file.ts";

type LocaleName = "numeric_locale" | "date_locale";

/** A file often tells by itself how numbers and days are written; the choice decides when it does not. */
export function LocaleChoice({ name, value }: { name: LocaleName; value: string }) {
  const { say } = useTexts();
  const options = LOCALES.map((locale) => ({ value: locale, text: sampleOf(name, locale) }));
  return (
    <Choice
      label={say(`imports.${name}`)}
      name={name}
      value={value}
      options={[{ value: "", text: say("imports.detected") }, ...options]}
    />
  );
}

function sampleOf(name: LocaleName, locale: string): string {
  const tag = locale.replace("_", "-");
  const sample =
    name === "numeric_locale"
      ? new Intl.NumberFormat(tag, { useGrouping: true, minimumFractionDigits: 2 }).format(12345.67)
      : new Intl.DateTimeFormat(tag, { dateStyle: "short", timeZone: "UTC" }).format(new Date("2026-12-31T00:00:00Z"));
  return `${sample} (${tag})`;
}
