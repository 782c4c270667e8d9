import { readFile } from "node:fs/promises";
import { placeFile } from "./catalogue-files.ts";
import { csvTable } from "./csv-table.ts";
import { placeName } from "./name.ts";

/** Names of cities besides their own. */
export interface CityNames {
  /** Cities by their names in other languages: "Londres", "Wien". */
  exonyms: ReadonlyMap<string, readonly number[]>;
  /** Exonyms that are the own name of a town where the language is spoken: "Vienne" in France. */
  contested: ReadonlySet<string>;
  /** Cities by the beginning of a longer name: "Santiago" of "Santiago de Compostela". */
  shortNames: ReadonlyMap<string, readonly number[]>;
}

/** Lists of indexes by name. */
export class NameMap extends Map<string, number[]> {
  add(name: string, index: number): void {
    const known = this.get(name);
    if (known === undefined) this.set(name, [index]);
    else if (known.at(-1) !== index) known.push(index);
  }
}

/** Columns of a row, which has no empty number and name. */
type ExonymRow = [geonamesId: string, name: string, languages: string, sources: string, ownTown: string];

/** `firstCity` is the index of the first of the cities, whose numbers of GeoNames are in their order. */
export async function readExonyms(geonames: Uint32Array, firstCity: number) {
  const table = csvTable(await readFile(placeFile("exonyms.csv")));
  const exonyms = new NameMap();
  const contested = new Set<string>();
  let city = 0;
  for (let at = 0; at < table.size; at += 1) {
    const [geonamesId, written, , , ownTown] = table.row(at) as ExonymRow;
    const name = placeName(written);
    // Both files have one order, so that one pass finds all cities.
    city = geonames.indexOf(Number(geonamesId), city);
    if (city < 0) throw new Error(`exonyms.csv: the city ${geonamesId} is missing, or not in the order of cities.csv`);
    exonyms.add(name, firstCity + city);
    if (ownTown !== "") contested.add(name);
  }
  return { exonyms, contested };
}

/** Words after which the name of a town is only told apart from others. */
const ADDITION =
  /^(.{4,}?)(?:-| \(| (?:de|del|della|di|da|do|dos|das|am|an|im|in|bei|ob|upon|on|by|under|sur|sous|en|la|le|les|aan|op|nad|pod|na) )/iu;
/** Words that name no town by themselves. */
const GENERIC: ReadonlySet<string> = new Set(
  "villa puerto ciudad santa saint sainte sankt pont port villeneuve villanueva castillo monte campo".split(" "),
);

/** The beginning of a longer name, for comparison. Null for names without an addition. */
export function shortNameOf(name: string): string | null {
  const [, beginning] = ADDITION.exec(name) ?? [];
  const short = placeName(beginning ?? "");
  return short === "" || GENERIC.has(short) ? null : short;
}
