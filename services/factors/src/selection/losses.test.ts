import { create } from "@bufbuild/protobuf";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { kilogramsOf, named, type Query, resolve, seeded, stepsOf, withCatalogue } from "./energy.fixture.ts";
import { lossOf, resolveLibrary } from "./losses.ts";

withCatalogue();

describe("losses of the grid", () => {
  const losses = (country: string, day = "2022-06-30", more: Partial<Query> = {}) =>
    resolve({ category: "electricity_losses", key: "grid", country, day, ...more });

  it("of France are the published share of the grid average", async () => {
    const answer = await losses("FR");
    expect(named(answer)).toBe("electricity_location grid FR 2022");
    expect(stepsOf(answer)).toEqual(["kWh>kWh *7.43784728673006 /92.56215271326994"]);
    expect(answer.conversion[0]!.lossShare).toMatchObject({
      country: "FR",
      year: 2022,
      percent: { value: "7.43784728673006" },
      source: expect.stringContaining("World Bank"),
    });
    // 10,000 kWh * 0.05357 kg * 7.43784728673006 / 92.56215271326994
    expect(Number(kilogramsOf(answer, "10000", "co2"))).toBeCloseTo(43.0465, 3);
  });

  it("convert to the unit of the factor first", async () => {
    expect(stepsOf(await losses("DE", "2022-06-30", { unit: "MWh" }))).toEqual([
      "MWh>kWh *1000 /1",
      "kWh>kWh *4.54599627946503 /95.45400372053497",
    ]);
  });

  it("of Great Britain are the published figure in kilograms", async () => {
    const answer = await losses("GB", "2025-06-30");
    expect([named(answer), answer.conversion]).toEqual(["electricity_losses grid GB 2025", []]);
  });

  it("of the United States have the share of eGRID, of the zone where the facility has one", async () => {
    const [average, zone] = [await losses("US", "2023-06-30"), await losses("US", "2023-06-30", { zone: "camx" })];
    expect(stepsOf(average)).toEqual(["kWh>kWh *4.2 /95.8"]);
    expect([named(zone), stepsOf(zone)]).toEqual(["electricity_location grid/camx US 2025", ["kWh>kWh *4.1 /95.9"]]);
    expect(zone.conversion[0]!.lossShare?.gridZone).toBe("camx");
  });

  it("stand in for all later and two earlier years, and are marked", async () => {
    const yearOf = (country: string, year: number) => lossOf(seeded.snapshot, { country, gridZone: "" }, year)?.year;
    expect([2024, 2025, 2027, 2035].map((year) => yearOf("FR", year))).toEqual([2024, 2024, 2024, 2024]);
    expect([1990, 1989, 1988, 1987].map((year) => yearOf("AO", year))).toEqual([1990, 1990, 1990, undefined]);
    expect((await losses("FR", "2026-01-01")).fitness?.staleYears).toBeGreaterThanOrEqual(2);
  });

  /** The answer for France in 2022, whose grid figure is of that year, with a share of another year. */
  const withShareOf = (year: number) => {
    const [loss] = seeded.snapshot.gridLosses.get("FR/")!;
    const snapshot = { ...seeded.snapshot, gridLosses: new Map([["FR/", [{ ...loss!, year }]]]) };
    const selector = create(LibrarySelectorSchema, { category: "electricity_losses", key: "grid", country: "FR" });
    return resolveLibrary(snapshot, selector, { unit: "kWh", day: "2022-06-30" });
  };

  it("have the marks of the year of their share", () => {
    expect(withShareOf(2022).fitness).toMatchObject({ staleYears: 0, aheadYears: 0 });
    expect(withShareOf(2020).fitness).toMatchObject({ staleYears: 2, aheadYears: 0 });
    expect(withShareOf(2023).fitness).toMatchObject({ staleYears: 0, aheadYears: 1 });
  });

  it("are of the publication with the lower priority number, though its year is farther", () => {
    const [loss] = seeded.snapshot.gridLosses.get("FR/")!;
    const share = (year: number, priority: number) => ({ ...loss!, year, priority });
    const gridLosses = new Map([["FR/", [share(2022, 20), share(2020, 10), share(2021, 10)]]]);
    expect(lossOf({ gridLosses }, { country: "FR", gridZone: "" }, 2022)?.year).toBe(2021);
  });

  it("are included in a grid figure per used kWh, as in Ireland", async () => {
    expect((await losses("IE")).failureCode).toBe("IN_GRID_FIGURE");
  });

  it("exist for every country with a share and a grid figure", async () => {
    const missing: string[] = [];
    for (const { code } of seeded.snapshot.countries) {
      const grid = await resolve({ category: "electricity_location", key: "grid", country: code, day: "2022-06-30" });
      const isPerUsedKwh = code === "IE";
      if (grid.factor === undefined || isPerUsedKwh || !seeded.snapshot.gridLosses.has(`${code}/`)) continue;
      const { factor, failureCode } = await losses(code);
      if (factor === undefined) missing.push(`${code} ${failureCode}`);
    }
    expect(missing).toEqual([]);
  });

  it("have upstream emissions only where the losses themselves are known, and are not of the life cycle", async () => {
    const upstream = (country: string) =>
      resolve({ category: "electricity_losses_upstream", key: "grid", country, day: "2021-06-30" });
    expect(named(await upstream("FR"))).toBe("electricity_losses_upstream grid FR 2021");
    expect((await upstream("TW")).failureDetail).toContain("No losses of the grid are published");
    // The Irish grid figure has the losses, so only their upstream is missing.
    expect(named(await upstream("IE"))).toBe("electricity_losses_upstream grid IE 2021");
    const hongKong = await losses("HK", "2021-06-30");
    expect(named(hongKong)).toMatch(/^electricity_life_cycle grid HK/);
    // Losses are scope 3.
    expect(hongKong.fitness).toMatchObject({ lifeCycleInScope2: false });
    expect((await upstream("HK")).failureCode).toBe("IN_LIFE_CYCLE_FIGURE");
  });
});

describe("a zone of the grid", () => {
  const average = (country: string, zone: string, category = "electricity_location") =>
    resolve({ category, key: "grid", country, zone, day: "2023-06-30" });

  it.each([
    { country: "US", zone: "camx", factor: "electricity_location grid/camx US 2025" },
    { country: "US", zone: "", factor: "electricity_location grid US 2025" },
    { country: "ES", zone: "es_cn_te", factor: "electricity_life_cycle grid/es_cn_te ES 2023" },
  ])("$zone of $country has $factor", async ({ country, zone, factor }) => {
    expect(named(await average(country, zone))).toBe(factor);
  });

  it("falls back to the country", async () => {
    expect(named(await average("US", "atlantis"))).toBe("electricity_location grid US 2025");
    expect(named(await average("GB", "gb_nir", "electricity_losses"))).toMatch(/^electricity_losses grid GB/);
  });

  it("comes behind the residual mix and the mix of the supplier", async () => {
    const day = "2022-06-30";
    const market = { country: "ES", zone: "es_cn_te", day };
    const residual = await resolve({ ...market, category: "electricity_residual_mix", key: "grid" });
    expect(named(residual)).toBe("electricity_residual_mix grid ES 2022");
    const supplier = { ...market, category: "electricity_supplier" };
    expect(named(await resolve({ ...supplier, key: "iberdrola_clientes" }))).toMatch(/^electricity_supplier/);
    const american = {
      category: "electricity_supplier",
      key: "nobody",
      country: "US",
      zone: "camx",
      day: "2023-06-30",
    };
    expect(named(await resolve(american))).toBe("electricity_location grid/camx US 2025");
  });
});
