import type { VehicleSelector } from "@emissions/proto/factors/v1/selection_service";
import type { VehicleFuelRow } from "../../catalogue/codes.ts";
import { derived, factorsIn } from "../../catalogue/derived.ts";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { classOf } from "./vehicle-class.ts";

/** EPA publishes CH4 and N2O of vehicles per mile, by class, fuel and year of the model. CO2 is in the figure of the fuel. */
const PREFIX = "ch4_and_n2o/";

const keysOfGases = derived((snapshot) => [
  ...new Set(factorsIn(snapshot, "vehicle_distance").flatMap(({ key }) => (key.startsWith(PREFIX) ? [key] : []))),
]);

/** Names of EPA by the first part of our keys, for petrol, diesel and other fuels. */
const CLASSES: Readonly<Record<string, Readonly<Record<"petrol" | "diesel" | "other", string>>>> = {
  car: { petrol: "gasoline_passenger_cars", diesel: "passenger_cars/diesel", other: "light_duty_cars" },
  van: { petrol: "gasoline_light_duty_trucks", diesel: "light_duty_trucks/diesel", other: "light_duty_trucks" },
  hgv: {
    petrol: "gasoline_heavy_duty_vehicles",
    diesel: "medium_and_heavy_duty_vehicles/diesel",
    other: "heavy_duty_trucks",
  },
  motorbike: { petrol: "gasoline_motorcycles", diesel: "none", other: "none" },
  bus: { petrol: "gasoline_heavy_duty_vehicles", diesel: "medium_and_heavy_duty_vehicles/diesel", other: "buses" },
};

/** EPA names the alcohol and not its origin. */
const OTHER_FUELS: Readonly<Record<string, string>> = { bioethanol: "ethanol" };

/** The key of the year of the model; of the newest model where the year is unknown. */
export function exhaustKeyOf(snapshot: Snapshot, vehicle: VehicleSelector, fuel: VehicleFuelRow): string | null {
  const family = CLASSES[classOf(vehicle).sizes.at(-1)!.split("/")[0]!];
  if (family === undefined) return null;
  const kind = /^(petrol|diesel)/.exec(fuel.factorKey)?.[1] as "petrol" | "diesel" | undefined;
  if (kind === undefined) {
    const key = `${PREFIX}${family.other}/${OTHER_FUELS[fuel.factorKey] ?? fuel.factorKey}`;
    return keysOfGases(snapshot).includes(key) ? key : null;
  }
  const models = keysOfGases(snapshot)
    .filter((key) => key.startsWith(`${PREFIX}${family[kind]}/`))
    .map((key) => ({ key, from: Number(/(\d{4})(_\d{4})?$/.exec(key)?.[1] ?? 0) }))
    .sort((a, b) => b.from - a.from);
  const { registrationYear: year } = vehicle;
  return (models.find(({ from }) => year === 0 || from <= year) ?? models.at(-1))?.key ?? null;
}
