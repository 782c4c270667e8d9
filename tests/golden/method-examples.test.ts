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
  "carrier-fuels": { country: "GB", day: "2025-03-31", keys: ["diesel", "diesel"] },
  combustion: { country: "GB", day: "2025-03-31", keys: ["natural_gas", "natural_gas"] },
  electricity: { country: "ES", day: "2023-03-31", keys: ["iberdrola_clientes", "grid", "grid", "grid", "grid"] },
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
      "1 logistics_recharges",
      "1 process",
      "1 recharges",
      "1 vehicles",
      "2 electricity",
      "2 heat",
      "3 energy_production",
      "3 goods_shipped",
      "3 logistics_recharges",
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
    expect(co2e!.value).toBe("385.524693613459");
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
