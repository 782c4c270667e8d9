import { createClient } from "@connectrpc/connect";
import { SelectionService, VehiclePart } from "@emissions/proto/factors/v1/selection_service";
import { VehicleCatalogueService, VehicleEnergy } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { named, seeded, withCatalogue } from "./energy.fixture.ts";

withCatalogue();

interface Vehicle {
  fuel: string;
  country: string;
  unit: string;
  part?: VehiclePart;
  type?: string;
  freight?: boolean;
  segment?: string;
  size?: string;
  year?: number;
  day?: string;
}

async function resolve({ fuel, country, unit, part = VehiclePart.EXHAUST, type = "car", day, ...vehicle }: Vehicle) {
  const client = createClient(SelectionService, seeded.transport);
  const ofSpain = country === "ES" ? "ES" : country === "US" ? "US" : "GB";
  const { resolutions } = await client.resolveFactors({
    selections: [
      {
        selector: {
          kind: {
            case: "vehicle",
            value: {
              part,
              vehicleFuelId: catalogueId("vehicle_fuel", `${ofSpain}:${fuel}`),
              country,
              vehicleType: type,
              freight: vehicle.freight ?? false,
              marketSegment: vehicle.segment ?? "",
              size: vehicle.size ?? "",
              registrationYear: vehicle.year ?? 0,
            },
          },
        },
        unitId: seeded.snapshot.unitsByCode.get(unit)!.id,
        referenceDate: day ?? "2025-06-30",
      },
    ],
  });
  return resolutions[0]!;
}

const { EXHAUST, UPSTREAM, ELECTRICITY, ELECTRICITY_LOSSES, CH4_AND_N2O } = VehiclePart;

