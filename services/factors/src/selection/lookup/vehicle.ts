import { create } from "@bufbuild/protobuf";
import {
  CalorificBasis,
  LibrarySelectorSchema,
  VehiclePart,
  type VehicleSelector,
} from "@emissions/proto/factors/v1/selection_service";
import type { VehicleFuelRow } from "../../catalogue/codes.ts";
import { derived } from "../../catalogue/derived.ts";
import type { KeyStep } from "../../catalogue/sectors.ts";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { failure } from "../answer.ts";
import { LIBRARY_SCHEME, lookUpLibrary } from "./library.ts";
import type { Lookup } from "./lookup.ts";
import { classOf } from "./vehicle-class.ts";
import { exhaustKeyOf } from "./vehicle-exhaust.ts";

const DISTANCE = "distance";
const OF_FUEL = "vehicle_fuels";
const OF_DISTANCE = "vehicle_distance";
const UPSTREAM = "_upstream";
/** Ends the distance key of a fuel whose vehicles are charged from the grid. */
const CHARGED = "/electricity";

const { EXHAUST, UPSTREAM: WELL_TO_TANK, ELECTRICITY, ELECTRICITY_LOSSES, CH4_AND_N2O } = VehiclePart;

const fuelsById = derived(({ vehicleFuels }) => new Map(vehicleFuels.map((row) => [row.id, row])));

/** The keys of a vehicle. A distance has keys of class, size and fuel; any other quantity those of the fuel. */
export function lookUpVehicle(snapshot: Snapshot, selector: VehicleSelector, dimension: string): Lookup {
  const fuel = fuelsById(snapshot).get(selector.vehicleFuelId.toLowerCase());
  if (fuel === undefined) return failure("FACTOR_NOT_FOUND", "There is no such vehicle fuel.");
  if (selector.part === CH4_AND_N2O) return exhaustGases(snapshot, selector, fuel);
  return dimension === DISTANCE ? byDistance(selector, fuel) : byFuel(selector, fuel);
}

function byFuel(selector: VehicleSelector, fuel: VehicleFuelRow): Lookup {
  const { part, country } = selector;
  if (part !== EXHAUST && part !== WELL_TO_TANK) return failure("FACTOR_NOT_FOUND", "Fuel is no electricity.");
  if (fuel.energy === "electricity") return failure("FACTOR_NOT_FOUND", "Electricity is no fuel.");
  const key = part === EXHAUST ? fuel.factorKey : (fuel.upstreamKey ?? fuel.factorKey);
  const category = part === EXHAUST ? OF_FUEL : `${OF_FUEL}${UPSTREAM}`;
  const named = lookUpLibrary(
    create(LibrarySelectorSchema, { category, key, country, calorificBasis: CalorificBasis.UNSPECIFIED }),
  );
  if ("failureCode" in named) return named;
  // EPA states of pure biofuels only the biogenic CO2.
  const plain = { ...named, steps: named.steps.map((step) => ({ ...step, needsCo2: true })) };
  if (part === WELL_TO_TANK && fuel.upstreamKey !== null) {
    return { ...plain, steps: plain.steps.map((step) => ({ ...step, marks: { proxy: true } })) };
  }
  // Spain publishes the exhaust of each class of vehicles. Its plain keys are those of passenger cars.
  const { fuelClass } = classOf(selector);
  return part === EXHAUST && fuelClass !== null
    ? { ...plain, steps: [stepOf(category, `${key}/${fuelClass}`), ...plain.steps] }
    : plain;
}

function byDistance(selector: VehicleSelector, { fuel, distanceKey }: VehicleFuelRow): Lookup {
  const { part, country } = selector;
  if (distanceKey === null) return failure("FACTOR_NOT_FOUND", `No factor per distance for ${fuel}.`);
  const engine = distanceKey.endsWith(CHARGED) ? distanceKey.slice(0, -CHARGED.length) : distanceKey;
  if (engine === distanceKey && (part === ELECTRICITY || part === ELECTRICITY_LOSSES)) {
    return failure("FACTOR_NOT_FOUND", `${fuel} is no electricity.`);
  }
  const category = part === WELL_TO_TANK ? `${OF_DISTANCE}${UPSTREAM}` : OF_DISTANCE;
  const suffix = part === ELECTRICITY ? CHARGED : part === ELECTRICITY_LOSSES ? `${CHARGED}_losses` : "";
  const steps = classOf(selector).sizes.map((size, at) => ({
    ...stepOf(category, `${size}/${engine}${suffix}`),
    // Another size than that of the vehicle, or an average of all.
    ...(at > 0 && { marks: { proxy: true } }),
  }));
  return { steps, country };
}

/** Shows which figures of CH4 and N2O exist: they are per distance, so an amount of fuel does not convert. */
function exhaustGases(snapshot: Snapshot, selector: VehicleSelector, fuel: VehicleFuelRow): Lookup {
  const key = exhaustKeyOf(snapshot, selector, fuel);
  return key === null
    ? failure("FACTOR_NOT_FOUND", `No CH4 and N2O per distance for ${fuel.fuel}.`)
    : { steps: [stepOf(OF_DISTANCE, key)], country: selector.country };
}

const stepOf = (category: string, key: string): KeyStep => ({
  category,
  scheme: LIBRARY_SCHEME,
  key,
  label: `${category} ${key}`,
});
