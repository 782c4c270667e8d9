import { type Client, createClient } from "@connectrpc/connect";
import {
  FacilityFuelService,
  FuelPurpose,
  type LibraryFuel,
} from "@emissions/proto/factors/v1/facility_catalogue_service";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof FacilityFuelService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(FacilityFuelService, seeded.transport);
});
afterAll(() => seeded.database.drop());

const fuelsIn = async (country: string) => (await client.listFacilityFuels({ country })).fuels;
const named = (fuels: LibraryFuel[], key: string) => fuels.find((fuel) => fuel.key === key);
const codesOf = ({ units }: LibraryFuel) => units.map(({ id }) => seeded.snapshot.unitsById.get(id)!.code);
const idOf = (path: string) => catalogueId("facility_fuel", path);

describe("facility fuels", () => {
  it.each([
    { country: "ES", key: "gas_oil", name: "Gasóleo C", has: "olive_stones", lacks: "landfill_gas" },
    { country: "GB", key: "natural_gas", name: "Natural gas", has: "wood_pellets", lacks: "coal/cement_industry" },
    { country: "US", key: "natural_gas", name: "Natural Gas", has: "wood_residuals", lacks: "grass_straw" },
    { country: "BR", key: "natural_gas", name: "Natural gas", has: "wood_pellets", lacks: "wood_residuals" },
  ])("of $country are those of its own publication, if there is one", async ({ country, key, name, has, lacks }) => {
    const fuels = await fuelsIn(country);
    expect(named(fuels, key)).toMatchObject({
      id: idOf(`fuels/${key}`),
      fuel: name,
      purpose: FuelPurpose.HEAT,
      category: "fuels",
    });
    expect([named(fuels, has)?.key, named(fuels, lacks)?.key]).toEqual([has, undefined]);
  });

  it("are sorted by purpose and name, each name once, each with its units", async () => {
    for (const country of ["ES", "GB", "US", "IE", "BR", ""]) {
      const fuels = await fuelsIn(country);
      const names = fuels.map(({ purpose, fuel }) => `${purpose} ${fuel}`);
      expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
      expect(new Set(names).size).toBe(names.length);
      expect(fuels.filter(({ units }) => units.length === 0)).toEqual([]);
      expect(fuels.flatMap(({ units }) => units).filter(({ type }) => type === "fiat_currency")).toEqual([]);
    }
  });

  it("have no name that means another fuel in another publication: imports find them by name alone", async () => {
    const lists = await Promise.all(["ES", "GB", "US", "IE", "NZ"].map(fuelsIn));
    const plain = ({ fuel }: LibraryFuel) => fuel.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ");
    const ids = Map.groupBy(lists.flat(), plain);
    const several = [...ids].filter(([, fuels]) => new Set(fuels.map(({ id }) => id)).size > 1);
    expect(several.map(([name]) => name)).toEqual([]);
    const regions = [...seeded.snapshot.factors.values()].flat().filter(({ category }) => category === "fuels");
    expect(new Set(regions.map(({ region }) => region))).toEqual(new Set(["ES", "GB", "US", "IE", "NZ", "GLO"]));
  });

  it("include the refrigerants of all publications, by mass", async () => {
    for (const country of ["ES", "US", "BR"]) {
      const fuels = await fuelsIn(country);
      for (const key of ["r_410a", "hfc_134a", "r_1234yf", "sf6"]) {
        expect(named(fuels, key)).toMatchObject({ purpose: FuelPurpose.RECHARGE, category: "refrigerants" });
        expect(codesOf(named(fuels, key)!)).toEqual(expect.arrayContaining(["kg", "t"]));
      }
    }
  });

  it("include bought heat in every country with a factor for it", async () => {
    for (const [country, name] of [
      ["GB", "District heat and steam"],
      ["ES", "District heat and steam"],
      ["US", "Steam and Heat"],
    ] as const) {
      const heat = named(await fuelsIn(country), "district_heat");
      const id = idOf("heat/district_heat");
      expect(heat).toMatchObject({ id, fuel: name, purpose: FuelPurpose.HEAT, category: "heat" });
      expect(codesOf(heat!)).toContain("kWh");
    }
  });

  it("have exactly the units that a calculation accepts", async () => {
    const units = seeded.snapshot.units.filter(({ dimension }) => dimension !== "currency");
    const selection = createClient(SelectionService, seeded.transport);
    for (const key of ["natural_gas", "gas_oil", "wood_pellets"]) {
      const { resolutions } = await selection.resolveFactors({
        selections: units.map(({ id }) => ({
          selector: { kind: { case: "library", value: { category: "fuels", key, country: "ES" } } },
          unitId: id,
          referenceDate: "2025-06-30",
        })),
      });
      const accepted = units.filter((_, at) => resolutions[at]!.factor).map(({ code }) => code);
      expect(codesOf(named(await fuelsIn("ES"), key)!)).toEqual(accepted);
    }
  });
});

describe("LookUpFacilityFuels", () => {
  it("returns category, key and units, even in countries where the fuel is not usual", async () => {
    const ids = [idOf("fuels/landfill_gas"), idOf("refrigerants/r_410a").toUpperCase(), idOf("fuels/unobtainium"), "x"];
    const { fuels } = await client.lookUpFacilityFuels({ country: "ES", ids });
    expect(fuels).toMatchObject([
      { category: "fuels", key: "landfill_gas", purpose: FuelPurpose.HEAT },
      { category: "refrigerants", key: "r_410a", purpose: FuelPurpose.RECHARGE },
    ]);
    expect(codesOf(fuels[0]!)).toContain("kWh");
  });

  it("returns no units if no factor applies to the country", async () => {
    const ids = [idOf("fuels/olive_stones")];
    expect((await client.lookUpFacilityFuels({ country: "US", ids })).fuels).toMatchObject([{ units: [] }]);
  });
});
