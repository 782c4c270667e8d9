import { readCsv, text } from "../load/csv.ts";
import { placeFile } from "./catalogue-files.ts";
import { placeName } from "./name.ts";

/** A part of a country, by the code that its cities have. */
export interface Area {
  /** Empty for all. */
  country: string;
  /** Code of a state, as `subdivision` of the places has it. Empty for all. */
  state: string;
}

/** Parts of countries by name or abbreviation, for comparison. Several countries have a "PA". */
export async function readStates(): Promise<ReadonlyMap<string, readonly Area[]>> {
  const states = new Map<string, Area[]>();
  for (const row of await readCsv(placeFile("states.csv"))) {
    const area = { country: text(row, "country"), state: text(row, "subdivision") };
    for (const name of text(row, "names").split(";").map(placeName))
      states.set(name, [...(states.get(name) ?? []), area]);
  }
  return states;
}
