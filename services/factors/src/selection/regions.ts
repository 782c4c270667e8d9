import type { Snapshot } from "../catalogue/snapshot.ts";
import { GLOBAL } from "./rules.ts";

/** From the country to everywhere; without a known country only what stands for everywhere. */
export function regionsOf({ countriesByCode }: Snapshot, code: string): string[] {
  const country = countriesByCode.get(code);
  if (country === undefined) return [GLOBAL];
  return [...new Set([country.code, country.subregion, country.region, GLOBAL])].filter(Boolean);
}
