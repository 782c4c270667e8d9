import { create } from "@bufbuild/protobuf";
import { PUBLISHED, type PublishedFigure } from "@emissions/factors/load/published.fixture";
import { newId } from "@emissions/kit/process/id";
import type { Calculation } from "@emissions/proto/calc/v1/calculation_service";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { GWP_SETS, type GwpSet } from "@emissions/quantity/gases";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

/** Besides the published figures: refrigerants with gases outside the Kyoto Protocol, and fuels of each origin. */
const FURTHER: readonly Omit<PublishedFigure, "source">[] = [
  ...["r_401a", "hcfc_22", "r_502", "r_290", "r_454b", "hfc_41", "n2o"].map((key) => {
    return { category: "refrigerants", key, country: "US", year: 2025, unit: "kg" };
  }),
  ...["landfill_gas", "natural_gas", "wood_residuals"].map((key) => {
    return { category: "fuels", key, country: "US", year: 2025, unit: "mmBtu" };
  }),
];
const figures = [...PUBLISHED, ...FURTHER].filter(({ category }) => category !== "waste");

let services: FactorsAndCalc;
const bySet = new Map<GwpSet, Calculation[]>();
beforeAll(async () => {
  services = await factorsAndCalc();
  for (const set of GWP_SETS) {
    const org = newId();
    const ids = await services.store(
      org,
      figures.map((figure) => activityOf(figure, set)),
    );
    bySet.set(set, await Promise.all(ids.map((id) => services.explain(org, id))));
  }
});
afterAll(() => services.drop());

function activityOf({ category, key, country, year, unit }: Omit<PublishedFigure, "source">, gwpSet: GwpSet): Activity {
  const value = create(LibrarySelectorSchema, { category, key, country });
  const selector = { case: "library" as const, value };
  return { selector, quantity: "12.345", unitId: services.unitId(unit), day: `${year}-06-30`, gwpSet };
}

const massOf = ({ ar4, ar5, ar6 }: NonNullable<Calculation["impacts"][number]["co2eByGwpSet"]>, set: GwpSet) =>
  ({ AR4: ar4, AR5: ar5, AR6: ar6 })[set]!.value;

it("each calculation has the CO2e that a calculation with another set would have, and all agree", () => {
  for (const [at, { category, key }] of figures.entries()) {
    const all = GWP_SETS.map((set) => bySet.get(set)![at]!);
    const masses = all.map(({ impacts }) => impacts.map(({ part, co2eByGwpSet }) => ({ part, co2eByGwpSet })));
    expect(masses[0]!.length, `${category} ${key}`).toBeGreaterThan(0);
    expect(masses[1]).toEqual(masses[0]);
    expect(masses[2]).toEqual(masses[0]);
    for (const [index, set] of GWP_SETS.entries()) {
      for (const { co2e, co2eByGwpSet } of all[index]!.impacts) expect(co2e!.value).toBe(massOf(co2eByGwpSet!, set));
    }
  }
});

it("a figure whose CO2e is the same under another basis is marked, unless its gases are weighed", () => {
  for (const [index, set] of GWP_SETS.entries()) {
    for (const [at, { category, key }] of figures.entries()) {
      const { fitness, gwpSet, factor } = bySet.get(GWP_SETS[index]!)![at]!;
      expect([category, key, fitness!.basisDiffers]).toEqual([category, key, gwpSet !== undefined && gwpSet !== set]);
      if (fitness!.basisDiffers) expect(gwpSet).toBe(factor!.gwpSet);
    }
  }
});
