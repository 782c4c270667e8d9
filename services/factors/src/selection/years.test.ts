import { type Client, createClient } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import type { Fitness } from "@emissions/proto/factors/v1/fitness";
import { type Resolution, SelectionService, YearMeaning } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factorsIn } from "../catalogue/derived.ts";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";
import { suppliers } from "../energy_supplier/rules.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof SelectionService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(SelectionService, seeded.transport);
});
afterAll(() => seeded.database.drop());

const RESIDUAL_MIX = "electricity_residual_mix";
const LOCATION = "electricity_location";

interface Query {
  category?: string;
  key?: string;
  country: string;
  day: string;
  unit?: string;
}
const selection = ({ category = LOCATION, key = "grid", country, day, unit = "kWh" }: Query) => ({
  selector: { kind: { case: "library" as const, value: { category, key, country } } },
  unitId: seeded.snapshot.unitsByCode.get(unit)!.id,
  referenceDate: day,
});
async function resolve(query: Query): Promise<Resolution> {
  const { resolutions } = await client.resolveFactors({ selections: [selection(query)] });
  return resolutions[0]!;
}
const named = ({ factor }: Resolution) => `${factor?.category} ${factor?.region} ${factor?.year}`;

describe("a mix of a supplier", () => {
  const ofSupplier = (key: string, day: string) => ({ category: "electricity_supplier", key, country: "ES", day });

  it("of another year gives way to the residual mix of the country", async () => {
    const answer = await resolve(ofSupplier("24_7_utilities", "2025-06-30"));
    expect([named(answer), answer.factor?.values?.co2?.value]).toEqual(["electricity_residual_mix ES 2025", "0.23828"]);
    expect(answer.candidates.map(({ reason }) => reason)).toContain(
      "Passed over: 2019 is 6 years before 2025; it stands in for at most 0.",
    );
  });

  it("holds in its own year", async () => {
    const answer = await resolve(ofSupplier("24_7_utilities", "2019-06-30"));
    expect([named(answer), answer.factor?.values?.co2?.value]).toEqual(["electricity_supplier ES 2019", "0"]);
  });

  it.each([2019, 2022, 2024, 2025, 2026])("of no Spanish supplier is of another year than %i", async (year) => {
    const spanish = suppliers(seeded.snapshot).filter(({ country }) => country === "ES");
    expect(spanish).toHaveLength(465);
    for (const some of chunked(spanish, 500)) {
      const selections = some.map(({ key }) => selection(ofSupplier(key, `${year}-06-30`)));
      const { resolutions } = await client.resolveFactors({ selections });
      const stale = resolutions.filter(
        ({ factor }) => factor!.category === "electricity_supplier" && factor!.year !== year,
      );
      expect(stale.map(({ factor }) => `${factor!.name} ${factor!.year}`)).toEqual([]);
      const others = resolutions.filter(({ factor }) => factor!.category !== "electricity_supplier");
      expect(new Set(others.map(({ factor }) => factor!.category))).toEqual(
        new Set(others.length > 0 ? [RESIDUAL_MIX] : []),
      );
    }
  });
});

