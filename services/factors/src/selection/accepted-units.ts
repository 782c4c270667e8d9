import { create } from "@bufbuild/protobuf";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { UnitRow } from "../catalogue/queries.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { today } from "../day.ts";
import { lookUpLibrary } from "./lookup/library.ts";
import type { Lookup } from "./lookup/lookup.ts";
import { resolveInLibrary } from "./resolve-library.ts";

interface LibraryKey {
  category: string;
  key: string;
  country: string;
}

/** The dimensions of the accepted units. Units of one dimension convert, so the check of one unit is sufficient. */
export function acceptedDimensions(snapshot: Snapshot, libraryKey: LibraryKey): Set<string> {
  // Uses the selection itself, so that the offered units are exactly the accepted ones.
  const lookup = lookUpLibrary(create(LibrarySelectorSchema, libraryKey));
  const unitByDimension = new Map(publishedUnits(snapshot, lookup).map((unit) => [unit.dimension, unit.code]));
  // The existence of a factor does not depend on the day.
  const fits = [...unitByDimension].filter(
    ([, unit]) => resolveInLibrary(snapshot, { lookup, unit, day: today() }).factor,
  );
  return new Set(fits.map(([dimension]) => dimension));
}

/** Units of all factors with one of the keys, in any region. */
function publishedUnits({ factors, unitsByCode }: Snapshot, lookup: Lookup): UnitRow[] {
  if ("failureCode" in lookup) return [];
  const found = lookup.steps.flatMap(
    ({ category, scheme, key }): readonly LibraryFactor[] => factors.get(factorKey(category, scheme, key)) ?? [],
  );
  return [...new Set(found.map(({ unit }) => unit))].flatMap((code) => unitsByCode.get(code) ?? []);
}
