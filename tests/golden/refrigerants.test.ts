import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { parseCsv } from "@emissions/factors/load/csv";
import { newId } from "@emissions/kit/process/id";
import type { Calculation } from "@emissions/proto/calc/v1/calculation_service";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { fraction, textOf } from "@emissions/quantity/oracle";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

const library = (dataset: string) =>
  parseCsv(readFileSync(new URL(`../../services/factors/catalog/library/${dataset}.csv`, import.meta.url), "utf8"));

/** One kilogram of a refrigerant. */
const kilogram = (key: string, country: string, gwpSet = "AR5"): Activity => {
  const value = create(LibrarySelectorSchema, { category: "refrigerants", key, country });
  const day = "2025-06-30";
  return {
    category: "recharges",
    selector: { case: "library", value },
    quantity: "1",
    unitId: services.unitId("kg"),
    day,
    gwpSet,
  };
};

async function calculated(activities: readonly Activity[]): Promise<Calculation[]> {
  const org = newId();
  const ids = await services.store(org, activities);
  return Promise.all(ids.map((id) => services.explain(org, id)));
}

const outsideOf = ({ impacts }: Calculation) => impacts.find(({ ghgCategory }) => ghgCategory === "outside_scopes");

it.each([
  { set: "AR4", kg: ["1430", "2087.5"] },
  { set: "AR5", kg: ["1300", "1924"] },
  { set: "AR6", kg: ["1530", "2255.5"] },
])("a kilogram of R-134a and of R-410A has the potential of $set in every country", async ({ set, kg }) => {
  const countries = ["GB", "ES", "US", "FR"];
  const all = await calculated(
    countries.flatMap((country) => [kilogram("hfc_134a", country, set), kilogram("r_410a", country, set)]),
  );
  expect(all.map(({ gwpSet }) => gwpSet)).toEqual(all.map(() => set));
  const numbers = all.map(({ co2e }) => Number(co2e!.value));
  // A publication of the same set may round the potential of a blend to whole kilograms.
  for (const [at, number] of numbers.entries()) expect(Math.abs(number - Number(kg[at % 2]))).toBeLessThanOrEqual(0.5);
  expect(numbers.filter((_, at) => at % 2 === 0)).toEqual(countries.map(() => Number(kg[0])));
});

describe.each([
  { dataset: "defra-2025", country: "GB", counted: 75 },
  { dataset: "epa-hub-2025", country: "US", counted: 55 },
])("under AR5, the refrigerants of $dataset", ({ dataset, country, counted }) => {
  it("have the published value to the last digit, counted or outside the scopes", async () => {
    const rows = library(dataset).filter(({ category }) => category === "refrigerants");
    const all = await calculated(rows.map(({ key }) => kilogram(key!, country)));
    const published = rows.map((row) => textOf(fraction(row.co2e_kg!)));
    const inScope = rows.filter((_, at) => all[at]!.co2e!.value === published[at]);
    expect(inScope.length).toBeGreaterThanOrEqual(counted);
    // Blends with HCFC or CFC: only their other gases count. R-424A of US EPA contradicts its composition.
    const others = rows.flatMap(({ key }, at) => {
      const outside = outsideOf(all[at]!)?.co2e?.value;
      return inScope.includes(rows[at]!) || outside === published[at] || outside !== undefined ? [] : [key];
    });
    expect(others).toEqual(dataset === "epa-hub-2025" ? ["r_424a"] : []);
  });
});

it("a gas without a potential in the report keeps its published value, and is marked", async () => {
  const [inAr4, inAr5] = await calculated(["AR4", "AR5"].map((set) => kilogram("hfc_41", "GB", set)));
  expect([inAr4!.co2e!.value, inAr4!.gwpSet, inAr4!.fitness!.basisDiffers]).toEqual(["116", "AR5", true]);
  expect([inAr5!.co2e!.value, inAr5!.gwpSet, inAr5!.fitness!.basisDiffers]).toEqual(["116", "AR5", false]);
});

it("gases outside the Kyoto Protocol are in no total", async () => {
  const org = newId();
  await services.store(
    org,
    ["hfc_134a", "cfc_12", "hcfc_22", "halon_1301", "r_290", "r_502"].map((key) => kilogram(key, "FR")),
  );
  // R-502 is half HCFC-22 and half CFC-115.
  expect(await services.categories(org, 2025)).toEqual(["1 recharges 1.3"]);
});
