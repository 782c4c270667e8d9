import { UNNAMED_CURRENCY } from "../table/formats.ts";
import { NO_UNIT, shownBy } from "../values/shown.ts";
import type { Header } from "./read.ts";

/** The header with the unit that all numbers of its column are shown with, if its name states none. */
export function withShown(header: Header, units: readonly string[]): Header {
  const [unit = NO_UNIT, ...others] = units;
  if (unit === NO_UNIT || unit === UNNAMED_CURRENCY || others.length > 0) return header;
  const shown = shownBy(unit);
  if (shown === null || shown.isRate || header.unit !== null || header.isPercent) return header;
  const { isMoney, isMiles } = shown;
  return { ...header, unit, isMoney, isMiles, saysMoney: isMoney, isShown: true };
}
