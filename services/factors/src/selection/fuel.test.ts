import { CalorificBasis } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { factorKey } from "../catalogue/snapshot.ts";
import {
  kilogramsOf,
  named,
  type Query,
  resolve,
  seeded,
  selectorOf,
  stepsOf,
  withCatalogue,
} from "./energy.fixture.ts";
import { lookUpLibrary } from "./lookup/library.ts";
import { resolveInLibrary } from "./resolve-library.ts";

withCatalogue();

const { GROSS, NET } = CalorificBasis;

describe("the calorific value of an energy of fuel", () => {
  it.each([
    { what: "nobody said", basis: CalorificBasis.UNSPECIFIED, key: "natural_gas", assumed: true },
    { what: "is gross", basis: GROSS, key: "natural_gas", assumed: false },
    { what: "is net", basis: NET, key: "natural_gas_net_cv", assumed: false },
  ])("that $what selects $key", async ({ basis, key, assumed }) => {
    for (const unit of ["kWh", "GJ", "therm", "mmBtu"]) {
      const { factor, fitness } = await resolve({ country: "GB", unit, basis });
      expect([factor?.key, fitness?.calorificBasisAssumed]).toEqual([key, assumed]);
    }
  });

  it("is named by the key of a fuel, unless the record says another", async () => {
    const fuel = { key: "natural_gas_net_cv", country: "GB" };
    expect((await resolve(fuel)).factor?.key).toBe("natural_gas_net_cv");
    expect((await resolve(fuel)).fitness?.calorificBasisAssumed).toBe(false);
    expect((await resolve({ ...fuel, basis: GROSS })).factor?.key).toBe("natural_gas");
  });

  it("does not matter for a mass or a volume", async () => {
    expect((await resolve({ country: "GB", unit: "m3" })).fitness?.calorificBasisAssumed).toBe(false);
  });

  it("of bioenergy, which DESNZ publishes net, is converted from gross", async () => {
    const pellets = { key: "wood_pellets", country: "GB" };
    expect(stepsOf(await resolve({ ...pellets, basis: NET }))).toEqual([]);
    const gross = await resolve({ ...pellets, basis: GROSS });
    expect([gross.factor?.unit, stepsOf(gross)]).toEqual(["t", ["kWh>GJ *9 /2500", "GJ>t *1 /18.694"]]);
    // 1,000 kWh gross are 3.6 GJ; 3.6 / 18.694 t * 55.19389 kg.
    expect(Number(kilogramsOf(gross, "1000"))).toBeCloseTo(10.629, 3);
  });

  it("of every DESNZ row of bioenergy is net: the rows per mass and per energy agree", () => {
    const { factors, fuelProperties, unitsByCode } = seeded.snapshot;
    const kilograms = (unit: string) => Number(unitsByCode.get(unit)!.numerator);
    let checked = 0;
    for (const [key, { netCalorificValue, per }] of fuelProperties) {
      const rows = factors.get(factorKey("fuels", "library", key)) ?? [];
      const bio = rows.filter(({ row }) => row.groupPath.startsWith("Bioenergy > ") && row.biogenicCo2 !== null);
      const ofYear = bio.filter(({ year, region }) => year === 2025 && region === "GB");
      const mass = ofYear.find(({ unit }) => unit === "kg" || unit === "t");
      const energy = ofYear.find(({ unit }) => unit === "kWh" || unit === "GJ");
      if (per !== "t" || mass === undefined || energy === undefined) continue;
      const perTonne = (Number(mass.row.biogenicCo2) * 1000) / kilograms(mass.unit);
      const perGj = Number(energy.row.biogenicCo2) / (energy.unit === "GJ" ? 1 : 0.0036);
      // Published figures have three digits or more.
      expect(Math.abs(perTonne / perGj / Number(netCalorificValue) - 1), key).toBeLessThan(0.02);
      checked += 1;
    }
    expect(checked).toBeGreaterThanOrEqual(9);
  });
});