describe("the factor of a vehicle", () => {
  it.each<{ what: string; vehicle: Vehicle; factor: string; proxy?: boolean }>([
    {
      what: "by fuel is that of the country and the class",
      vehicle: { fuel: "diesel", country: "ES", unit: "l", type: "van", day: "2024-06-30" },
      factor: "vehicle_fuels diesel/n1 ES 2024",
    },
    {
      what: "by fuel of a car has the plain key",
      vehicle: { fuel: "diesel", country: "ES", unit: "l", day: "2024-06-30" },
      factor: "vehicle_fuels diesel ES 2024",
    },
    {
      what: "by fuel in Ireland is that of SEAI",
      vehicle: { fuel: "petrol", country: "IE", unit: "l" },
      factor: "vehicle_fuels petrol IE 2025",
    },
    {
      what: "by distance is that of the segment before the size",
      vehicle: { fuel: "petrol", country: "GB", unit: "km", segment: "supermini", size: "large_car" },
      factor: "vehicle_distance car/supermini/petrol GB 2025",
    },
    {
      what: "by distance is that of the size where the segment has no figure, marked",
      vehicle: { fuel: "cng", country: "GB", unit: "km", segment: "supermini", size: "large_car" },
      factor: "vehicle_distance car/large/cng GB 2025",
      proxy: true,
    },
    {
      what: "by distance is the average of the class without segment and size",
      vehicle: { fuel: "petrol", country: "GB", unit: "mi", type: "van" },
      factor: "vehicle_distance van/average/petrol GB 2025",
    },
    {
      what: "of unknown type is that of a van if it carries goods",
      vehicle: { fuel: "petrol", country: "GB", unit: "km", type: "vehicle", freight: true },
      factor: "vehicle_distance van/average/petrol GB 2025",
    },
    {
      what: "of a scooter is that of mopeds in Spain",
      vehicle: { fuel: "petrol", country: "ES", unit: "km", type: "scooter", day: "2024-06-30" },
      factor: "vehicle_distance moped/average/petrol ES 2024",
    },
    {
      what: "of a scooter elsewhere is that of small motorcycles, marked",
      vehicle: { fuel: "petrol", country: "GB", unit: "km", type: "scooter" },
      factor: "vehicle_distance motorbike/small/petrol GB 2025",
      proxy: true,
    },
    {
      what: "upstream of a blend is that of the nearest fuel, marked",
      vehicle: { fuel: "b7", country: "ES", unit: "l", part: UPSTREAM },
      factor: "vehicle_fuels_upstream diesel GLO 2025",
      proxy: true,
    },
    {
      what: "of the electricity of a plug-in hybrid is per distance",
      vehicle: { fuel: "plug_in_hybrid_petrol", country: "GB", unit: "km", part: ELECTRICITY },
      factor: "vehicle_distance car/average/plug_in_hybrid/electricity GB 2025",
    },
    {
      what: "of the lost electricity likewise",
      vehicle: { fuel: "electricity", country: "GB", unit: "km", part: ELECTRICITY_LOSSES, size: "small_car" },
      factor: "vehicle_distance car/small/battery_electric/electricity_losses GB 2025",
    },
    {
      what: "of hydrogen is zero, everywhere",
      vehicle: { fuel: "hydrogen", country: "US", unit: "kg" },
      factor: "vehicle_fuels hydrogen GLO 2026",
    },
    {
      what: "of pure bioethanol in the United States is no figure of biogenic CO2 alone",
      vehicle: { fuel: "bioethanol", country: "US", unit: "gal_us" },
      factor: "vehicle_fuels bioethanol GLO 2025",
      proxy: true,
    },
  ])("$what", async ({ vehicle, factor, proxy = false }) => {
    const answer = await resolve(vehicle);
    expect([named(answer), answer.fitness?.proxy]).toEqual([factor, proxy || /GLO 2025/.test(factor)]);
  });

  it.each<{ what: string; vehicle: Vehicle; code: string }>([
    {
      what: "electricity per distance outside the United Kingdom",
      vehicle: { fuel: "electricity", country: "FR", unit: "km", part: ELECTRICITY },
      code: "FACTOR_NOT_FOUND",
    },
    {
      what: "electricity as a fuel",
      vehicle: { fuel: "electricity", country: "GB", unit: "kWh", part: EXHAUST },
      code: "FACTOR_NOT_FOUND",
    },
    {
      what: "upstream of hydrogen",
      vehicle: { fuel: "hydrogen", country: "GB", unit: "kg", part: UPSTREAM },
      code: "FACTOR_NOT_FOUND",
    },
    {
      what: "CH4 and N2O besides a figure of the exhaust that has them",
      vehicle: { fuel: "hvo", country: "US", unit: "l", part: CH4_AND_N2O },
      code: "IN_EXHAUST_FIGURE",
    },
    { what: "an unknown fuel", vehicle: { fuel: "coal", country: "GB", unit: "kg" }, code: "FACTOR_NOT_FOUND" },
    {
      what: "CH4 and N2O per distance for an amount of fuel",
      vehicle: { fuel: "petrol", country: "US", unit: "gal_us", part: CH4_AND_N2O },
      code: "UNIT_NOT_CONVERTIBLE",
    },
  ])("does not exist for $what", async ({ vehicle, code }) => {
    expect((await resolve(vehicle)).failureCode).toBe(code);
  });

  it("shows the CH4 and N2O of the year of the model among the candidates", async () => {
    const keyOf = async (vehicle: Partial<Vehicle>) => {
      const answer = await resolve({ fuel: "petrol", country: "US", unit: "gal_us", part: CH4_AND_N2O, ...vehicle });
      return answer.candidates[0]?.factor?.key;
    };
    expect(await keyOf({ year: 1979 })).toBe("ch4_and_n2o/gasoline_passenger_cars/1978_1979");
    expect(await keyOf({})).toBe("ch4_and_n2o/gasoline_passenger_cars/2022");
    expect(await keyOf({ fuel: "diesel", type: "truck", year: 2001 })).toBe(
      "ch4_and_n2o/medium_and_heavy_duty_vehicles/diesel/1960_2006",
    );
    expect(await keyOf({ fuel: "cng", type: "bus" })).toBe("ch4_and_n2o/buses/cng");
  });
});

it("every fuel says which energy a vehicle uses", async () => {
  const { fuels } = await createClient(VehicleCatalogueService, seeded.transport).lookUpVehicleFuels({});
  const energyOf = (name: string) => fuels.find(({ fuel }) => fuel?.country === "GB" && fuel.fuel === name)?.energy;
  expect(energyOf("diesel")).toBe(VehicleEnergy.FUEL);
  expect(energyOf("hydrogen")).toBe(VehicleEnergy.FUEL);
  expect(energyOf("electric")).toBe(VehicleEnergy.ELECTRICITY);
  expect(energyOf("plug-in hybrid (petrol)")).toBe(VehicleEnergy.FUEL_AND_ELECTRICITY);
});
