import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AdditionalPartSchema } from "@emissions/proto/activity/v1/record_events";
import { VehiclePart } from "@emissions/proto/factors/v1/selection_service";
import { VehicleEnergy } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { GRID, OF_ELECTRICITY, UPSTREAM } from "../invoice/input.ts";
import { factorSelector } from "../records/custom-factors.ts";
import { activityOf } from "../records/inputs.ts";
import type { PricingContext, RecordInput, StoredRecord } from "../records/kind.ts";
import type { Consumption } from "./row.ts";
import type { VehicleRow, Vehicles } from "./vehicles.ts";

type Row = Consumption & StoredRecord;
type Pricing = Pick<PricingContext, "units"> & Vehicles;
type Kind = NonNullable<MessageInitShape<typeof AdditionalPartSchema>["selector"]>["kind"];
type Part = Omit<MessageInitShape<typeof AdditionalPartSchema>, "$typeName" | "selector" | "quantity"> & { kind: Kind };

/** Categories in the totals. */
const VEHICLES = "vehicles";
const ELECTRICITY = "electricity";

const GENERATION = "vehicle_generation";
const LOCATION_BASED = "electricity_location_based";

const DISTANCE = "distance";
const ENERGY = "energy";
/** EPA publishes CH4 and N2O per distance, apart from the CO2 of fuels. */
const GASES_APART = "US";

/** The input of the calculation: tank to wheel, and well to tank as additional parts. */
export function toInput(row: Row, pricing: Pricing): RecordInput {
  const vehicle = pricing.vehicles.get(row.vehicleId);
  const activity = activityOf(row, { value: row.quantity, unitId: row.unitId }, pricing);
  if (vehicle === undefined) return { category: VEHICLES, ...activity };
  const [{ category, kind }, ...additional] = partsOf(row, vehicle, pricing);
  return {
    category: category!,
    ...activity,
    selector: { kind } as MessageInitShape<typeof AdditionalPartSchema>["selector"],
    additionalParts: additional.map(({ kind, ...part }) => ({
      ...part,
      quantity: activity.quantity,
      selector: { kind },
    })),
  };
}

/** The main part first. */
function partsOf(row: Row, vehicle: VehicleRow, pricing: Pricing): [Part, ...Part[]] {
  const dimension = pricing.units.get(row.unitId)?.dimension;
  const energy = pricing.fuels.get(vehicle.vehicleFuelId ?? "")?.energy ?? VehicleEnergy.FUEL;
  const isElectric = energy === VehicleEnergy.ELECTRICITY;
  const custom = factorSelector(row);
  const [market, ...ofGrid] = gridParts(vehicle);
  if (custom !== undefined) {
    // The custom factor replaces all counted parts; the location-based figure stays as the Scope 2 Guidance requires.
    const memos = isElectric && dimension === ENERGY ? ofGrid.filter(({ memo }) => memo) : [];
    return [{ category: isElectric ? ELECTRICITY : VEHICLES, kind: custom }, ...memos];
  }
  const of = (part: VehiclePart): Kind => ({ case: "vehicle", value: selectorOf(part, vehicle, pricing) });
  if (dimension === DISTANCE)
    return energy === VehicleEnergy.FUEL ? fuelParts(of, vehicle, true) : chargedParts(of, isElectric);
  if (isElectric || (energy === VehicleEnergy.FUEL_AND_ELECTRICITY && dimension === ENERGY)) return [market, ...ofGrid];
  return fuelParts(of, vehicle, false);
}

type PartOf = (part: VehiclePart) => Kind;

/** Burned fuel, by its amount or by distance. */
function fuelParts(of: PartOf, { country }: VehicleRow, isDistance: boolean): [Part, ...Part[]] {
  const gases: Part = {
    part: "vehicle_ch4_and_n2o",
    category: VEHICLES,
    kind: of(VehiclePart.CH4_AND_N2O),
    optional: true,
  };
  return [
    { category: VEHICLES, kind: of(VehiclePart.EXHAUST) },
    { part: GENERATION, category: UPSTREAM, kind: of(VehiclePart.UPSTREAM), optional: true },
    ...(country === GASES_APART && !isDistance ? [gases] : []),
  ];
}

/** Distance of an electric car, or of a plug-in hybrid, which burns fuel besides. */
function chargedParts(of: PartOf, isElectric: boolean): [Part, ...Part[]] {
  const electricity = { category: ELECTRICITY, kind: of(VehiclePart.ELECTRICITY) };
  // No residual mix is published per distance, so both methods have the grid average.
  const others: Part[] = [
    { part: LOCATION_BASED, ...electricity, memo: true, optional: true },
    { part: GENERATION, category: UPSTREAM, kind: of(VehiclePart.UPSTREAM), optional: true },
    {
      part: "electricity_transmission_and_distribution",
      category: UPSTREAM,
      kind: of(VehiclePart.ELECTRICITY_LOSSES),
      optional: true,
    },
  ];
  return isElectric
    ? [electricity, ...others]
    : [
        { category: VEHICLES, kind: of(VehiclePart.EXHAUST) },
        { part: "vehicle_electricity", ...electricity },
        ...others,
      ];
}

/** Electricity by energy, as on an invoice without a supplier. */
function gridParts({ country }: VehicleRow): [Part, ...Part[]] {
  const library = (category: string): Kind => ({ case: "library", value: { category, key: GRID, country } });
  return [
    { category: ELECTRICITY, kind: library("electricity_residual_mix") },
    ...OF_ELECTRICITY.map(({ library: category, ...part }) => ({ ...part, kind: library(category), optional: true })),
  ];
}

const selectorOf = (part: VehiclePart, vehicle: VehicleRow, { typeOf }: Pricing) => ({
  part,
  vehicleFuelId: vehicle.vehicleFuelId ?? "",
  country: vehicle.country,
  vehicleType: typeOf(vehicle),
  freight: vehicle.type === "freight",
  marketSegment: vehicle.marketSegment ?? "",
  size: vehicle.size ?? "",
  // Other parts do not depend on it, so their answers are shared by vehicles of all years.
  registrationYear: part === VehiclePart.CH4_AND_N2O ? (vehicle.registrationYear ?? 0) : 0,
});
