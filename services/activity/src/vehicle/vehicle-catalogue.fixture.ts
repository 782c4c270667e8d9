import type { ConnectRouter } from "@connectrpc/connect";
import { VehicleCatalogueService, VehicleEnergy } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";

/** Fuels and types of vehicles, by the fuels' countries. */
export const fuelOf = (country: string, fuel: string) => catalogueId("vehicle_fuel", `${country}:${fuel}`);
export const CAR = catalogueId("unknown_vehicle", "car");
export const VAN = catalogueId("unknown_vehicle", "van");
const [LITRE, KG, KM, KWH] = ["l", "kg", "km", "kWh"].map(unitId) as [string, string, string, string];
const ENERGIES: Readonly<Record<string, [energy: VehicleEnergy, units: string[]]>> = {
  diesel: [VehicleEnergy.FUEL, [LITRE, KG, KM, KWH]],
  petrol: [VehicleEnergy.FUEL, [LITRE, KG, KM, KWH]],
  electricity: [VehicleEnergy.ELECTRICITY, [KWH, KM]],
  plug_in_hybrid_petrol: [VehicleEnergy.FUEL_AND_ELECTRICITY, [LITRE, KWH, KM]],
};
const COUNTRIES = ["ES", "GB", "DE", "US"];
const unknownVehicles = [
  { id: CAR, type: "car" },
  { id: VAN, type: "van", country: "ES" },
];

interface Unit {
  id: string;
  name: string;
  type: string;
}

/** Answers as the catalogue of vehicles. */
export function fakeVehicles(router: ConnectRouter, unitOf: (id: string) => Unit): void {
  const fuels = COUNTRIES.flatMap((country) =>
    Object.entries(ENERGIES).map(([fuel, [energy, units]]) => ({
      fuel: { id: fuelOf(country, fuel), fuel, country, fuelUnits: units.map(unitOf) },
      energy,
    })),
  );
  router.service(VehicleCatalogueService, {
    listVehicleFuels: () => ({ fuels: fuels.map(({ fuel }) => fuel) }),
    lookUpVehicleFuels: () => ({ fuels }),
    listUnknownVehicles: () => ({ vehicles: unknownVehicles }),
  });
}
