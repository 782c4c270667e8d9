import { describe, expect, it } from "vitest";
import { sayIn } from "../words/words.ts";
import { type Config, wholeYear } from "./config.ts";
import { figuresOf, fits, type WidgetData } from "./figures.ts";

const metric = (id: string, en: string) => ({ id, names: { en, es: en, ca: en } }) as never;
const reader = {
  say: sayIn("en"),
  language: "en" as const,
  locale: "en-GB",
  catalogue: {
    metrics: [metric("heat", "Heat"), metric("water", "Water")],
    organizations: [{ id: "o1", name: "Holding" }],
    facilities: [
      { id: "f1", name: "Plant" },
      { id: "f2", name: "Office" },
    ],
  },
};
type Point = [start: string, end: string, value: string | null];
const series = (metric_id: string, points: Point[], more: object = {}) => ({
  metric_id,
  organization_id: "o1",
  facility_id: null,
  per_unit: null,
  points: points.map(([period_start, period_end, value]) => ({ period_start, period_end, value, null_reason: null })),
  ...more,
});
const data = (periodicity: WidgetData["periodicity"], ...list: ReturnType<typeof series>[]): WidgetData => ({
  unit: "tCO2e",
  periodicity,
  series: list,
});
const year = (number: number, value: string): Point => [`${number}-01-01`, `${number}-12-31`, value];
const half = (number: number, [first, second]: [string, string]): Point[] => [
  [`${number}-01-01`, `${number}-01-31`, first],
  [`${number}-02-01`, `${number}-02-28`, second],
];

describe("figures", () => {
  it("of one period compare the series", () => {
    const given = data("total", series("heat", [year(2025, "1.50")]), series("water", [year(2025, "2")]));
    expect(figuresOf(given, [wholeYear(2025)], reader)).toEqual({
      labels: ["Heat", "Water"],
      sets: [{ name: "2025", values: ["1.50", "2"] }],
      unit: "t CO2e",
    });
  });

  it("of one series compare the periods", () => {
    const given = data("total", series("heat", [year(2024, "1"), year(2025, "2")]));
    expect(figuresOf(given, [wholeYear(2024), wholeYear(2025)], reader)).toMatchObject({
      labels: ["2024", "2025"],
      sets: [{ name: "Heat", values: ["1", "2"] }],
    });
  });

  it("of the same months in two years are compared month by month", () => {
    const periods = [2024, 2025].map((number) => ({ start_date: `${number}-01-01`, end_date: `${number}-02-28` }));
    const given = data("month", series("heat", [...half(2024, ["1", "2"]), ...half(2025, ["3", "4"])]));
    const { labels, sets } = figuresOf(given, periods, reader);
    expect(labels).toEqual(["Jan", "Feb"]);
    expect(sets.map(({ values }) => values)).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it("of other periods follow one another", () => {
    const periods = [
      { start_date: "2024-01-01", end_date: "2024-02-28" },
      { start_date: "2025-02-01", end_date: "2025-02-28" },
    ];
    const given = data("month", series("heat", [...half(2024, ["1", "2"]), ...half(2025, ["3", "4"]).slice(1)]));
    const { labels, sets } = figuresOf(given, periods, reader);
    expect(labels).toEqual(["Jan 2024", "Feb 2024", "Feb 2025"]);
    expect(sets).toEqual([{ name: "Heat", values: ["1", "2", "4"] }]);
  });

  it("of facilities have their names, and an intensity its unit", () => {
    const point: Point[] = [year(2025, "1")];
    const given = data(
      "total",
      series("heat", point, { facility_id: "f1", per_unit: "kWh" }),
      series("heat", [["2025-01-01", "2025-12-31", null]], { facility_id: "f2", per_unit: "kWh" }),
    );
    expect(figuresOf(given, [wholeYear(2025)], reader)).toEqual({
      labels: ["Plant", "Office"],
      sets: [{ name: "2025", values: ["1", null] }],
      unit: "t CO2e/kWh",
    });
  });
});

const years = [2024, 2025].map(wholeYear);
it.each<[string, Partial<Config>, boolean]>([
  ["the same config", {}, true],
  ["another year", { periods: [years[0]!, wholeYear(2026)] }, false],
  ["fewer periods", { periods: years.slice(0, 1) }, false],
  ["one longer period", { periods: [{ start_date: "2024-01-01", end_date: "2025-12-31" }] }, false],
  ["other points", { periodicity: "year" }, false],
  ["another unit", { unit: "kgCO2e" }, false],
])("figures of two years are compared with %s", (_, change, expected) => {
  const given = data("total", series("heat", [year(2024, "1"), year(2025, "2")]));
  const config: Config = { metrics: [], periods: years, periodicity: "total", unit: "tCO2e", ...change };
  expect(fits(given, config)).toBe(expected);
});
