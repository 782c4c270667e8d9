import { expect, it } from "vitest";
import { plain } from "./decimal.ts";
import { GWP, gwpSet } from "./gases.ts";

it.each([
  { set: "AR4" as const, ch4: "25", n2o: "298" },
  { set: "AR5" as const, ch4: "28", n2o: "265" },
  { set: "AR6" as const, ch4: "27.9", n2o: "273" },
])("a kilogram of CH4 is $ch4 kg CO2e under $set, of N2O $n2o, and of CO2 itself 1", ({ set, ch4, n2o }) => {
  expect([plain(GWP[set].co2), plain(GWP[set].ch4), plain(GWP[set].n2o)]).toEqual(["1", ch4, n2o]);
});

it("defaults to AR6, and refuses an unknown set", () => {
  expect(gwpSet("")).toBe("AR6");
  expect(gwpSet("AR4")).toBe("AR4");
  expect(() => gwpSet("AR3")).toThrow(RangeError);
  expect(() => gwpSet("toString")).toThrow(RangeError);
});
