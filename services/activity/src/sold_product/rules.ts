import { isId } from "@emissions/kit/process/id";
import { type Check, missing, placed, unknown, violation } from "@emissions/kit/wire/checks";
import {
  SoldProductEnergySchema,
  SoldProductStageSchema,
  SoldProductValuesSchema,
  type SoldProductValues as ValuesMessage,
} from "@emissions/proto/activity/v1/sold_product_service";
import { FuelPurpose, type LibraryFuel } from "@emissions/proto/factors/v1/facility_catalogue_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { type LibraryVehicleFuel, VehicleEnergy } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { valuesChecker } from "../records/checks.ts";
import { valueColumns, valuesReader } from "../records/columns.ts";

export interface Energy {
  quantity: string;
  unitId: string;
  energyType: string;
  vehicleFuelId: string | null;
  facilityFuelId: string | null;
}

export interface Stage {
  /** Kilograms. */
  co2e: string;
  source: string;
}

/** The values that a caller decides. */
export interface ProductValues {
  productName: string;
  lifetimeYears: string;
  usesPerYear: string | null;
  energyPerUse: Energy | null;
  energyPerYear: Energy | null;
  manufacture: Stage | null;
  endOfLife: Stage | null;
}

/** Catalogue entries that products refer to, by id. */
export interface ProductLookups {
  units: ReadonlyMap<string, UnitDetail>;
  vehicleFuels: ReadonlyMap<string, LibraryVehicleFuel>;
  facilityFuels: ReadonlyMap<string, LibraryFuel>;
}

type Nested = "energyPerUse" | "energyPerYear" | "manufacture" | "endOfLife";

export const columns = valueColumns(SoldProductValuesSchema);
const readAll = valuesReader<Omit<ProductValues, Nested> & Pick<ValuesMessage, Nested>>(columns);

const energyColumns = valueColumns(SoldProductEnergySchema);
const stageColumns = valueColumns(SoldProductStageSchema);
const readEnergy = valuesReader<Energy>(energyColumns);
const readStage = valuesReader<Stage>(stageColumns);
const checkFields = valuesChecker(columns);
const checkEnergyFields = valuesChecker(energyColumns);
const checkStageFields = valuesChecker(stageColumns);

export function readValues(message: object): ProductValues {
  const { energyPerUse, energyPerYear, manufacture, endOfLife, ...own } = readAll(message);
  return {
    ...own,
    energyPerUse: energyPerUse ? readEnergy(energyPerUse) : null,
    energyPerYear: energyPerYear ? readEnergy(energyPerYear) : null,
    manufacture: manufacture ? readStage(manufacture) : null,
    endOfLife: endOfLife ? readStage(endOfLife) : null,
  };
}

/** Violations that the values and the catalogues show. */
export const checkProduct = (product: ProductValues, lookups: ProductLookups): Check[] => [
  ...checkFields(product),
  ...checkUse(product),
  ...checkEnergy("energy_per_use", product.energyPerUse, lookups),
  ...checkEnergy("energy_per_year", product.energyPerYear, lookups),
  ...inside("manufacture", product.manufacture === null ? [] : checkStageFields(product.manufacture)),
  ...inside("end_of_life", product.endOfLife === null ? [] : checkStageFields(product.endOfLife)),
];

/** The place of violations of a nested object. */
const inside = (name: string, checks: readonly Check[]): Check[] => placed(checks, "body", name);

const ONE_ENERGY = "value_error.one_energy";

/** Energy per use with a number of uses, or energy per year. */
function checkUse({ energyPerUse, energyPerYear, usesPerYear }: ProductValues): Check[] {
  if (energyPerUse === null && energyPerYear === null) return [missing("energy_per_use")];
  if (energyPerUse !== null && energyPerYear !== null)
    return [violation("energy_per_year", ONE_ENERGY, "a product has energy_per_use or energy_per_year")];
  if (energyPerUse !== null && usesPerYear === null) return [missing("uses_per_year")];
  return energyPerYear !== null && usesPerYear !== null
    ? [violation("uses_per_year", ONE_ENERGY, "only for a product with energy_per_use")]
    : [];
}

function checkEnergy(name: string, energy: Energy | null, lookups: ProductLookups): Check[] {
  if (energy === null) return [];
  const checks = [...checkEnergyFields(energy), ...checkFuel(energy, lookups), ...checkUnit(energy, lookups)];
  return inside(name, checks);
}

const FUEL = "fuel";
const ONE_FUEL = "value_error.one_fuel";

function checkFuel(energy: Energy, { vehicleFuels, facilityFuels }: ProductLookups): Check[] {
  const { energyType, vehicleFuelId, facilityFuelId } = energy;
  const named = [vehicleFuelId, facilityFuelId].filter((id) => id !== null).length;
  if (energyType !== FUEL) return named === 0 ? [] : [violation("energy_type", ONE_FUEL, "electricity has no fuel")];
  if (named === 0) return [missing("vehicle_fuel_id")];
  if (named === 2) return [violation("facility_fuel_id", ONE_FUEL, "a fuel has vehicle_fuel_id or facility_fuel_id")];
  if (vehicleFuelId !== null && isId(vehicleFuelId)) {
    const fuel = vehicleFuels.get(vehicleFuelId);
    if (fuel === undefined) return [unknown("vehicle_fuel_id")];
    return fuel.energy === VehicleEnergy.FUEL
      ? []
      : [violation("vehicle_fuel_id", "value_error.fuel_energy", "not a fuel that is burned")];
  }
  if (facilityFuelId !== null && isId(facilityFuelId)) {
    const fuel = facilityFuels.get(facilityFuelId);
    if (fuel === undefined) return [unknown("facility_fuel_id")];
    return isBurned(fuel)
      ? []
      : [violation("facility_fuel_id", "value_error.fuel_purpose", "not a fuel that is burned for heat")];
  }
  return [];
}

const isBurned = ({ purpose, category }: LibraryFuel) => purpose === FuelPurpose.HEAT && category === "fuels";

const ENERGY = "energy";
const OF_FUELS = [ENERGY, "mass", "volume"];

function checkUnit({ energyType, unitId, vehicleFuelId }: Energy, { units, vehicleFuels }: ProductLookups): Check[] {
  if (!isId(unitId)) return [];
  const unit = units.get(unitId);
  if (unit === undefined) return [unknown("unit_id")];
  const ofFuel = vehicleFuels.get(vehicleFuelId ?? "")?.fuel?.fuelUnits;
  const isAllowed =
    (energyType === FUEL ? OF_FUELS : [ENERGY]).includes(unit.dimension) &&
    (ofFuel === undefined || ofFuel.some(({ id }) => id === unitId));
  return isAllowed ? [] : [violation("unit_id", "value_error.unit_not_allowed", "no unit of this energy")];
}
