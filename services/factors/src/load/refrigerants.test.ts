import { readFileSync } from "node:fs";
import { type Fraction, fraction, minus, plus, textOf, times } from "@emissions/quantity/oracle";
import { describe, expect, it } from "vitest";
import { type CsvRow, parseCsv } from "./csv.ts";

const read = (path: string) => parseCsv(readFileSync(new URL(`../../catalog/${path}`, import.meta.url), "utf8"));
const gwp = read("gwp.csv");
const components = Map.groupBy(read("refrigerant-blends.csv"), ({ refrigerant }) => refrigerant!);
const refrigerantsOf = (dataset: string) =>
  read(`library/${dataset}.csv`).filter(({ category }) => category === "refrigerants");
const PUBLICATIONS = [
  { dataset: "defra-2024", set: "AR5" },
  { dataset: "defra-2025", set: "AR5" },
  { dataset: "epa-hub-2025", set: "AR5" },
  { dataset: "miteco-v31", set: "AR6" },
  { dataset: "ipcc-ar6-gwp", set: "AR6" },
  { dataset: "ashrae-34-blends", set: "AR5" },
];

const potentials = new Map(gwp.map((row) => [`${row.key} ${row.gwp_set}`, row]));
const sum = (all: readonly Fraction[]) => all.reduce(plus, fraction("0"));

/** CO2e of a kilogram by composition, of the gases of the Kyoto Protocol and of all. Null if a potential is missing. */
function composed(key: string, set: string) {
  const parts: CsvRow[] = components.get(key) ?? [{ component: key, mass_percent: "100" }];
  const weighed = parts.map(({ component, mass_percent }) => {
    const row = potentials.get(`${component} ${set}`);
    const share = times(fraction(mass_percent!), fraction("0.01"));
    return { kyoto: row?.kyoto === "true", co2e: times(share, fraction(row?.gwp_100 ?? "0")) };
  });
  return {
    kyoto: sum(weighed.filter(({ kyoto }) => kyoto).map(({ co2e }) => co2e)),
    all: sum(weighed.map(({ co2e }) => co2e)),
  };
}

const apart = (a: string, b: Fraction) => Math.abs(Number(textOf(minus(fraction(a), b))));

describe("refrigerants", () => {
  it("have a composition for every key of the library, and each sums to 100 %", () => {
    const keys = new Set(PUBLICATIONS.flatMap(({ dataset }) => refrigerantsOf(dataset).map(({ key }) => key!)));
    const pure = new Set(gwp.map(({ key }) => key));
    expect(keys.size).toBeGreaterThan(230);
    expect([...keys].filter((key) => !pure.has(key) && !components.has(key))).toEqual([]);
    const sums = [...components].map(([key, rows]) => [
      key,
      textOf(sum(rows.map((row) => fraction(row.mass_percent!)))),
    ]);
    expect(sums.filter(([, percent]) => percent !== "100")).toEqual([]);
  });

  it("say the same about the Kyoto Protocol in both files, and have one key for each gas", () => {
    const rows = [...components.values()].flat();
    const differing = rows.filter(({ component, kyoto }) => {
      const known = potentials.get(`${component} AR5`) ?? potentials.get(`${component} AR6`);
      return (known?.kyoto ?? "false") !== kyoto;
    });
    expect(differing).toEqual([]);
    expect(new Set(gwp.map(({ gas, key }) => `${gas} ${key}`)).size).toBe(new Set(gwp.map(({ key }) => key)).size);
    const kyoto = new Set(gwp.filter((row) => row.kyoto === "true").map(({ key }) => key!.replace(/_.*/, "")));
    expect([...kyoto].sort()).toEqual(["ch4", "co2", "hfc", "n2o", "nf3", "perfluorocyclopropane", "pfc", "sf6"]);
  });

  it.each(PUBLICATIONS)("of $dataset agree with their composition under $set", ({ dataset, set }) => {
    const other = refrigerantsOf(dataset).filter(({ key, co2e_kg }) => {
      const { kyoto, all } = composed(key!, set);
      return apart(co2e_kg!, kyoto) > 2 && apart(co2e_kg!, all) > 2;
    });
    const known: Record<string, string[]> = {
      "defra-2024": DESNZ_AR5,
      "defra-2025": DESNZ_AR5,
      // Published 3104; its own composition gives 2211.85.
      "epa-hub-2025": ["r_424a"],
      "miteco-v31": ["hfe_347mmz1"],
    };
    expect(other.map(({ key }) => key).sort()).toEqual(known[dataset] ?? []);
  });
});

/** R-405A is published with another composition. The others have no potential in the reports. */
const DESNZ_AR5 = ["hfe_254cb2", "hfe_449sl", "r_405a", "r_511a", "r_600a", "r_601", "r_601a"];
