/** The meaning that a number format gives to a number. */
export type FormatKind = "number" | "percent" | "date" | "month";

const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
] as const;
const BUILT_IN_PERCENTS = [9, 10];
/** `mmm-yy`. */
const BUILT_IN_MONTH = 17;

/** Formats that every workbook has without naming them (ECMA-376 part 1, 18.8.30). */
export function builtInKind(id: number): FormatKind {
  if (id === BUILT_IN_MONTH) return "month";
  if (BUILT_IN_DATES.some(([first, last]) => first <= id && id <= last)) return "date";
  return BUILT_IN_PERCENTS.includes(id) ? "percent" : "number";
}

/** Literals, colours, conditions and locales of a format. Elapsed times such as `[h]` are numbers. */
const NOT_CODE = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;

export function kindOfFormat(code: string): FormatKind {
  if (/\[(h+|m+|s+)\]/i.test(code)) return "number";
  const first = code.replace(NOT_CODE, "").split(";")[0] ?? "";
  if (first.includes("%")) return "percent";
  if (/^general$/i.test(first.trim())) return "number";
  if (/m/i.test(first) && /y/i.test(first) && !/[dhs]/i.test(first)) return "month";
  return /[ymdhs]/i.test(first) ? "date" : "number";
}
