import { countryNames } from "@emissions/quantity/country-names";
import { readCsv, text } from "../load/csv.ts";
import { placeFile } from "./catalogue-files.ts";
import { placeName } from "./name.ts";

export interface Countries {
  /** Country codes by alpha-2 or alpha-3 code, and by name in nine languages. */
  countryCodes: ReadonlyMap<string, string>;
  /** UN M49 regions, which are continents, by alpha-2 code. */
  regions: ReadonlyMap<string, string>;
}

export async function readCountries(): Promise<Countries> {
  const rows = await readCsv(placeFile("../countries.csv"));
  const countryCodes = new Map<string, string>();
  const regions = new Map<string, string>();
  for (const row of rows) {
    const code = text(row, "code");
    for (const name of countryNames(code)) countryCodes.set(placeName(name), code);
    regions.set(code, text(row, "region"));
  }
  // Codes and official names are last, so that no other name hides them.
  for (const row of rows) {
    for (const column of ["name", "name_es", "name_fr", "alpha3", "code"])
      countryCodes.set(placeName(text(row, column)), text(row, "code"));
  }
  return { countryCodes, regions };
}
