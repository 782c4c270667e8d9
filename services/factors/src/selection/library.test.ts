import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { refusalIn } from "@emissions/kit/wire/errors";
import { type Resolution, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof SelectionService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(SelectionService, seeded.transport);
});
afterAll(() => seeded.database.drop());

interface Library {
  category?: string;
  key?: string;
  country?: string;
  unit?: string;
  day?: string;
}
interface Waste {
  ler: string;
  rd?: string;
  country?: string;
  /** Country of the organization. */
  of?: string;
  unit?: string;
  day?: string;
}
const unitId = (code: string) => seeded.snapshot.unitsByCode.get(code)!.id;
const library = ({
  category = "fuels",
  key = "natural_gas",
  country = "GB",
  unit = "kWh",
  day = "2025-05-17",
}: Library) => ({
  selector: { kind: { case: "library" as const, value: { category, key, country } } },
  unitId: unitId(unit),
  referenceDate: day,
});
const waste = ({ ler, rd = "", country = "ES", of = country, unit = "kg", day = "2025-05-17" }: Waste) => ({
  selector: {
    kind: {
      case: "waste" as const,
      value: {
        lerCodeId: catalogueId("ler", ler),
        rdCodeId: rd && catalogueId("rd", rd),
        country,
        organizationCountry: of,
      },
    },
  },
  unitId: unitId(unit),
  referenceDate: day,
});
async function resolve(selection: ReturnType<typeof library> | ReturnType<typeof waste>): Promise<Resolution> {
  const { resolutions } = await client.resolveFactors({ selections: [selection] });
  return resolutions[0]!;
}
const reasonsOf = ({ candidates }: Resolution) => candidates.map(({ chosen, reason }) => `${chosen} ${reason}`);
const named = ({ factor }: Resolution) => `${factor?.category} ${factor?.key} ${factor?.region} ${factor?.year}`;

describe("the library", () => {
  it.each<{ what: string; query: Library; factor: string }>([
    { what: "the factor of the country", query: {}, factor: "fuels natural_gas GB 2025" },
    { what: "the edition of the year", query: { day: "2020-02-02" }, factor: "fuels natural_gas GB 2020" },
    { what: "the GLO factor", query: { country: "FR" }, factor: "fuels natural_gas GLO 2025" },
    { what: "the GLO factor without a country", query: { country: "" }, factor: "fuels natural_gas GLO 2025" },
    {
      what: "the latest edition for a future year",
      query: { category: "electricity_location", key: "grid", day: "2027-01-01" },
      factor: "electricity_location grid GB 2026",
    },
  ])("gives $what", async ({ query, factor }) => {
    expect(named(await resolve(library(query)))).toBe(factor);
  });

  it("converts to the unit of the factor", async () => {
    const { conversion, factor } = await resolve(library({ category: "vehicle_fuels", key: "diesel", unit: "gal_us" }));
    expect([conversion.map(({ fromUnit, toUnit }) => [fromUnit, toUnit]), factor?.unit]).toEqual([
      [["gal_us", "l"]],
      "l",
    ]);
  });

  it.each<{ what: string; query: Library; code: string }>([
    { what: "an unknown key", query: { key: "moonshine" }, code: "FACTOR_NOT_FOUND" },
    { what: "an unknown category", query: { category: "spells" }, code: "FACTOR_NOT_FOUND" },
    { what: "a distance of gas", query: { unit: "km" }, code: "UNIT_NOT_CONVERTIBLE" },
  ])("fails with $code for $what", async ({ query, code }) => {
    expect((await resolve(library(query))).failureCode).toBe(code);
  });
});

