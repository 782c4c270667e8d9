import { create } from "@bufbuild/protobuf";
import { type Readme, readmes } from "@emissions/calc/methods/readme.fixture";
import { newId } from "@emissions/kit/process/id";
import { PartOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
const org = newId();
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

/** The selector of each part of the examples of the methods. */
const SELECTORS: Record<string, { country: string; day: string; keys: string[] }> = {
  combustion: { country: "GB", day: "2025-03-31", keys: ["natural_gas", "natural_gas"] },
  electricity: { country: "ES", day: "2023-03-31", keys: ["iberdrola_clientes", "grid", "grid", "grid", "grid"] },
  employees: {
    country: "GB",
    day: "2025-03-31",
    keys: ["car/medium/petrol", "homeworking", "car/medium/petrol"],
  },
  "energy-production": { country: "GB", day: "2025-03-31", keys: ["lpg"] },
  freight: {
    country: "GB",
    day: "2025-03-31",
    keys: ["hgv/rigid_over_17_t/diesel", "hgv/rigid_over_17_t/diesel", "transshipment_ambient"],
  },
  heat: { country: "GB", day: "2025-03-31", keys: Array(4).fill("district_heat") },
  "hotel-stays": { country: "GB", day: "2025-03-31", keys: ["room_night"] },
  process: { country: "ES", day: "2025-03-31", keys: ["sf6"] },
  recharges: { country: "ES", day: "2025-03-31", keys: ["r_410a"] },
  "sold-products": { country: "GB", day: "2025-03-31", keys: Array(4).fill("grid") },
  travels: { country: "GB", day: "2025-03-31", keys: Array(2).fill("flight/short_haul/economy_class/with_rf") },
  vehicles: { country: "GB", day: "2025-03-31", keys: ["diesel", "diesel"] },
  wastes: { country: "FR", day: "2025-03-31", keys: ["150101/R03"] },
  water: { country: "FR", day: "2025-03-31", keys: ["water", "water"] },
};
const examples = readmes().filter(({ rows }) => rows.length > 0);

const library = (category: string, key: string, country: string) => ({
  case: "library" as const,
  value: create(LibrarySelectorSchema, { category, key, country }),
});

/** The record of an example, for the real library. */
function activityOf({ method, rows }: Readme, rest: ReturnType<typeof losses>[] = []) {
  const { country, day, keys } = SELECTORS[method]!;
  const [main, ...additionalParts] = rows.map(({ part, category, lookedUpIn, quantity, unit, memo }, index) => {
    const unitId = services.unitId(unit.replace("t.km", "tkm"));
    const selector = library(lookedUpIn, keys[index]!, country);
    return { part, category, quantity, unitId, memo, selector };
  });
  const { category, quantity, unitId, selector } = main!;
  const parts = additionalParts.map(({ quantity, unitId, selector, ...part }) => {
    return { ...part, quantity: { value: { value: quantity }, unitId }, selector: { kind: selector } };
  });
  return { category, quantity, unitId, selector, day, additionalParts: [...parts, ...rest] };
}

/** No figure and no share is published for losses in the grid of Taiwan. */
const losses = () => ({
  part: "electricity_losses",
  category: "energy_production",
  quantity: { value: { value: "1200" }, unitId: services.unitId("kWh") },
  selector: { kind: library("electricity_losses", "grid", "TW") },
  memo: false,
  optional: true,
});

describe("the example of a method has the same result with the published factors", () => {
  it.each(examples)("$method", async (readme) => {
    const [id] = await services.store(org, [activityOf(readme)]);
    const { co2e, biogenicCo2, impacts, errorDetail } = await services.explain(org, id!);
    expect(errorDetail).toBeUndefined();
    expect(new Map(impacts.map(({ part, co2e }) => [part, co2e!.value]))).toEqual(
      new Map(readme.rows.map(({ part, kg }) => [part, kg])),
    );
    expect([co2e!.value, biogenicCo2?.value ?? null]).toEqual([readme.kg, readme.biogenicKg]);
  });

  it("has the category and scope of the method", async () => {
    const all = newId();
    await services.store(
      all,
      examples.map((readme) => ({ ...activityOf(readme), day: "2025-12-31" })),
    );
    expect((await services.categories(all, 2025)).map((line) => line.replace(/ [\d.]+$/, ""))).toEqual([
      "1 combustion",
      "1 process",
      "1 recharges",
      "1 vehicles",
      "2 electricity",
      "2 heat",
      "3 employees",
      "3 energy_production",
      "3 goods_shipped",
      "3 sold_products",
      "3 travels",
      "3 wastes",
      "3 water",
    ]);
  });
});

describe("electricity", () => {
  const bill = () => activityOf(examples.find(({ method }) => method === "electricity")!, [losses()]);

  it("omits grid losses where none are published, and explains that", async () => {
    const [id] = await services.store(org, [bill()]);
    const { parts, co2e } = await services.explain(org, id!);
    expect(parts.at(-1)).toMatchObject({ status: PartOutcome.LEFT_OUT, errorCode: "FACTOR_NOT_FOUND" });
    expect(co2e!.value).toBe("343.870071494968");
  });

  it.each([
    {
      what: "of a supplier without a mix has the residual mix",
      category: "electricity_supplier",
      key: "nobody",
      kg: "312",
    },
    {
      what: "with guarantees of origin emits nothing",
      category: "electricity_certificates",
      key: "guarantee_of_origin",
      kg: "0",
    },
  ])("$what, beside the same average of the grid", async ({ category, key, kg }) => {
    const selector = library(category, key, "ES");
    const [id] = await services.store(org, [{ ...bill(), selector }]);
    const { parts, candidates } = await services.explain(org, id!);
    expect(parts.slice(0, 2).map(({ co2e, memo }) => [co2e!.value, memo])).toEqual([
      [kg, false],
      ["168", true],
    ]);
    expect(candidates[0]!.chosen).toBe(true);
  });
});

describe("the use of sold products", () => {
  const category = "sold_products";
  /** A country sale with one memo item, which has a factor of its own. */
  const sale = (
    main: ReturnType<typeof library>,
    memo: ReturnType<typeof library>,
    [amount, unit]: [string, string],
  ) => {
    const unitId = services.unitId(unit);
    const quantity = { value: { value: amount }, unitId };
    const part = { part: "use_upstream", category, quantity, selector: { kind: memo }, memo: true, optional: true };
    return { category, selector: main, quantity: amount, unitId, day: "2025-12-31", additionalParts: [part] };
  };
  const electricity = (country: string, kWh: string) =>
    sale(library("electricity_location", "grid", country), library("electricity_upstream", "grid", country), [
      kWh,
      "kWh",
    ]);

  it("in the countries of the example sums up to category 11 of the period", async () => {
    const org = newId();
    const ids = await services.store(org, [electricity("GB", "800000"), electricity("ES", "480000")]);
    const [british, spanish] = await Promise.all(ids.map((id) => services.explain(org, id)));
    expect([british!.co2e!.value, spanish!.co2e!.value]).toEqual(["141600", "60000"]);
    expect(spanish!.impacts[0]).toMatchObject({ part: "use", scope: 3, ghgCategory: "use_of_sold_products" });
    expect(spanish!.fitness).toMatchObject({ staleYears: 1, proxy: false, partsMissing: false });
    expect(await services.categories(org, 2025)).toEqual(["3 sold_products 201.6"]);
  });

  it("of a fuel is its combustion, and its production is a memo item", async () => {
    const fuel = sale(library("fuels", "natural_gas", "GB"), library("fuels_upstream", "natural_gas", "GB"), [
      "1000",
      "m3",
    ]);
    const [id] = await services.store(org, [fuel]);
    const { impacts, co2e } = await services.explain(org, id!);
    expect(impacts).toMatchObject([
      { part: "use", scope: 3, ghgCategory: "use_of_sold_products", memo: false },
      { part: "use_upstream", scope: 3, ghgCategory: "use_of_sold_products", memo: true },
    ]);
    expect(co2e!.value).toBe("2066.72");
  });

  it("by a life-cycle figure is marked, and has no upstream beside it", async () => {
    const [id] = await services.store(org, [electricity("DJ", "480000")]);
    const { co2e, impacts, parts, fitness } = await services.explain(org, id!);
    expect([co2e!.value, impacts.length]).toEqual(["208320", 1]);
    expect(fitness).toMatchObject({ boundaryDiffers: true, lifeCycleInScope2: false });
    expect(parts[1]).toMatchObject({ errorCode: "IN_LIFE_CYCLE_FIGURE" });
  });
});
