import { expect, it } from "vitest";
import { parse, plain } from "./decimal.ts";
import { co2e, gwpSet } from "./gases.ts";

it.each([
  { set: "AR4" as const, kg: "2.508460" },
  { set: "AR5" as const, kg: "2.5081" },
  { set: "AR6" as const, kg: "2.50825" },
])("2.5 kg CO2, 0.0001 kg CH4 and 0.00002 kg N2O are $kg kg CO2e under $set", ({ set, kg }) => {
  const masses = { co2: parse("2.5"), ch4: parse("0.0001"), n2o: parse("0.00002") };
  expect(plain(co2e(masses, set)!)).toBe(plain(parse(kg)));
});

it("counts the gases that are known, and knows nothing when none is", () => {
  expect(plain(co2e({ ch4: parse("2"), co2: null }, "AR6")!)).toBe("55.8");
  expect(co2e({}, "AR6")).toBeNull();
  expect(co2e({ co2: null, ch4: null }, "AR6")).toBeNull();
});

it("takes AR6 where no set was chosen and refuses one that it does not know", () => {
  expect(gwpSet("")).toBe("AR6");
  expect(gwpSet("AR4")).toBe("AR4");
  expect(() => gwpSet("AR3")).toThrow(RangeError);
  expect(() => gwpSet("toString")).toThrow(RangeError);
});
