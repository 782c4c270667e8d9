import { describe, expect, it } from "vitest";
import {
  type Criteria,
  noFactorOfYear,
  rank,
  reasonOfChoice,
  reasonOfRejection,
  type SelectableFactor,
} from "./rules.ts";

const anyYear = { yearMeans: "prices", earlierMax: null, laterMax: null, origin: "", lossesIncluded: false } as const;
const limited = { yearMeans: "data", earlierMax: 3, laterMax: 2, origin: "", lossesIncluded: false } as const;
const factor = (id: string, changes: Partial<SelectableFactor> = {}): SelectableFactor => ({
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
  standIn: anyYear,
  ...changes,
});
const criteria: Criteria = {
  steps: [
    { category: "spend", scheme: "nace_rev2", key: "62.01", label: "NACE 62.01" },
    { category: "spend", scheme: "nace_rev2", key: "62", label: "NACE 62, broader" },
    { category: "spend", scheme: "naics_2017", key: "541511", label: "NAICS 541511 by the crosswalk from NACE 62.01" },
  ],
  regions: ["ES", "Southern Europe", "Europe", "GLO"],
  year: 2023,
  unit: "EUR",
};
const order = (factors: SelectableFactor[]) =>
  rank(criteria, {
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
    { what: "a region before GLO", better: { region: "Europe" }, worse: { region: "GLO", year: 2023 } },
    { what: "the same year before an earlier one", better: { year: 2023 }, worse: { year: 2022 } },
    { what: "the latest earlier year", better: { year: 2020 }, worse: { year: 2019 } },
    { what: "any earlier year before a later one", better: { year: 1995 }, worse: { year: 2024 } },
    { what: "the earliest later year", better: { year: 2024 }, worse: { year: 2025 } },
    { what: "a year before a dataset", better: { year: 2023 }, worse: { year: 2022, priority: 10 } },
    { what: "a dataset with a lower priority number", better: { priority: 10, unit: "USD" }, worse: { priority: 20 } },
    { what: "the same unit before a convertible one", better: {}, worse: { unit: "USD" } },
    {
      what: "a convertible unit before any other criterion",
      better: { key: "62", region: "GLO" },
      worse: { unit: "kg", region: "ES" },
    },
  ])("puts $what", ({ better, worse }) => {
    const ranked = order([factor("a", worse), factor("b", better)]);
    expect(ranked.map((candidate) => candidate.factor.id)).toEqual(["b", "a"]);
  });

  it.each([
    { what: "a wider region", better: { region: "GLO", year: 2020 }, worse: { region: "ES", year: 2019 } },
    { what: "a broader key", better: { key: "62", year: 2025 }, worse: { year: 2026 } },
    { what: "a dataset with a higher priority number", better: { priority: 200, year: 2020 }, worse: { year: 2019 } },
    { what: "a unit that does not convert", better: { unit: "kg" }, worse: { year: 2019 } },
  ])("puts $what before a year beyond its limits", ({ better, worse }) => {
    const ranked = order([factor("a", { standIn: limited, ...worse }), factor("b", { standIn: limited, ...better })]);
    expect(ranked.map((candidate) => [candidate.factor.id, candidate.standsIn])).toEqual([
      ["b", true],
      ["a", false],
    ]);
  });

  it("names the limit of a factor beyond it, and the nearest year if all are beyond", () => {
    const none = { ...limited, earlierMax: 0 };
    const ranked = order([
      factor("a", { standIn: none, year: 2017 }),
      factor("b", { standIn: limited, year: 2026 }),
      factor("c", { standIn: none, year: 2022 }),
    ]);
    expect(ranked.map((candidate) => reasonOfRejection(candidate, ranked[0]!, criteria))).toEqual([
      "Passed over: 2022 is 1 year before 2023; it stands in for at most 0.",
      "Passed over: 2017 is 6 years before 2023; it stands in for at most 0.",
      "Passed over: 2026 is 3 years after 2023; it stands in for at most 2.",
    ]);
    expect(noFactorOfYear(ranked, criteria)).toBe(
      "No factor for NACE 62.01 in 2023. The nearest is of 2022, 1 year before 2023; it stands in for at most 0.",
    );
  });

  it("excludes factors of other countries", () => {
    expect(order([factor("a", { region: "US" }), factor("b", { region: "Asia" })])).toEqual([]);
  });

  it("gives the reasons of choice and rejection", () => {
    const ranked = order([
      factor("a", { region: "ES" }),
      factor("b"),
      factor("c", { key: "62", region: "ES" }),
      factor("d", { region: "ES", year: 2024 }),
      factor("f", { region: "ES", priority: 101, source: "CEDA" }),
      factor("e", { unit: "kg" }),
    ]);
    const [chosen] = ranked;
    expect(reasonOfChoice(chosen!, criteria)).toBe(
      "Chosen: NACE 62.01; exact region ES; latest year before 2023: 2022.",
    );
    expect(ranked.slice(1).map((candidate) => reasonOfRejection(candidate, chosen!, criteria))).toEqual([
      'Passed over: "CEDA" stands behind "USEEIO".',
      "Passed over: year 2024 stands behind 2022 for 2023.",
      "Passed over: region GLO is wider than ES.",
      "Passed over: NACE 62, broader is less exact than NACE 62.01.",
      "Passed over: EUR cannot be converted to its unit kg.",
    ]);
  });
});
