import { CalorificBasis } from "@emissions/proto/factors/v1/selection_service";
import type { FuelProperties } from "../catalogue/energy.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { UnitRow } from "../catalogue/queries.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { conversion, type Step } from "./conversion.ts";

/** Gross or net calorific value. */
export type Basis = "gross" | "net";

/** The fuel of a selection. */
export interface Fuel {
  /** Key of the library without the suffix of the net calorific value. */
  key: string;
  basis: Basis;
  /** True if nobody said whether an energy is gross or net. */
  assumed: boolean;
}

/** Library categories whose keys are fuels. */
const FUELS = /^(vehicle_)?fuels(_upstream)?$/;
const NET = "_net_cv";
const ENERGY = "energy";
/** DESNZ publishes bioenergy per net calorific value, without a row per gross calorific value. */
const NET_GROUP = /^(WTT - b|B)ioenergy > /;

/** The fuel of a key; null for other categories. The suffix of a key says net, unless the record says gross. */
export function fuelOf({
  category,
  key,
  calorificBasis,
}: {
  category: string;
  key: string;
  calorificBasis: CalorificBasis;
}): Fuel | null {
  if (!FUELS.test(category)) return null;
  const named = key.endsWith(NET);
  const said = calorificBasis === CalorificBasis.GROSS ? "gross" : calorificBasis === CalorificBasis.NET ? "net" : null;
  return {
    key: named ? key.slice(0, -NET.length) : key,
    basis: said ?? (named ? "net" : "gross"),
    assumed: said === null && !named,
  };
}

/** The keys of a fuel: the one with the calorific value of the record first. */
export const keysOf = ({ key, basis }: Fuel): string[] => (basis === "net" ? [`${key}${NET}`, key] : [key, key + NET]);

export const isEnergy = ({ dimension }: UnitRow): boolean => dimension === ENERGY;

/** The calorific value of a factor per unit of energy. */
export const basisOf = ({ key, row }: LibraryFactor): Basis =>
  key.endsWith(NET) || NET_GROUP.test(row.groupPath) ? "net" : "gross";

/** An amount of fuel: what its unit measures, and the calorific value of an energy. */
type Amount = { unit: UnitRow; basis: Basis };

/**
 * The steps from an amount of fuel to the unit of a factor, through published calorific values and specific volumes.
 * Null if a property is not published.
 */
export function fuelSteps(snapshot: Snapshot, fuel: Fuel, { unit, to }: { unit: UnitRow; to: LibraryFactor }) {
  const properties = propertiesOf(snapshot, fuel.key);
  const toUnit = snapshot.unitsByCode.get(to.unit);
  if (properties === null || toUnit === undefined) return null;
  const there = legOf(properties, { unit, basis: fuel.basis });
  const back = legOf(properties, { unit: toUnit, basis: basisOf(to) });
  if (there === null || back === null) return null;
  const steps = [...there.map(reversed), ...back];
  // Whole ratios between the recorded unit, the units of the properties, and the unit of the factor.
  const path: Step[] = [];
  let at = unit.code;
  for (const step of steps) {
    path.push(...ratio(snapshot, at, step.fromUnit), step);
    at = step.toUnit;
  }
  return [...path, ...ratio(snapshot, at, toUnit.code)];
}

/** Properties of the key itself, or of the fuel of a class: "diesel" for "diesel/m1". */
const propertiesOf = ({ fuelProperties }: Snapshot, key: string): FuelProperties | null =>
  fuelProperties.get(key) ?? fuelProperties.get(key.split("/")[0]!) ?? null;

const ratio = ({ unitsByCode, rates }: Snapshot, from: string, to: string): Step[] =>
  conversion(unitsByCode.get(from)!, unitsByCode.get(to)!, rates, "") ?? [];

/**
 * The step from the unit that the calorific values are per, tonne or cubic metre, to the dimension of the amount.
 * Empty for that dimension itself, null without a property.
 */
function legOf(properties: FuelProperties, { unit, basis }: Amount): Step[] | null {
  const { per, litresPerT, netCalorificValue, grossCalorificValue } = properties;
  if (unit.dimension === (per === "t" ? "mass" : "volume")) return [];
  if (isEnergy(unit)) {
    const [property, value] =
      basis === "net" ? ["net_calorific_value", netCalorificValue] : ["gross_calorific_value", grossCalorificValue];
    return [stepOf(properties, { property: property!, value: value!, toUnit: per === "t" ? "GJ" : "MJ" })];
  }
  if (unit.dimension !== "volume" || litresPerT === null) return null;
  return [stepOf(properties, { property: "specific_volume", value: litresPerT, toUnit: "l" })];
}

interface Property {
  property: string;
  value: string;
  toUnit: string;
}

function stepOf(of: FuelProperties, { property, value, toUnit }: Property): Step {
  const ofVolume = toUnit === "l" || of.per === "m3";
  return {
    fromUnit: of.per,
    toUnit,
    multiplyBy: value,
    divideBy: "1",
    fuelProperty: {
      fuel: of.fuel,
      property,
      value: { value },
      unit: `${toUnit}/${of.per}`,
      source: of.source,
      year: of.sourceYear,
      conditions: ofVolume ? of.conditions : "",
    },
  };
}

const reversed = (step: Step): Step => ({
  ...step,
  fromUnit: step.toUnit,
  toUnit: step.fromUnit,
  multiplyBy: step.divideBy,
  divideBy: step.multiplyBy,
});
