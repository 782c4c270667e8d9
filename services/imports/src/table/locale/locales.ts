/** A locale such as `es_ES` or `es-ES`, as BCP 47; null if the runtime does not know it. */
export function localeTag(locale: string): string | null {
  const tag = locale.trim().replaceAll("_", "-");
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return null;
  try {
    const [supported] = Intl.NumberFormat.supportedLocalesOf(tag);
    return supported ?? null;
  } catch {
    return null;
  }
}

export const DECIMAL_MARKS = [".", ","] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

export const DATE_ORDERS = ["day_first", "month_first", "year_first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Numbers with Latin digits, whatever digits the locale prefers. */
export function decimalMarkOf(locale: string): DecimalMark | null {
  const tag = localeTag(locale);
  if (tag === null) return null;
  const parts = new Intl.NumberFormat(tag, { numberingSystem: "latn" }).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
}

export function dateOrderOf(locale: string): DateOrder | null {
  const tag = localeTag(locale);
  if (tag === null) return null;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "short", numberingSystem: "latn", calendar: "gregory" });
  const first = format.formatToParts(0).find(({ type }) => ["day", "month", "year"].includes(type))?.type;
  if (first === "year") return "year_first";
  return first === "month" ? "month_first" : "day_first";
}
