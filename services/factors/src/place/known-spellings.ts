import type { Places } from "./places.ts";
import { type Spellings, spellings } from "./spelling.ts";

const known = new WeakMap<Places, Spellings>();

/** Of all names of cities, made on the first use. */
export function spellingsOf(places: Places): Spellings {
  const { cities, exonyms, municipalities } = places;
  const made = known.get(places) ?? spellings([cities, exonyms, municipalities].flatMap(named));
  known.set(places, made);
  return made;
}

const named = (names: ReadonlyMap<string, readonly number[]>) =>
  [...names].flatMap(([name, indexes]) => indexes.map((index) => ({ name, index })));
