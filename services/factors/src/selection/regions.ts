import type { Snapshot } from "../catalogue/snapshot.ts";
import { GLOBAL } from "./rules.ts";

/** From the country to `GLO`. Only `GLO` for an unknown country. */
export function regionsOf({ countriesByCode }: Snapshot, code: string): string[] {
  const country = countriesByCode.get(code);
  if (country === undefined) return [GLOBAL];
  return [...new Set([country.code, country.subregion, country.region, GLOBAL])].filter(Boolean);
}

/** The country alone. Empty for an unknown country. */
export const countryOf = ({ countriesByCode }: Snapshot, code: string): string[] =>
  countriesByCode.has(code) ? [code] : [];