describe("mass, volume and energy of a fuel", () => {
  /** The catalogue without the factors per other units. */
  const onlyPer = (units: string[], query: Query & { unit: string }) => {
    const { snapshot } = seeded;
    const factors = new Map(
      [...snapshot.factors].map(([key, rows]) => [key, rows.filter(({ unit }) => units.includes(unit))] as const),
    );
    const lookup = lookUpLibrary({ $typeName: "emissions.factors.v1.LibrarySelector", ...selectorOf(query) });
    return resolveInLibrary({ ...snapshot, factors }, { lookup, unit: query.unit, day: "2025-06-30" });
  };
  const steps = ({ conversion = [] }: ReturnType<typeof onlyPer>) => stepsOf({ conversion: conversion as never });

  it("convert by published properties if no factor has the recorded unit", () => {
    const gas = { country: "GB", unit: "kg" };
    const answer = onlyPer(["kWh", "m3"], gas);
    expect(answer.factor?.unit).toBe("kWh");
    expect(steps(answer)).toEqual(["kg>t *1 /1000", "t>GJ *50.678 /1", "GJ>kWh *2500 /9"]);
    expect(answer.conversion![1]!.fuelProperty).toEqual({
      fuel: "Natural Gas",
      property: "gross_calorific_value",
      value: { value: "50.678" },
      unit: "GJ/t",
      source: expect.stringContaining("DESNZ"),
      year: 2025,
      conditions: "",
    });
    expect(steps(onlyPer(["m3"], gas))).toEqual(["kg>t *1 /1000", "t>l *1246142.986 /1", "l>m3 *1 /1000"]);
  });

  it("say the reference conditions of a volume", () => {
    const { conversion } = onlyPer(["t"], { key: "biogas", country: "FR", unit: "m3" });
    expect(conversion!.find(({ fuelProperty }) => fuelProperty)?.fuelProperty?.conditions).toContain("101.325 kPa");
  });

  it.each<Query & { what: string; factor: string; path: string[]; kg: string }>([
    {
      what: "litres of a class to kilograms of its fuel",
      category: "vehicle_fuels",
      key: "lng/n2_n3",
      country: "ES",
      unit: "l",
      factor: "vehicle_fuels lng/n2_n3 ES",
      path: ["l>t *1 /2210", "t>kg *1000 /1"],
      kg: "1.235747",
    },
    {
      what: "kilograms to litres",
      category: "vehicle_fuels",
      key: "petrol/m1",
      country: "ES",
      unit: "kg",
      factor: "vehicle_fuels petrol/m1 ES",
      path: ["kg>t *1 /1000", "t>l *1340.116 /1"],
      kg: "3.013921",
    },
    {
      what: "kilograms to therms, by the inventory",
      key: "lpg/energy_industries",
      country: "GB",
      unit: "kg",
      factor: "fuels lpg/energy_industries GB",
      path: ["kg>t *1 /1000", "t>GJ *49.39123 /1", "GJ>therm *9000000000 /949550267.358"],
      kg: "2.9385",
    },
  ])("convert $what", async ({ factor, path, kg, ...query }) => {
    const answer = await resolve(query);
    expect(named(answer)).toMatch(new RegExp(`^${factor}`));
    expect(stepsOf(answer)).toEqual(path);
    const gas = answer.factor?.values?.co2e ? "co2e" : "co2";
    expect(Number(kilogramsOf(answer, "1", gas)).toFixed(kg.split(".")[1]!.length)).toBe(kg);
  });

  it("are not used where a factor has the recorded unit, in a wider region too", async () => {
    const answer = await resolve({ key: "natural_gas", country: "ES", unit: "kg" });
    expect([named(answer), stepsOf(answer)]).toEqual(["fuels natural_gas GLO 2025", ["kg>t *1 /1000"]]);
  });

  it.each([
    { what: "a fuel without properties", key: "b7", country: "ES", unit: "kWh" },
    { what: "compressed gas by volume", key: "cng", country: "FR", unit: "l" },
    { what: "a distance", key: "natural_gas", country: "GB", unit: "km" },
    { what: "gross energy, published net without a ratio", key: "methanol_bio", country: "GB", basis: GROSS },
  ])("do not convert $what", async (query) => {
    const answer = await resolve(query);
    expect([answer.failureCode, answer.factor]).toEqual(["UNIT_NOT_CONVERTIBLE", undefined]);
    expect(answer.candidates.length).toBeGreaterThan(0);
  });
});