describe("a figure beyond its limits", () => {
  it.each([
    // AIB publishes no British residual mix after 2022; DESNZ 2026 is the grid average.
    { day: "2022-12-31", found: "electricity_residual_mix GB 2022", marks: { staleYears: 0, proxy: false } },
    { day: "2023-01-01", found: "electricity_residual_mix GB 2022", marks: { staleYears: 1, proxy: false } },
    { day: "2025-12-31", found: "electricity_residual_mix GB 2022", marks: { staleYears: 3, proxy: false } },
    { day: "2026-01-01", found: "electricity_location GB 2026", marks: { staleYears: 0, proxy: true } },
  ])("marks the British residual mix of $day, which nobody publishes after 2022", async ({ day, found, marks }) => {
    const answer = await resolve({ category: RESIDUAL_MIX, country: "GB", day });
    expect(named(answer)).toBe(found);
    expect(answer.fitness).toMatchObject(marks);
  });

  it("gives way to the next key: Germany of 2010 takes no residual mix of 2018", async () => {
    expect(named(await resolve({ category: RESIDUAL_MIX, country: "DE", day: "2010-06-30" }))).toBe(
      "electricity_location DE 2010",
    );
  });

  it("gives way to the next dataset of the country", async () => {
    const { factor } = await resolve({ country: "GB", day: "2010-06-30" });
    expect(factor?.source).toMatch(/^European Environment Agency/);
  });

  it("gives way to the next region", async () => {
    const diesel = { category: "vehicle_fuels", key: "diesel", unit: "l", country: "US" };
    expect(named(await resolve({ ...diesel, day: "2024-06-30" }))).toBe("vehicle_fuels US 2025");
    expect(named(await resolve({ ...diesel, day: "2021-06-30" }))).toBe("vehicle_fuels GLO 2021");
  });

  it("leaves no factor if there is no other one, with the nearest year", async () => {
    const answer = await resolve({ category: "fuels", key: "natural_gas", country: "GB", day: "2005-06-30" });
    expect([answer.failureCode, answer.factor, answer.fitness, answer.validUntil]).toEqual([
      "FACTOR_NOT_FOUND",
      undefined,
      undefined,
      undefined,
    ]);
    expect(answer.failureDetail).toBe(
      "No factor for fuels natural_gas in 2005. The nearest is of 2019, 14 years after 2005; it stands in for at most 1.",
    );
    expect(answer.candidates.map(({ chosen, reason }) => `${chosen} ${reason}`)[0]).toBe(
      "false Passed over: 2019 is 14 years after 2005; it stands in for at most 1.",
    );
  });
});

describe("the year of a figure", () => {
  const [EDITION, DATA, PRICES, PUBLICATION] = [
    YearMeaning.EDITION,
    YearMeaning.DATA,
    YearMeaning.PRICES,
    YearMeaning.PUBLICATION,
  ];

  it.each<[string, string, YearMeaning, earlierMax: number | undefined, laterMax: number | undefined]>([
    ["defra-2025", "fuels", EDITION, 5, 1],
    ["defra-2025", LOCATION, EDITION, 5, 1],
    ["defra-2025", "hotel_stays", EDITION, undefined, undefined],
    ["defra-2025", "refrigerants", PUBLICATION, undefined, undefined],
    ["waste-defra-2024", "waste", EDITION, 5, 1],
    ["waste-epa-hub-2025", "waste", EDITION, 5, 1],
    ["materials", "materials", EDITION, 5, 1],
    ["miteco-v31", "vehicle_fuels", EDITION, 5, 1],
    ["miteco-v31", RESIDUAL_MIX, DATA, 3, 2],
    ["miteco-v31", "electricity_supplier", DATA, 0, 0],
    ["epa-hub-2025", "fuels", EDITION, 5, 1],
    ["epa-hub-2025", LOCATION, EDITION, 5, 2],
    ["seai-2025", "fuels", EDITION, 5, 1],
    ["seai-2025", LOCATION, DATA, 3, 2],
    ["uk-inventory-2025", "fuels", EDITION, 5, 1],
    ["aib", RESIDUAL_MIX, DATA, 3, 2],
    ["eea", LOCATION, DATA, 3, 2],
    ["ember", "electricity_life_cycle", DATA, 3, 2],
    ["electricity-maps-lifecycle", "electricity_life_cycle", DATA, 3, 2],
    ["electricity-maps-direct", LOCATION, DATA, 3, 2],
    ["oefdb-ademe", LOCATION, DATA, 3, 2],
    ["oefdb-ademe", "freight", EDITION, 5, 1],
    ["oefdb-mfe", "fuels", EDITION, 5, 1],
    ["oefdb-uba", "freight", EDITION, 5, 1],
    ["oefdb-stc-nestra", "freight", EDITION, 5, 1],
    ["ipcc-ar6-gwp", "refrigerants", PUBLICATION, undefined, undefined],
    ["scope-2-guidance", "electricity_certificates", PUBLICATION, undefined, undefined],
    ["spend", "spend", PRICES, undefined, undefined],
  ])("of %s %s has its meaning and limits", (dataset, category, meaning, earlierMax, laterMax) => {
    const found = factorsIn(seeded.snapshot, category).find(({ row }) => row.dataset === dataset);
    expect(found?.message).toMatchObject({ yearMeaning: meaning });
    expect([found?.message.earlierMax, found?.message.laterMax]).toEqual([earlierMax, laterMax]);
  });

  it.each([
    { what: "the last year after an edition", day: "2031-12-31", year: 2026 },
    { what: "the first year before an edition", day: "2018-01-01", year: 2019 },
  ])("may differ by the limit: $what", async ({ day, year }) => {
    expect((await resolve({ category: "fuels", key: "natural_gas", country: "GB", day })).factor?.year).toBe(year);
  });

  it.each(["2032-01-01", "2017-12-31"])("may differ by no more: %s", async (day) => {
    const answer = await resolve({ category: "fuels", key: "natural_gas", country: "GB", day });
    expect(answer.failureCode).toBe("FACTOR_NOT_FOUND");
  });
});

