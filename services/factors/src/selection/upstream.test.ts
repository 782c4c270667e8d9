import { create } from "@bufbuild/protobuf";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { divide, parse, plain } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { kilogramsOf, named, resolve, seeded, stepsOf, withCatalogue } from "./energy.fixture.ts";
import { resolveLibrary } from "./losses.ts";

withCatalogue();

const upstream = (country: string, day: string, category = "electricity_upstream", zone = "") =>
  resolve({ category, key: "grid", country, day, zone });

/** The last day before and the first day after figures of 2021 used to end. */
const DAYS = ["2026-12-31", "2027-01-01"];

describe("the upstream of 10,000 kWh of electricity", () => {
  it.each([
    // Electricity Maps 2024, life cycle less direct: 0.33378 - 0.27659 and 0.40365 - 0.33564.
    { country: "DE", kg: "571.9", year: 2024, proxy: false, boundaryDiffers: true },
    { country: "US", kg: "680.1", year: 2024, proxy: false, boundaryDiffers: true },
    // Ember 2024 less EEA 2024: 0.14622 - 0.125 and 0.04048 - 0.036.
    { country: "ES", kg: "212.2", year: 2024, proxy: false, boundaryDiffers: true },
    { country: "FR", kg: "44.8", year: 2024, proxy: false, boundaryDiffers: true },
    // Ember 2025 less the Ministry for the Environment 2025: 0.09276 - 0.0786625.
    { country: "NZ", kg: "140.975", year: 2025, proxy: false, boundaryDiffers: true },
    // Ember 2024 exceeds EEA 2024 by 7 % only (0.60818 and 0.566), so DESNZ 2021 stays.
    { country: "PL", kg: "1708.22154", year: 2021, proxy: false, boundaryDiffers: false },
    { country: "NL", kg: "787.046137", year: 2021, proxy: false, boundaryDiffers: false },
    // Without a figure of its own: the average of DESNZ 2021 for Latin America.
    { country: "PY", kg: "391.260984", year: 2021, proxy: true, boundaryDiffers: false },
    { country: "GB", kg: "368.2", year: 2026, proxy: false, boundaryDiffers: false },
  ])("is $kg kg in $country, before and after New Year of 2027", async ({ country, kg, year, ...marks }) => {
    for (const day of DAYS) {
      const answer = await upstream(country, day);
      expect([answer.factor?.year, kilogramsOf(answer, "10000")]).toEqual([year, kg]);
      expect(answer.fitness).toMatchObject({ ...marks, staleYears: Number(day.slice(0, 4)) - year, aheadYears: 0 });
    }
  });

  it("is known of every country in 2027 and later that has one in 2026", async () => {
    for (const { code } of seeded.snapshot.countries) {
      const [now, ...later] = await Promise.all([2026, 2027, 2035].map((year) => upstream(code, `${year}-01-01`)));
      expect(later.map(named)).toEqual([named(now!), named(now!)]);
    }
  });

  it.each([
    { year: 2021, kg: "1042.65397" },
    { year: 2022, kg: "666.7" },
    { year: 2023, kg: "588.8" },
    { year: 2024, kg: "571.9" },
  ])("is that of the year in Germany: $kg kg in $year", async ({ year, kg }) => {
    expect(kilogramsOf(await upstream("DE", `${year}-06-30`), "10000")).toBe(kg);
  });

  it.each([
    { country: "DE", kg: "453.8", year: 2024 },
    { country: "US", kg: "412.4750467357", year: 2023 },
    { country: "CN", kg: "1638.69636", year: 2021 },
  ])("is $kg kg in $country without share-alike figures", ({ country, kg, year }) => {
    const open = [...seeded.snapshot.factors].map(
      ([key, all]) => [key, all.filter(({ row }) => !/ODbL|SA/.test(row.licence))] as const,
    );
    const selector = create(LibrarySelectorSchema, { category: "electricity_upstream", key: "grid", country });
    for (const day of DAYS) {
      const { factor } = resolveLibrary({ ...seeded.snapshot, factors: new Map(open) }, selector, { unit: "kWh", day });
      expect([factor?.year, plain(parse(factor!.values!.co2e!.value).times(10_000))]).toEqual([year, kg]);
    }
  });

  it("is that of the zone, where the facility has one", async () => {
    // Electricity Maps 2024, Chilean grid: 0.23586 - 0.18506. Chile as a whole has only the average of its region.
    expect(kilogramsOf(await upstream("CL", "2026-06-30", undefined, "cl_sen"), "10000")).toBe("508");
    expect(kilogramsOf(await upstream("CL", "2026-06-30"), "10000")).toBe("391.260984");
  });

  it("is unknown in a country without a figure and a region", async () => {
    expect((await upstream("RS", "2026-06-30")).failureCode).toBe("FACTOR_NOT_FOUND");
  });
});

describe("the upstream of lost electricity", () => {
  it.each([
    // The upstream of 10,000 kWh times p / (100 - p), with the share of 2024, of eGRID2023 in the United States.
    { country: "DE", percent: "5.11593344757408", kg: 30.8355 },
    { country: "US", percent: "4.2", kg: 29.8165 },
    { country: "ES", percent: "8.28823884910077", kg: 19.1771 },
    { country: "FR", percent: "6.61848498097491", kg: 3.1752 },
  ])("is $kg kg in $country, of the same figure as the used electricity", async ({ country, percent, kg }) => {
    for (const day of DAYS) {
      const [used, lost] = await Promise.all([
        upstream(country, day),
        upstream(country, day, "electricity_losses_upstream"),
      ]);
      expect(lost.factor?.id).toBe(used.factor?.id);
      expect(stepsOf(lost)).toEqual([`kWh>kWh *${percent} /${plain(parse("100").minus(percent))}`]);
      expect(Number(kilogramsOf(lost, "10000"))).toBeCloseTo(kg, 3);
      const share = divide(parse(percent), parse("100").minus(percent));
      expect(Number(kilogramsOf(lost, "1"))).toBeCloseTo(Number(share.times(used.factor!.values!.co2e!.value)), 9);
    }
  });

  it("is the published figure where the table of the used electricity has it", async () => {
    for (const [country, year] of [
      ["GB", 2026],
      ["PL", 2021],
    ] as const) {
      for (const day of DAYS) {
        const lost = await upstream(country, day, "electricity_losses_upstream");
        expect([named(lost), stepsOf(lost)]).toEqual([`electricity_losses_upstream grid ${country} ${year}`, []]);
      }
    }
  });
});
