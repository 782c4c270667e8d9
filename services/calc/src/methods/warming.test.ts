import { parse, plain } from "@emissions/quantity/decimal";
import { GWP_SETS, type GwpSet } from "@emissions/quantity/gases";
import { decimalText, fraction, plus, round, textOf, times } from "@emissions/quantity/oracle";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activityFactor } from "./activity-factor/rules.ts";
import { evaluate } from "./evaluate.fixture.ts";
import { activity } from "./method.fixture.ts";
import type { RefrigerantGas } from "./method.ts";
import { recharges } from "./recharges/rules.ts";

const potential = (text: string | null) => (text === null ? null : parse(text));
const gas = (name: string, kilograms: string, [ar4, ar5, ar6]: (string | null)[], kyoto = true): RefrigerantGas => {
  const gwp = { AR4: potential(ar4!), AR5: potential(ar5!), AR6: potential(ar6!) };
  return { name, kilograms: parse(kilograms), kyoto, gwp };
};
const R_134A = [gas("hfc_134a", "1", ["1430", "1300", "1530"])];
const R_410A = [gas("hfc_32", "0.5", ["675", "677", "771"]), gas("hfc_125", "0.5", ["3500", "3170", "3740"])];
const R_22 = [gas("hcfc_22", "1", ["1810", "1760", "1960"], false)];
/** With HCFC-124 and HCFC-22, which are outside the Kyoto Protocol. */
const R_401A = [
  gas("hcfc_22", "0.53", ["1810", "1760", "1960"], false),
  gas("hfc_152a", "0.13", ["124", "138", "164"]),
  gas("hcfc_124", "0.34", ["609", "527", "597"], false),
];
/** With butane, which has no warming potential in the reports. */
const R_417A = [
  gas("hfc_125", "0.466", ["3500", "3170", "3740"]),
  gas("hfc_134a", "0.5", ["1430", "1300", "1530"]),
  gas("r_600", "0.034", [null, null, null], false),
];
const HFC_41 = [gas("hfc_41", "1", [null, "116", "135"])];

type Figures = Parameters<typeof activity>[0];
const leak = (figures: Figures) =>
  recharges.calculate({ ...activity({ amount: "2", lookedUpIn: "refrigerants", ...figures }), conversions: [] });
const bySet = (masses: Readonly<Record<GwpSet, ReturnType<typeof parse>>>) => GWP_SETS.map((set) => plain(masses[set]));

describe("2 kg of a refrigerant", () => {
  it.each([
    { what: "the published value of the same set", gases: R_410A, factor: "1924", publishedSet: "AR5", kg: "3848" },
    { what: "its gases under another set", gases: R_410A, factor: "2088", publishedSet: "AR4", kg: "3847" },
    { what: "its gas under another set", gases: R_134A, factor: "1530", publishedSet: "AR6", kg: "2600" },
    { what: "the published value beside butane", gases: R_417A, factor: "2127", publishedSet: "AR5", kg: "4254" },
    {
      what: "the published value without potentials",
      gases: HFC_41,
      factor: "92",
      publishedSet: "AR5",
      gwpSet: "AR4",
      kg: "184",
    },
  ] as const)("is weighed by $what: $kg kg", ({ kg, what: _, ...figures }) => {
    const { part, outsideKyoto } = leak({ gwpSet: "AR5", ...figures });
    expect([plain(part.co2e), outsideKyoto]).toEqual([kg, null]);
  });

  it.each([
    { set: "AR4", kg: "2860" },
    { set: "AR5", kg: "2600" },
    { set: "AR6", kg: "3060" },
  ] as const)("of HFC-134a is $kg kg CO2e under $set, and shows all sets", ({ set, kg }) => {
    const { part, formula, formulaWithNumbers } = leak({ gases: R_134A, factor: "9", gwpSet: set, publishedSet: "" });
    expect([plain(part.co2e), bySet(part.co2eBySet)]).toEqual([kg, ["2860", "2600", "3060"]]);
    expect([formula, formulaWithNumbers]).toEqual(["quantity * gwp_hfc_134a", `2 * ${Number(kg) / 2} = ${kg}`]);
  });

  it("shows each gas of a blend in the formula", () => {
    const { formula, formulaWithNumbers } = leak({ gases: R_410A, factor: "2256", gwpSet: "AR5", publishedSet: "AR6" });
    expect(formula).toBe("quantity * (hfc_32 * gwp_hfc_32 + hfc_125 * gwp_hfc_125)");
    expect(formulaWithNumbers).toBe("2 * (0.5 * 677 + 0.5 * 3170) = 3847");
  });

  it("counts only the gases of the Kyoto Protocol, whatever the published total includes", () => {
    const { part, outsideKyoto, published } = leak({
      gases: R_401A,
      factor: "1130",
      gwpSet: "AR5",
      publishedSet: "AR5",
    });
    expect([plain(part.co2e), published]).toEqual(["35.88", false]);
    expect(plain(outsideKyoto!.co2e)).toBe("2223.96");
    expect(bySet(outsideKyoto!.co2eBySet)).toEqual(["2332.72", "2223.96", "2483.56"]);
  });

  it.each([
    { what: "the rounded Kyoto part of the same set", factor: "18", kg: "36" },
    { what: "a total that includes other gases", factor: "1130", kg: "35.88" },
  ])("of a blend with HCFC is weighed by $what: $kg kg", ({ factor, kg }) => {
    expect(plain(leak({ gases: R_401A, factor, gwpSet: "AR5", publishedSet: "AR5" }).part.co2e)).toBe(kg);
  });

  it("with no gas of the reports shows its published CO2e outside the scopes", () => {
    const gases = [gas("r_290", "0.6", [null, null, null], false), gas("r_600a", "0.4", [null, null, null], false)];
    const { part, outsideKyoto } = leak({ gases, factor: "3", gwpSet: "AR6", publishedSet: "AR5" });
    expect([plain(part.co2e), plain(outsideKyoto!.co2e)]).toEqual(["0", "6"]);
  });

  it("of HCFC-22 counts nothing, and shows its CO2e outside the scopes", () => {
    const { part, outsideKyoto, formulaWithNumbers } = leak({
      gases: R_22,
      factor: "1760",
      gwpSet: "AR6",
      publishedSet: "AR5",
    });
    expect([plain(part.co2e), bySet(part.co2eBySet)]).toEqual(["0", ["0", "0", "0"]]);
    expect([plain(outsideKyoto!.co2e), formulaWithNumbers]).toEqual(["3920", "2 * 0 = 0"]);
  });
});

