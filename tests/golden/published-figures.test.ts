import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { parseCsv } from "@emissions/factors/load/csv";
import { PUBLISHED, type PublishedFigure } from "@emissions/factors/load/published.fixture";
import { newId } from "@emissions/kit/process/id";
import type { Calculation } from "@emissions/proto/calc/v1/calculation_service";
import { type Factor, LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { plain } from "@emissions/quantity/decimal";
import { GASES, type Gas, type GwpSet, gwpOf, gwpSet } from "@emissions/quantity/gases";
import { fraction, plus, round, textOf, times } from "@emissions/quantity/oracle";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

const org = newId();
let services: FactorsAndCalc;
const calculations = new Map<PublishedFigure, Calculation>();
beforeAll(async () => {
  services = await factorsAndCalc();
  const ids = await services.store(org, PUBLISHED.map(oneUnit));
  for (const [at, figure] of PUBLISHED.entries()) calculations.set(figure, await services.explain(org, ids[at]!));
});
afterAll(() => services.drop());

const FOLDERS = ["library", "share-alike/library"];
const datasets = FOLDERS.flatMap((folder) =>
  parseCsv(readFileSync(new URL(`../../services/factors/catalog/${folder}/datasets.csv`, import.meta.url), "utf8")),
);
const setOf = ({ source }: PublishedFigure) =>
  gwpSet(datasets.find(({ dataset }) => dataset === source)!.gwp_set as string);

/** The set that a result names: that of the figure. Undefined for one that states none. */
const statedSet = (figure: PublishedFigure) => {
  const set = figure.gwpSet ?? datasets.find(({ dataset }) => dataset === figure.source)!.gwp_set;
  return set === "none" || set === "" ? undefined : set;
};

/** One unit of the activity, in the unit, the year and the warming potentials of the publication. */
function oneUnit(figure: PublishedFigure): Activity {
  const { category, key, country, year, unit } = figure;
  const [ler, rd] = key.split("/") as [string, string];
  const pair = {
    lerCodeId: catalogueId("ler", ler),
    rdCodeId: catalogueId("rd", rd),
    country,
    organizationCountry: country,
  };
  const selector: Activity["selector"] =
    category === "waste"
      ? { case: "waste", value: { $typeName: "emissions.factors.v1.WasteSelector", ...pair } }
      : { case: "library", value: create(LibrarySelectorSchema, { category, key, country }) };
  return { selector, quantity: "1", unitId: services.unitId(unit), day: `${year}-06-30`, gwpSet: setOf(figure) };
}

const kilograms = (text: string) => textOf(times(fraction(text), fraction("0.001")));
const asStored = (kg: string) => textOf(round(fraction(kg), 12));
const potential = (set: GwpSet, gas: Gas) => fraction(plain(gwpOf(set, gas, "general")));

/** The published CO2e. Where only gases are published: their sum with the warming potentials of the publication. */
function co2eOf(figure: PublishedFigure, { values }: Factor): string {
  if (figure.co2eKg !== undefined) return asStored(figure.co2eKg);
  // Gases that the file does not list are taken from the factor.
  const masses = {
    co2: figure.co2Kg ?? values?.co2?.value,
    ch4: figure.ch4G ? kilograms(figure.ch4G) : values?.ch4?.value,
    n2o: figure.n2oG ? kilograms(figure.n2oG) : values?.n2o?.value,
  };
  const weighed = GASES.map((gas) => times(fraction(masses[gas] ?? "0"), potential(setOf(figure), gas)));
  return textOf(round(weighed.reduce(plus), 12));
}

it("covers at least sixty figures from at least ten publications", () => {
  expect(PUBLISHED.length).toBeGreaterThanOrEqual(60);
  expect(new Set(PUBLISHED.map(({ source }) => source)).size).toBeGreaterThanOrEqual(10);
});

describe("one unit of an activity results in the published figure", () => {
  it.each(PUBLISHED.map((figure) => ({ figure })))(
    "$figure.source: $figure.category $figure.key of $figure.year per $figure.unit",
    ({ figure }) => {
      const {
        co2e,
        impacts,
        factor,
        conversions,
        gwpSet: usedSet,
        errorCode,
        formulaWithNumbers,
        fitness,
      } = calculations.get(figure)!;
      expect(errorCode).toBeUndefined();
      expect(conversions).toEqual([]);
      expect([factor!.category, factor!.key, factor!.year]).toEqual([figure.category, figure.key, figure.year]);
      expect(co2e!.value).toBe(co2eOf(figure, factor!));
      const stated = statedSet(figure);
      expect([usedSet, fitness?.basisDiffers]).toEqual([stated, stated !== undefined && stated !== setOf(figure)]);
      if (figure.co2eKg !== undefined) {
        expect(formulaWithNumbers).toContain(`1 * ${textOf(fraction(figure.co2eKg))} = `);
      }
      const masses = {
        co2: figure.co2Kg,
        ch4: figure.ch4G && kilograms(figure.ch4G),
        n2o: figure.n2oG && kilograms(figure.n2oG),
        biogenicCo2: figure.biogenicCo2Kg,
      };
      for (const [gas, kg] of Object.entries(masses)) {
        if (kg !== undefined) expect(impacts[0]![gas as keyof typeof masses]?.value).toBe(asStored(kg));
      }
    },
  );
});
