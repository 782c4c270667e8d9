import { describe, expect, it } from "vitest";
import { type FactorRow, rank, reasonOfChoice, reasonOfRefusal, type Wish } from "./rules.ts";

const factor = (id: string, changes: Partial<FactorRow> = {}): FactorRow => ({
  id,
  revision: 1,
  category: "spend",
  scheme: "nace_rev2",
  key: "62.01",
  name: "Computer programming activities",
  region: "GLO",
  year: 2022,
  unit: "EUR",
  priority: 100,
  source: "USEEIO",
  ...changes,
});
const wish: Wish = {
  steps: [
    { category: "spend", scheme: "nace_rev2", key: "62.01", label: "NACE 62.01" },
    { category: "spend", scheme: "nace_rev2", key: "62", label: "NACE 62, broader" },
    { category: "spend", scheme: "naics_2017", key: "541511", label: "NAICS 541511 by the crosswalk from NACE 62.01" },
  ],
  regions: ["ES", "Southern Europe", "Europe", "GLO"],
  year: 2023,
  unit: "EUR",
};
const order = (factors: FactorRow[]) =>
  rank(wish, {
    factorsOf: ({ scheme, key }, region) =>
      factors.filter((row) => row.scheme === scheme && row.key === key && row.region === region),
    converts: (_, to) => to !== "kg",
  });

describe("the rank of factors", () => {
  it.each([
    { what: "an exact key before a broader one", better: {}, worse: { key: "62", region: "ES", year: 2023 } },
    {
      what: "a broader key before the crosswalk",
      better: { key: "62" },
      worse: { category: "spend", scheme: "naics_2017", key: "541511", region: "ES" },
    },
    {
      what: "a country before its region",
      better: { region: "ES", year: 2015 },
      worse: { region: "Europe", year: 2023 },
    },
    { what: "a region before everywhere", better: { region: "Europe" }, worse: { region: "GLO", year: 2023 } },
    { what: "the year itself before an earlier one", better: { year: 2023 }, worse: { year: 2022 } },
    { what: "the latest earlier year", better: { year: 2020 }, worse: { year: 2019 } },
    { what: "an old year before a later one", better: { year: 1995 }, worse: { year: 2024 } },
    { what: "the earliest later year", better: { year: 2024 }, worse: { year: 2025 } },
    { what: "a year before a data set", better: { year: 2023 }, worse: { year: 2022, priority: 10 } },
    { what: "a data set with a lower number", better: { priority: 10, unit: "USD" }, worse: { priority: 20 } },
    { what: "the unit itself before a convertible one", better: {}, worse: { unit: "USD" } },
    {
      what: "whatever converts before what does not",
      better: { key: "62", region: "GLO" },
      worse: { unit: "kg", region: "ES" },
    },
  ])("puts $what", ({ better, worse }) => {
    const ranked = order([factor("a", worse), factor("b", better)]);
    expect(ranked.map((candidate) => candidate.factor.id)).toEqual(["b", "a"]);
  });

  it("leaves out what is of another country", () => {
    expect(order([factor("a", { region: "US" }), factor("b", { region: "Asia" })])).toEqual([]);
  });

  it("says why one was chosen and the others were not", () => {
    const ranked = order([
      factor("a", { region: "ES" }),
      factor("b"),
      factor("c", { key: "62", region: "ES" }),
      factor("d", { region: "ES", year: 2024 }),
      factor("f", { region: "ES", priority: 101, source: "EXIOBASE" }),
      factor("e", { unit: "kg" }),
    ]);
    const [chosen] = ranked;
    expect(reasonOfChoice(chosen!, wish)).toBe("Chosen: NACE 62.01; exact region ES; latest year before 2023: 2022.");
    expect(ranked.slice(1).map((candidate) => reasonOfRefusal(candidate, chosen!, wish))).toEqual([
      'Passed over: "EXIOBASE" stands behind "USEEIO".',
      "Passed over: year 2024 stands behind 2022 for 2023.",
      "Passed over: region GLO is wider than ES.",
      "Passed over: NACE 62, broader is less exact than NACE 62.01.",
      "Passed over: EUR cannot be converted to its unit kg.",
    ]);
  });
});
