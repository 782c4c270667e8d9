import { create } from "@bufbuild/protobuf";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { UnitRow } from "../catalogue/queries.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { today } from "../day.ts";
import { resolveInLibrary } from "./in-library.ts";
import { lookUpLibrary } from "./lookup/library.ts";
import type { Lookup } from "./lookup/lookup.ts";

interface Asked {
  category: string;
  key: string;
  country: string;
}

/** The dimensions that a quantity may be of. Units of one dimension convert, so one speaks for all. */
export function acceptedDimensions(snapshot: Snapshot, asked: Asked): Set<string> {
  // Asks selection itself, so that what is offered is what will be accepted.
  const lookup = lookUpLibrary(create(LibrarySelectorSchema, asked));
  const speakers = new Map(publishedUnits(snapshot, lookup).map((unit) => [unit.dimension, unit.code]));
  // Whether there is a factor does not depend on the day.
  const fits = [...speakers].filter(([, unit]) => resolveInLibrary(snapshot, { lookup, unit, day: today() }).factor);
  return new Set(fits.map(([dimension]) => dimension));
}

/** Units of the factors under the keys, wherever they apply. */
function publishedUnits({ factors, unitsByCode }: Snapshot, lookup: Lookup): UnitRow[] {
  if ("failureCode" in lookup) return [];
  const found = lookup.steps.flatMap(
    ({ category, scheme, key }): readonly LibraryFactor[] => factors.get(factorKey(category, scheme, key)) ?? [],
  );
  return [...new Set(found.map(({ unit }) => unit))].flatMap((code) => unitsByCode.get(code) ?? []);
}