describe("electricity", () => {
  const grid = (category: string, country: string) => library({ category, key: "grid", country, day: "2022-06-30" });

  it("uses a published residual mix, and lists its fallbacks", async () => {
    const answer = await resolve(grid("electricity_residual_mix", "FR"));
    expect(named(answer)).toBe("electricity_residual_mix grid FR 2022");
    const behind = answer.candidates.filter(
      ({ factor, reason }) => factor?.category === "electricity_location" && !reason.includes("stands in for"),
    );
    expect(behind).not.toEqual([]);
    for (const { reason } of behind) {
      expect(reason).toBe(
        "Passed over: grid average in place of a residual mix is less exact than electricity_residual_mix grid.",
      );
    }
  });

  it("uses the grid average without a residual mix, with the reason", async () => {
    const answer = await resolve(grid("electricity_residual_mix", "ZA"));
    expect(named(answer)).toMatch(/^electricity_location grid ZA/);
    expect(reasonsOf(answer)[0]).toMatch(/^true Chosen: grid average in place of a residual mix; exact region ZA; /);
  });

  it.each(["electricity_residual_mix", "electricity_location"])(
    "has the life-cycle figure in place of %s where nothing else is published",
    async (category) => {
      const answer = await resolve(grid(category, "DJ"));
      expect(named(answer)).toMatch(/^electricity_life_cycle grid DJ/);
      expect(reasonsOf(answer)[0]).toMatch(/^true Chosen: life-cycle figure in place of a grid average; /);
    },
  );

  const supplier = (key: string, country: string) =>
    library({ category: "electricity_supplier", key, country, day: "2022-06-30" });

  it("uses a published supplier mix, and lists its fallbacks", async () => {
    const answer = await resolve(supplier("iberdrola_clientes", "ES"));
    expect(named(answer)).toBe("electricity_supplier iberdrola_clientes ES 2022");
    expect(reasonsOf(answer)[0]).toBe(
      "true Chosen: electricity_supplier iberdrola_clientes; exact region ES; exact year 2022.",
    );
    expect(answer.candidates.map(({ factor }) => factor?.category)).toContain("electricity_supplier");
  });

  it.each([
    {
      what: "the residual mix",
      country: "ES",
      found: "electricity_residual_mix grid ES 2022",
      ranked: /residual mix in/,
    },
    { what: "the grid average", country: "ZA", found: "electricity_location grid ZA 2022", ranked: /grid average in/ },
    {
      what: "the life-cycle figure",
      country: "DJ",
      found: "electricity_life_cycle grid DJ 2022",
      ranked: /life-cycle/,
    },
  ])("uses $what of $country for a supplier without a mix, with the reason", async ({ country, found, ranked }) => {
    const answer = await resolve(supplier("nobody", country));
    expect(named(answer)).toBe(found);
    expect(reasonsOf(answer)[0]).toMatch(ranked);
    const places = answer.candidates.map(({ factor }) => MARKET_ORDER.indexOf(factor!.category));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
  const MARKET_ORDER = [
    "electricity_supplier",
    "electricity_residual_mix",
    "electricity_location",
    "electricity_life_cycle",
  ];

  it("has zero emissions with guarantees of origin, in every country and year", async () => {
    for (const [country, day] of [
      ["ES", "2024-06-30"],
      ["ZA", "2012-01-01"],
      ["", "2025-01-01"],
    ] as const) {
      const certified = { category: "electricity_certificates", key: "guarantee_of_origin", country, day };
      const { factor } = await resolve(library(certified));
      expect([factor?.values?.co2e?.value, factor?.unit, factor?.region]).toEqual(["0", "kWh", "GLO"]);
    }
  });
});

describe("waste", () => {
  it("uses the factor of its code and treatment", async () => {
    const answer = await resolve(waste({ ler: "150101", rd: "R03" }));
    expect(named(answer)).toBe("waste 150101/R03 GLO 2025");
    expect(answer.factor?.values?.co2e?.value).toBe("0.00468568");
    expect(reasonsOf(answer)[0]).toMatch(/^true Chosen: waste 150101 by R03; nearest region GLO; exact year 2025/);
  });

  it.each([
    { day: "2018-12-31", year: 2019 },
    { day: "2021-07-01", year: 2021 },
    { day: "2022-12-31", year: 2022 },
    { day: "2023-01-01", year: 2023 },
    { day: "2024-02-29", year: 2024 },
    { day: "2030-01-01", year: 2026 },
  ])("of $day uses the edition of $year", async ({ day, year }) => {
    expect(named(await resolve(waste({ ler: "150101", rd: "R03", day })))).toBe(`waste 150101/R03 GLO ${year}`);
  });

  it.each([
    { what: "a treatment without a published factor", query: { ler: "150101", rd: "D12" } },
    { what: "no treatment, if all factors have one", query: { ler: "150101" } },
    { what: "an unknown waste", query: { ler: "999999", rd: "R03" } },
    { what: "an unknown treatment", query: { ler: "150101", rd: "R99" } },
  ])("has no factor for $what", async ({ query }) => {
    const answer = await resolve(waste(query));
    expect([answer.failureCode, answer.factor]).toEqual(["FACTOR_NOT_FOUND", undefined]);
    expect(answer.failureDetail).not.toBe("");
  });

  describe("has the boundary of one publication for all facilities of an organization", () => {
    it.each([
      { of: "ES", country: "ES", found: "DESNZ", differs: false },
      { of: "US", country: "US", found: "EPA", differs: false },
      { of: "ES", country: "US", found: "DESNZ", differs: false },
      { of: "US", country: "ES", found: "EPA", differs: false },
      // Only EPA has a figure for incineration without recovery, and only DESNZ for aggregates.
      { of: "GB", country: "GB", rd: "D10", found: "EPA", differs: true },
      { of: "US", country: "US", rd: "D10", found: "EPA", differs: false },
      { of: "US", country: "US", ler: "010408", rd: "R05", found: "DESNZ", differs: true },
    ])("of $of in $country: $found", async ({ of, country, found, differs, ler = "200301", rd = "R01" }) => {
      const { factor, fitness, candidates } = await resolve(waste({ ler, rd, of, country }));
      expect(factor?.source).toMatch(found);
      expect(fitness?.boundaryDiffers ?? false).toBe(differs);
      if (differs) expect(candidates[0]!.reason).toMatch("in a data set with another boundary");
    });
  });

  it("has a factor for exactly the pairs of the catalogue", async () => {
    const { lerByCode, rdByCode, factors } = seeded.snapshot;
    const pairs = [...lerByCode.keys()].flatMap((ler) => [...rdByCode.keys(), ""].map((rd) => ({ ler, rd })));
    const outcomes: string[] = [];
    for (let from = 0; from < pairs.length; from += 500) {
      const selections = pairs.slice(from, from + 500).map(waste);
      const { resolutions } = await client.resolveFactors({ selections });
      for (const [at, { factor }] of resolutions.entries()) {
        const { ler, rd } = pairs[from + at]!;
        if (factor !== undefined) outcomes.push(rd === "" ? ler : `${ler}/${rd}`);
      }
    }
    const published = [...factors.values()]
      .flat()
      .filter(({ category, region }) => category === "waste" && region === "GLO");
    expect(new Set(outcomes)).toEqual(new Set(published.map(({ key }) => key)));
  });
});

it.each([
  {
    what: "an invalid waste code id",
    kind: { case: "waste" as const, value: { lerCodeId: "150101" } },
    loc: "ler_code_id",
  },
  {
    what: "an invalid treatment id",
    kind: { case: "waste" as const, value: { lerCodeId: newId(), rdCodeId: "R3" } },
    loc: "rd_code_id",
  },
  { what: "no key", kind: { case: "library" as const, value: { category: "fuels" } }, loc: "key" },
])("$what is refused", async ({ kind, loc }) => {
  const selections = [{ selector: { kind }, referenceDate: "2024-01-01" }];
  const error = await client.resolveFactors({ selections }).then(() => expect.fail(), ConnectError.from);
  expect(error.code).toBe(Code.InvalidArgument);
  expect(refusalIn(error)?.violations.map((violation) => violation.loc)).toEqual([
    ["selections", "0", "selector", loc],
  ]);
});
