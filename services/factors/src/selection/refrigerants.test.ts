import { type Client, createClient } from "@connectrpc/connect";
import { MethaneOrigin, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof SelectionService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(SelectionService, seeded.transport);
});
afterAll(() => seeded.database.drop());

async function factorOf({ category = "refrigerants", key = "", country = "GB", unit = "kg" }) {
  const selector = { kind: { case: "library" as const, value: { category, key, country } } };
  const unitId = seeded.snapshot.unitsByCode.get(unit)!.id;
  const { resolutions } = await client.resolveFactors({
    selections: [{ selector, unitId, referenceDate: "2025-05-17" }],
  });
  return resolutions[0]!.factor!;
}
const texts = async (key: string, country = "GB") =>
  (await factorOf({ key, country })).gases.map(({ gas, kilograms, kyoto, gwpAr4, gwpAr5, gwpAr6 }) =>
    [gas, kilograms!.value, kyoto, ...[gwpAr4, gwpAr5, gwpAr6].map((gwp) => gwp?.value ?? "-")].join(" "),
  );

describe("a refrigerant", () => {
  it.each([
    { key: "hfc_134a", country: "GB", gases: ["hfc_134a 1 true 1430 1300 1530"] },
    { key: "hfc_134a", country: "ES", gases: ["hfc_134a 1 true 1430 1300 1530"] },
    { key: "sf6", country: "FR", gases: ["sf6 1 true 22800 23500 24300"] },
    { key: "hcfc_22", country: "US", gases: ["hcfc_22 1 false 1810 1760 1960"] },
    { key: "r_290", country: "GB", gases: ["r_290 1 false - - -"] },
    { key: "r_410a", country: "US", gases: ["hfc_125 0.5 true 3500 3170 3740", "hfc_32 0.5 true 675 677 771"] },
    {
      key: "r_401a",
      country: "GB",
      gases: ["hcfc_22 0.53 false 1810 1760 1960", "hcfc_124 0.34 false 609 527 597", "hfc_152a 0.13 true 124 138 164"],
    },
    { key: "r_454b", country: "DE", gases: ["hfc_32 0.689 true 675 677 771", "r_1234yf 0.311 false - - -"] },
  ])("$key in $country has the same gases, with the potentials of each report", async ({ key, country, gases }) => {
    expect(await texts(key, country)).toEqual(gases);
  });

  it("has no gases if it is no refrigerant", async () => {
    expect((await factorOf({ category: "fuels", key: "natural_gas", unit: "kWh" })).gases).toEqual([]);
  });
});

describe("the methane of a fuel", () => {
  const { FOSSIL, NON_FOSSIL, UNSPECIFIED } = MethaneOrigin;
  it.each([
    { key: "natural_gas", country: "GB", unit: "kWh", origin: FOSSIL },
    { key: "peat", country: "US", unit: "short_ton", origin: FOSSIL },
    { key: "landfill_gas", country: "US", unit: "mmBtu", origin: NON_FOSSIL },
    { key: "wood_pellets", country: "ES", unit: "kg", origin: NON_FOSSIL },
    { key: "municipal_solid_waste", country: "US", unit: "short_ton", origin: UNSPECIFIED },
    { key: "diesel", country: "GB", unit: "l", origin: UNSPECIFIED },
    { key: "b7", country: "ES", unit: "l", origin: UNSPECIFIED },
    { category: "electricity_location", key: "grid", country: "GB", unit: "kWh", origin: UNSPECIFIED },
  ])("$key of $country has its origin", async ({ category = "fuels", origin, ...rest }) => {
    expect((await factorOf({ category, ...rest })).methaneOrigin).toBe(origin);
  });
});
