import { PUBLISHED, type PublishedFigure } from "@emissions/factors/load/published.fixture";
import { newId } from "@emissions/kit/process/id";
import type { Calculation } from "@emissions/proto/calc/v1/calculation_service";
import type { Factor } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
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

/** One unit of the activity, in the unit and year of the publication. */
function oneUnit({ category, key, country, year, unit }: PublishedFigure): Activity {
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
      : { case: "library", value: { $typeName: "emissions.factors.v1.LibrarySelector", category, key, country } };
  return { selector, quantity: "1", unitId: services.unitId(unit), day: `${year}-06-30` };
}

const kilograms = (text: string) => textOf(times(fraction(text), fraction("0.001")));
const asStored = (kg: string) => textOf(round(fraction(kg), 12));
const GWP_AR6 = { co2: "1", ch4: "27.9", n2o: "273" };

/** The published CO2e. Where only gases are published: their sum with the GWPs of IPCC AR6. */
function co2eOf(figure: PublishedFigure, { values }: Factor): string {
  if (figure.co2eKg !== undefined) return asStored(figure.co2eKg);
  // Gases that the file does not list are taken from the factor.
  const masses = {
    co2: figure.co2Kg ?? values?.co2?.value,
    ch4: figure.ch4G ? kilograms(figure.ch4G) : values?.ch4?.value,
    n2o: figure.n2oG ? kilograms(figure.n2oG) : values?.n2o?.value,
  };
  const weighed = Object.entries(GWP_AR6).map(([gas, potential]) =>
    times(fraction(masses[gas as keyof typeof masses] ?? "0"), fraction(potential)),
  );
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
      const { co2e, impacts, factor, conversions, gwpSet, errorCode, formulaWithNumbers } = calculations.get(figure)!;
      expect(errorCode).toBeUndefined();
      expect(conversions).toEqual([]);
      expect([factor!.category, factor!.key, factor!.year]).toEqual([figure.category, figure.key, figure.year]);
      expect(co2e!.value).toBe(co2eOf(figure, factor!));
      if (figure.co2eKg === undefined) expect(gwpSet).toBe("AR6");
      else expect(formulaWithNumbers).toContain(`1 * ${textOf(fraction(figure.co2eKg))} = `);
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
