import { catalogueId } from "@emissions/quantity/catalogue-id";
import type { Demo } from "./client.ts";

interface DemoVehicle {
  name: string;
  license_plate: string;
  country: string;
  /** Name of `GET /v1/vehicle-fuels` in the country of the vehicle. */
  fuel: string;
  /** Type of `GET /v1/unknown-vehicles`. */
  unknown: string;
  type?: "passenger" | "freight";
  ownership?: "owned" | "rented";
}

export const vehicles: Record<string, DemoVehicle[]> = {
  holding: [
    { name: "Pool car", license_plate: "4471 LKM", country: "ES", fuel: "petrol", unknown: "car", ownership: "rented" },
  ],
  iberia: [
    { name: "Service van", license_plate: "2093 MBT", country: "ES", fuel: "diesel", unknown: "van" },
    {
      name: "Flatbed truck",
      license_plate: "7718 KRD",
      country: "ES",
      fuel: "diesel",
      unknown: "truck",
      type: "freight",
    },
  ],
};

/** Adds the vehicles of an organization, and returns their ids in the same order. */
export const addVehicles = ({ client, slug, key }: Demo): Promise<string[]> =>
  Promise.all(
    (vehicles[slug] ?? []).map(async ({ fuel, unknown, type = "passenger", ownership = "owned", ...vehicle }) => {
      const body = {
        ...vehicle,
        type,
        ownership,
        unknown_vehicle_id: catalogueId("unknown_vehicle", unknown),
        vehicle_fuel_id: catalogueId("vehicle_fuel", `${vehicle.country}:${fuel}`),
      };
      const { id } = await client.call("createVehicle", { body, ...key(`vehicle:${vehicle.license_plate}`) });
      return id;
    }),
  );
