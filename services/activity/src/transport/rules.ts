import { type Check, missing, placed, unknown, violation } from "@emissions/kit/wire/checks";
import type { CheckContext, Lookups } from "../records/kind.ts";
import { checkCombinations, DO_NOT_KNOW } from "./combinations.ts";
import { checkMeasured, type RouteLookups } from "./legs.ts";
import { type Route, type Section, sectionsOf } from "./row.ts";

const MASS = "mass";

/** The rules between fields of each section. */
export const checkSections = (route: Route): Check[] =>
  sectionsOf(route).flatMap((section, at) => placed(checkDistance(section), "body", "sections", at));

/** Either kilometres, or both places. Kilometres replace the distance between the places. */
function checkDistance({ transportType, kmsManual, origin, destination }: Section): Check[] {
  const isUnknown = transportType === DO_NOT_KNOW;
  const msg = "not for do_not_know, whose mode follows from the places";
  if (kmsManual !== null) return isUnknown ? [violation("kms_manual", "value_error.distance_source", msg)] : [];
  if (origin === null && destination === null && !isUnknown) return [missing("kms_manual")];
  return [...(origin === null ? [missing("origin")] : []), ...(destination === null ? [missing("destination")] : [])];
}

export function checkLookups(route: Route, lookups: Lookups & RouteLookups, { inBatch }: CheckContext): Check[] {
  checkMeasured(route, lookups);
  return [...checkUnit(route, lookups), ...checkCombinations(route, lookups, inBatch)];
}

function checkUnit({ unitId }: Route, { units }: Lookups): Check[] {
  if (unitId === "") return [];
  const unit = units.get(unitId);
  if (unit === undefined) return [unknown("unit_id")];
  return unit.dimension === MASS ? [] : [violation("unit_id", "value_error.unit_not_allowed", "not a unit of mass")];
}