describe("an answer", () => {
  it.each([
    { day: "2024-01-01", until: "2024-12-31", year: 2024 },
    { day: "2024-12-31", until: "2024-12-31", year: 2024 },
    { day: "2025-01-01", until: "2025-12-31", year: 2025 },
  ])("for $day is valid until $until", async ({ day, until, year }) => {
    const answer = await resolve({ country: "GB", day });
    expect([answer.factor?.year, answer.validUntil]).toEqual([year, until]);
  });

  it.each<{ what: string; query: Query; fitness: Partial<Fitness> }>([
    { what: "of the country and year", query: { country: "GB", day: "2025-06-30" }, fitness: { origin: "GB" } },
    {
      what: "older than the activity",
      query: { country: "GB", day: "2028-06-30" },
      fitness: { origin: "GB", staleYears: 2 },
    },
    {
      what: "later than the activity",
      query: { country: "US", day: "2023-06-30" },
      fitness: { origin: "US", aheadYears: 2 },
    },
    {
      what: "of another country",
      query: { category: "fuels", key: "natural_gas", country: "FR", day: "2025-06-30" },
      fitness: { origin: "GB", proxy: true, calorificBasisAssumed: true },
    },
    {
      what: "of a grid in place of a residual mix",
      query: { category: RESIDUAL_MIX, country: "DE", day: "2010-06-30" },
      fitness: { origin: "DE", proxy: true },
    },
    {
      what: "of a residual mix in place of a supplier's mix",
      query: { category: "electricity_supplier", key: "nobody", country: "ES", day: "2024-06-30" },
      fitness: { origin: "ES" },
    },
    {
      what: "of a life cycle in scope 2",
      query: { country: "DJ", day: "2022-06-30" },
      fitness: { origin: "DJ", lifeCycleInScope2: true },
    },
    {
      what: "of a warming potential, which has neither country nor year",
      query: { category: "refrigerants", key: "sf6", country: "FR", day: "2025-06-30", unit: "kg" },
      fitness: { origin: "GLO" },
    },
    {
      what: "of a convention",
      query: { category: "electricity_certificates", key: "guarantee_of_origin", country: "ES", day: "2025-06-30" },
      fitness: { origin: "GLO" },
    },
  ])("$what says so", async ({ query, fitness }) => {
    const { $typeName: _, ...marks } = (await resolve(query)).fitness!;
    const set = Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== false && value !== 0));
    expect(set).toEqual(fitness);
  });
});
