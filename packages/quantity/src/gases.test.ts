import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { plain } from "./decimal.ts";
import { GWP_SETS, gwpOf, gwpSet, METHANE_ORIGINS } from "./gases.ts";

it.each([
  { set: "AR4", general: "25", fossil: "25", nonFossil: "25", n2o: "298" },
  { set: "AR5", general: "28", fossil: "28", nonFossil: "28", n2o: "265" },
  { set: "AR6", general: "27.9", fossil: "29.8", nonFossil: "27", n2o: "273" },
] as const)(
  "a kilogram of CH4 is $general kg CO2e under $set ($fossil if fossil, $nonFossil if not), of N2O $n2o, and of CO2 itself 1",
  ({ set, n2o, ...ch4 }) => {
    expect(METHANE_ORIGINS.map((origin) => plain(gwpOf(set, "ch4", origin)))).toEqual(
      METHANE_ORIGINS.map((origin) => ch4[origin]),
    );
    for (const origin of METHANE_ORIGINS) {
      expect([plain(gwpOf(set, "co2", origin)), plain(gwpOf(set, "n2o", origin))]).toEqual(["1", n2o]);
    }
  },
);

it("agrees with the warming potentials of the catalogue", () => {
  const catalogue = new URL("../../../services/factors/catalog/gwp.csv", import.meta.url);
  const lines = new Set(
    readFileSync(catalogue, "utf8")
      .split("\n")
      .map((line) => line.split(",").slice(0, 3).join(",")),
  );
  for (const set of GWP_SETS) {
    for (const gas of ["co2", "ch4", "n2o"] as const) {
      expect(lines).toContain(`${gas.toUpperCase()},${set},${plain(gwpOf(set, gas, "general"))}`);
    }
  }
});

it("defaults to AR5, and refuses an unknown set", () => {
  expect(gwpSet("")).toBe("AR5");
  expect(gwpSet("AR4")).toBe("AR4");
  expect(() => gwpSet("AR3")).toThrow(RangeError);
  expect(() => gwpSet("toString")).toThrow(RangeError);
});
