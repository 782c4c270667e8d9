import { create } from "@bufbuild/protobuf";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import type { LibraryFactor } from "../catalogue/factor.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { lookUpLibrary } from "./lookup/library.ts";
import type { Lookup } from "./lookup/lookup.ts";
import { resolveInLibrary } from "./resolve-library.ts";
import { yearEnd } from "./years.ts";

interface LibraryKey {
  category: string;
  key: string;
  country: string;
}

/** Properties of a fuel convert between these. */
const OF_FUELS = ["kg", "l", "kWh"];

/** The dimensions of the accepted units. Units of one dimension convert, so the check of one unit is sufficient. */
export function acceptedDimensions(snapshot: Snapshot, libraryKey: LibraryKey): Set<string> {
  // Uses the selection itself, so that the offered units are exactly the accepted ones.
  const lookup = lookUpLibrary(create(LibrarySelectorSchema, libraryKey));
  const published = publishedFactors(snapshot, lookup);
  const converted = "fuel" in lookup && lookup.fuel !== undefined ? OF_FUELS : [];
  const codes = new Set([...published.map(({ unit }) => unit), ...converted]);
  const units = [...codes].flatMap((code) => snapshot.unitsByCode.get(code) ?? []);
  const unitByDimension = new Map(units.map((unit) => [unit.dimension, unit.code]));
  // A unit that is accepted in one year is offered. The latest year is the most likely one.
  const years = [...new Set(published.map(({ year }) => year))].sort((a, b) => b - a);
  const fits = [...unitByDimension].filter(([, unit]) =>
    years.some((year) => resolveInLibrary(snapshot, { lookup, unit, day: yearEnd(`${year}`) }).factor),
  );
  return new Set(fits.map(([dimension]) => dimension));
}

/** All factors with one of the keys, in any region. */
function publishedFactors({ factors }: Snapshot, lookup: Lookup): readonly LibraryFactor[] {
  if ("failureCode" in lookup) return [];
  return lookup.steps.flatMap(
    ({ category, scheme, key }): readonly LibraryFactor[] => factors.get(factorKey(category, scheme, key)) ?? [],
  );
}