describe("a published factor with gases", () => {
  const figures = { factor: "0.2", co2: "0.199", ch4: "0.00002", n2o: "0.000001", lookedUpIn: "fuels" };
  const burn = (more: Figures) => activityFactor.calculate({ ...activity({ ...figures, ...more }), conversions: [] });

  it.each([
    { publishedSet: "AR5", gwpSet: "AR5", kg: "0.2", published: true },
    { publishedSet: "AR5", gwpSet: "AR4", kg: "0.199798", published: false },
    { publishedSet: "AR4", gwpSet: "AR6", kg: "0.199831", published: false },
    { publishedSet: "", gwpSet: "AR6", kg: "0.2", published: true },
  ] as const)("under $publishedSet is $kg kg for an organization with $gwpSet", ({ kg, published, ...sets }) => {
    const result = burn(sets);
    expect([plain(result.part.co2e), result.published]).toEqual([kg, published]);
  });

  it("shows the published value beside the weighed ones of other sets", () => {
    const { co2eBySet } = burn({ publishedSet: "AR5", gwpSet: "AR6" }).part;
    expect(bySet(co2eBySet)).toEqual(["0.199798", "0.2", "0.199831"]);
  });

  it.each(["co2", "ch4", "n2o"] as const)("keeps its CO2e in every set when %s is not published", (missing) => {
    const { [missing]: _, ...without } = figures;
    const { part, published } = activityFactor.calculate({
      ...activity({ ...without, publishedSet: "AR6", gwpSet: "AR5" }),
      conversions: [],
    });
    expect([plain(part.co2e), bySet(part.co2eBySet), published]).toEqual(["0.2", ["0.2", "0.2", "0.2"], true]);
  });

  it.each([
    { methaneOrigin: "fossil", kg: "0.199869" },
    { methaneOrigin: "nonFossil", kg: "0.199813" },
    { methaneOrigin: "general", kg: "0.199831" },
  ] as const)("weighs $methaneOrigin methane by its origin under AR6: $kg kg", ({ methaneOrigin, kg }) => {
    expect(plain(burn({ publishedSet: "AR5", gwpSet: "AR6", methaneOrigin }).part.co2e)).toBe(kg);
    expect(plain(burn({ publishedSet: "AR6", gwpSet: "AR5", methaneOrigin }).part.co2e)).toBe("0.199825");
  });
});

it("blends agree with exact fractions in every set, and the formula gives the same result", () => {
  const share = () =>
    fc.integer({ min: 1, max: 999 }).map((n) => textOf(times(fraction(String(n)), fraction("0.001"))));
  const gwp = () => fc.integer({ min: 1, max: 25_000 }).map(String);
  const component = fc.tuple(share(), gwp(), gwp(), gwp());
  fc.assert(
    fc.property(decimalText(9), fc.array(component, { minLength: 2, maxLength: 6 }), (amount, components) => {
      const gases = components.map(([kilograms, ...sets], at) => gas(`gas_${at}`, kilograms, sets));
      const { part, formulaWithNumbers } = leak({ amount, gases, factor: "1", gwpSet: "AR5", publishedSet: "AR6" });
      const exact = (set: 1 | 2) =>
        times(fraction(amount), components.map((each) => times(fraction(each[0]), fraction(each[set]))).reduce(plus));
      expect(plain(part.co2e)).toBe(textOf(round(exact(2), 12)));
      expect(plain(part.co2eBySet.AR4)).toBe(textOf(round(exact(1), 12)));
      expect(part.co2eBySet.AR5.eq(part.co2e)).toBe(true);
      expect(evaluate(formulaWithNumbers.split(" = ")[0]!)).toBe(textOf(exact(2)));
    }),
    { numRuns: 1_000 },
  );
});
