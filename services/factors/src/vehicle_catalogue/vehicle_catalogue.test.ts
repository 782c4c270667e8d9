import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type Client, createClient } from "@connectrpc/connect";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { VehicleCatalogueService, type VehicleFuel } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof VehicleCatalogueService>;
let fuels: VehicleFuel[];
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(VehicleCatalogueService, seeded.transport);
  ({ fuels } = await client.listVehicleFuels({}));
});
afterAll(() => seeded.database.drop());

const fuel = (country: string, name: string) => fuels.find((one) => one.country === country && one.fuel === name)!;
const codesOf = ({ fuelUnits }: VehicleFuel) => fuelUnits.map(({ id }) => seeded.snapshot.unitsById.get(id)!.code);

describe("vehicle fuels", () => {
  it("are listed for six countries, by country and name", () => {
    expect([...new Set(fuels.map(({ country }) => country))]).toEqual(["DE", "ES", "FR", "GB", "PT", "US"]);
    const names = fuels.map((one) => `${one.country} ${one.fuel}`);
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(names.length);
    expect(fuel("ES", "diesel").id).toBe(catalogueId("vehicle_fuel", "ES:diesel"));
  });

  it("have fixed timestamps, equal in every installation", () => {
    const { createdAt, updatedAt } = fuel("ES", "diesel");
    expect([timestampDate(createdAt!).toISOString(), updatedAt]).toEqual(["2026-11-21T00:00:00.000Z", undefined]);
  });

  it("all accept at least one unit, but no currency", () => {
    expect(fuels.filter(({ fuelUnits }) => fuelUnits.length === 0)).toEqual([]);
    expect(fuels.flatMap(({ fuelUnits }) => fuelUnits).filter(({ type }) => type === "fiat_currency")).toEqual([]);
  });

  it.each([
    { country: "ES", name: "diesel", takes: ["l", "gal_us", "km"], refuses: ["piece", "h", "tkm"] },
    { country: "ES", name: "E10", takes: ["l", "ml"], refuses: ["km", "kg", "kWh"] },
    { country: "FR", name: "natural gas (CNG)", takes: ["kg", "t", "kWh", "km"], refuses: ["l", "m3"] },
    { country: "ES", name: "electric", takes: ["kWh", "MJ"], refuses: ["l", "kg", "km"] },
    { country: "GB", name: "electric", takes: ["kWh", "km", "mi"], refuses: ["l", "kg"] },
    { country: "DE", name: "biomethane (compressed)", takes: ["kg", "GJ"], refuses: ["l", "km"] },
  ])("$name in $country takes $takes and not $refuses", ({ country, name, takes, refuses }) => {
    const codes = codesOf(fuel(country, name));
    expect(codes).toEqual(expect.arrayContaining(takes));
    expect(codes.filter((code) => refuses.includes(code))).toEqual([]);
  });

  it("have exactly the units that a calculation accepts, except distances", async () => {
    const units = seeded.snapshot.units.filter(({ dimension }) => !["currency", "distance"].includes(dimension));
    const selection = createClient(SelectionService, seeded.transport);
    for (const row of seeded.snapshot.vehicleFuels) {
      const { resolutions } = await selection.resolveFactors({
        selections: units.map((unit) => ({
          selector: {
            kind: {
              case: "library",
              value: { category: row.category, key: row.factorKey, country: row.country },
            },
          },
          unitId: unit.id,
          referenceDate: "2025-06-30",
        })),
      });
      const accepted = units.filter((_, at) => resolutions[at]!.factor).map(({ code }) => code);
      const offered = codesOf(fuels.find(({ id }) => id === row.id)!);
      const distances = seeded.snapshot.units.filter(({ dimension }) => dimension === "distance");
      const far = new Set(distances.map(({ code }) => code));
      expect([row.country, row.key, ...offered.filter((code) => !far.has(code))]).toEqual([
        row.country,
        row.key,
        ...accepted,
      ]);
    }
  });
});

it("unknown vehicles are the same for all countries", async () => {
  const { vehicles } = await client.listUnknownVehicles({});
  expect(vehicles.map(({ type }) => type)).toEqual([
    "ambulance",
    "bus",
    "car",
    "motorcycle",
    "pickup",
    "scooter",
    "suv",
    "taxi",
    "truck",
    "van",
    "vehicle",
  ]);
  expect(vehicles.filter(({ country }) => country !== undefined)).toEqual([]);
  expect(vehicles.map(({ id }) => id)).toEqual(vehicles.map(({ type }) => catalogueId("unknown_vehicle", type)));
});
