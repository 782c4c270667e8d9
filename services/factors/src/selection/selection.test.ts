import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { FactorMethod, type Resolution, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof SelectionService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(SelectionService, seeded.transport);
});
afterAll(() => seeded.database.drop());

interface Spend {
  sector?: string;
  country?: string;
  code?: string;
  codeType?: string;
  unit?: string;
  day?: string;
}
const unitId = (code: string) => seeded.snapshot.unitsByCode.get(code)!.id;
const spend = ({ sector = "", country = "", code = "", codeType = "", unit = "EUR", day = "2024-05-17" }: Spend) => ({
  selector: {
    kind: { case: "spend" as const, value: { sector, country, supplierCode: code, supplierCodeType: codeType } },
  },
  unitId: unitId(unit),
  referenceDate: day,
});
const material = (
  productName: string,
  { sector = "", country = "ES", unit = "kg", day = "2024-05-17", recycled = false } = {},
) => ({
  selector: { kind: { case: "material" as const, value: { productName, sector, country, recycled } } },
  unitId: unitId(unit),
  referenceDate: day,
});
async function resolve(selection: ReturnType<typeof spend> | ReturnType<typeof material>): Promise<Resolution> {
  const { resolutions } = await client.resolveFactors({ selections: [selection] });
  return resolutions[0]!;
}
const factorOf = ({ factor }: Resolution) => `${factor?.key} ${factor?.region} ${factor?.year} ${factor?.unit}`;
const stepsOf = ({ conversion }: Resolution) =>
  conversion.map((step) => `${step.fromUnit}>${step.toUnit} *${step.multiplyBy?.value} /${step.divideBy?.value}`);

describe("spend", () => {
  it.each<{ what: string; query: Spend; factor: string }>([
    {
      what: "FIGARO in Germany, Spain and France",
      query: { sector: "10.51", country: "ES" },
      factor: "10 ES 2023 EUR",
    },
    {
      what: "FIGARO at purchaser prices in Italy, Greece and Croatia",
      query: { sector: "10.51", country: "HR" },
      factor: "10 HR 2023 EUR",
    },
    {
      what: "Open CEDA for services that FIGARO lacks in Croatia",
      query: { sector: "58.11", country: "HR" },
      factor: "511130 HR 2023 USD",
    },
    { what: "the SIC table in Great Britain", query: { sector: "14131", country: "GB" }, factor: "14 GB 2022 GBP" },
    {
      what: "the SIC row of several codes",
      query: { sector: "11.05", country: "GB" },
      factor: "11.05 GB 2022 GBP",
    },
    {
      what: "Open CEDA for metals in Great Britain, whose SIC row is not usable",
      query: { sector: "24.42", country: "GB" },
      factor: "331313 GB 2023 USD",
    },
    {
      what: "Open CEDA for wholesale in Great Britain, whose SIC row is not usable",
      query: { sector: "46.72", country: "GB" },
      factor: "423A00 GB 2023 USD",
    },
    {
      what: "USEEIO in the United States, by the crosswalk",
      query: { sector: "62.01", country: "US" },
      factor: "541511 US 2022 USD",
    },
    {
      what: "USEEIO in the United States, by NAICS code",
      query: { sector: "541511", country: "US" },
      factor: "541511 US 2022 USD",
    },
    {
      what: "Open CEDA elsewhere",
      query: { sector: "62.01", country: "BR" },
      factor: "541511 BR 2023 USD",
    },
    {
      what: "Open CEDA of the rest of the world in a country without a column",
      query: { sector: "62.01", country: "AQ" },
      factor: "541511 GLO 2023 USD",
    },
    { what: "the rest of the world without a country", query: { sector: "541511" }, factor: "541511 GLO 2023 USD" },
    {
      what: "an official title in capitals",
      query: { sector: "MANUFACTURE OF CEMENT", country: "FR" },
      factor: "23 FR 2023 EUR",
    },
    {
      what: "the sector of the line before the supplier code",
      query: { sector: "23.51", code: "62.01", codeType: "nace", country: "FR" },
      factor: "23 FR 2023 EUR",
    },
    {
      what: "the sector if the supplier code is unknown",
      query: { sector: "23.51", code: "99.99", codeType: "nace", country: "FR" },
      factor: "23 FR 2023 EUR",
    },
    {
      what: "a division by its representative activity",
      query: { sector: "62", country: "PT" },
      factor: "541511 PT 2023 USD",
    },
  ])("takes $what", async ({ query, factor }) => {
    expect(factorOf(await resolve(spend(query)))).toBe(factor);
  });

  it("prices steel from a wholesaler as steel, not as the margin of the wholesaler", async () => {
    const steel = { sector: "24.10", country: "US", unit: "USD" };
    const alone = await resolve(spend(steel));
    const fromWholesaler = await resolve(spend({ ...steel, code: "46.72", codeType: "nace" }));
    expect(fromWholesaler.factor).toEqual(alone.factor);
    expect([fromWholesaler.factor?.key, fromWholesaler.fitness?.tradeMarginOnly]).toEqual(["331110", false]);
    const trade = await resolve(spend({ ...steel, sector: "46.72", code: "46.72", codeType: "nace" }));
    expect([trade.factor?.key, trade.fitness?.tradeMarginOnly]).toEqual(["423510", true]);
    const british = await resolve(spend({ sector: "46.72", country: "GB", unit: "GBP" }));
    expect([british.factor?.key, british.fitness?.tradeMarginOnly]).toEqual(["423A00", true]);
  });

  it.each([
    ["24.10", "purchased_goods_and_services"],
    ["49.41", "upstream_transportation_and_distribution"],
    ["51.10", "business_travel"],
    ["38.11", "waste_generated_in_operations"],
    ["77.11", "upstream_leased_assets"],
    ["532111", "business_travel"],
  ])("names the GHG Protocol category of sector %s: %s", async (sector, category) => {
    expect((await resolve(spend({ sector, country: "US", unit: "USD" }))).ghgCategory).toBe(category);
  });

  it("gives the euro rate of the day beside the price, with its source", async () => {
    const answer = await resolve(spend({ sector: "541511", country: "US", unit: "JPY", day: "2024-06-09" }));
    // Friday 7 June 2024.
    expect(answer.conversion[0]!.exchangeRate?.rateDate).toBe("2024-06-07");
    expect(answer.euroRate).toMatchObject({ currency: "JPY", requestedDate: "2024-06-09", rateDate: "2024-06-07" });
    expect(answer.factor?.method).toBe(FactorMethod.SPEND_BASED);
  });

  it("converts a withdrawn currency at its fixed rate", async () => {
    const answer = await resolve(spend({ sector: "10.51", country: "ES", unit: "ESP", day: "2023-05-17" }));
    expect(stepsOf(answer)).toEqual(["ESP>EUR *1 /166.386"]);
  });

  it("needs no conversion for the currency and the year of the factor", async () => {
    const answer = await resolve(spend({ sector: "541511", country: "US", unit: "USD", day: "2022-05-17" }));
    expect(answer.conversion).toEqual([]);
    expect(answer.euroRate?.currency).toBe("USD");
  });

  it("lists the candidates with the reasons", async () => {
    const { candidates } = await resolve(spend({ sector: "10.51", country: "DE" }));
    expect(candidates.map(({ rank, chosen, factor }) => `${rank} ${chosen} ${factor?.key} ${factor?.region}`)).toEqual([
      "1 true 10 DE",
      "2 false 31151A DE",
      "3 false 31151A GLO",
      "4 false 311990 DE",
      "5 false 311990 GLO",
      "6 false 311511 GLO",
      "7 false 311999 GLO",
    ]);
    expect(candidates[0]!.reason).toBe("Chosen: NACE 10, broader; exact region DE; latest year before 2024: 2023.");
    expect(candidates[1]!.reason).toBe(
      "Passed over: BEA sector 31151A of NAICS 311511 by the crosswalk from NACE 10.51 is less exact than NACE 10, broader.",
    );
  });

  it("lists the candidates of a failure", async () => {
    const { failureCode, failureDetail } = await resolve(spend({ sector: "J" }));
    expect([failureCode, failureDetail]).toEqual([
      "SECTOR_NOT_MAPPED",
      expect.stringContaining("sections are too broad"),
    ]);
    expect((await resolve(material("paper"))).failureDetail).toContain('such as "Paper and board: paper"');
    expect((await resolve(material("Paper and board: paper"))).failureCode).toBe("");
  });

  it.each<{ what: string; query: Spend; code: string }>([
    { what: "an unknown sector", query: { sector: "Cloud things" }, code: "SECTOR_NOT_MAPPED" },
    { what: "a currency without a rate", query: { sector: "62.01", unit: "CUP" }, code: "EXCHANGE_RATE_MISSING" },
    { what: "a mass", query: { sector: "62.01", unit: "kg" }, code: "UNIT_NOT_CONVERTIBLE" },
    {
      what: "electricity, which spend does not measure",
      query: { sector: "35.13", country: "DE" },
      code: "FACTOR_NOT_FOUND",
    },
  ])("fails with $code for $what", async ({ query, code }) => {
    const answer = await resolve(spend(query));
    expect(answer.failureCode).toBe(code);
    expect(answer.failureDetail).not.toBe("");
    expect(answer.factor).toBeUndefined();
    expect(answer.candidates.filter((candidate) => candidate.chosen)).toEqual([]);
  });
});

describe("materials", () => {
  it("are found by official name in any case, with an exact conversion", async () => {
    const answer = await resolve(material("GLASS", { unit: "lb" }));
    expect(factorOf(answer)).toBe("glass GLO 2024 t");
    expect(stepsOf(answer)).toEqual(["lb>t *0.45359237 /1000"]);
    expect(answer.factor).toMatchObject({ gwpSet: "AR4", method: FactorMethod.AVERAGE_DATA });
    expect(answer.factor?.values?.co2).toBeUndefined();
    expect(answer.euroRate).toBeUndefined();
  });

  it("use the latest dataset before the day, or the earliest after it", async () => {
    const years = await Promise.all(["2027-01-01", "2018-01-01"].map((day) => resolve(material("Glass", { day }))));
    expect(years.map((answer) => answer.factor?.year)).toEqual([2026, 2019]);
  });

  it("are found by key, and by sector if the product is unknown", async () => {
    expect((await resolve(material("glass-closed-loop"))).factor?.name).toBe("Glass, closed-loop source");
    expect((await resolve(material("Bottles", { sector: "Glass" }))).factor?.key).toBe("glass");
  });

  it.each([
    ["Glass", "glass-closed-loop"],
    ["paper-and-board-paper", "paper-and-board-paper-closed-loop"],
    ["glass-closed-loop", "glass-closed-loop"],
    ["Wood, re-used", "wood-re-used"],
  ])("of a recycled share of %s take %s", async (product, key) => {
    const [recycled, whole] = await Promise.all(
      [true, false].map((recycled) => resolve(material(product, { recycled }))),
    );
    expect([recycled!.factor?.key, recycled!.factor?.year]).toEqual([key, whole!.factor?.year]);
  });

  it("of a recycled share have no factor without a closed-loop figure", async () => {
    expect(await resolve(material("Batteries - Li ion", { recycled: true }))).toMatchObject({
      failureCode: "FACTOR_NOT_FOUND",
      failureDetail: "No closed-loop figure of batteries-li-ion is published.",
    });
  });

  it("do not convert from litres", async () => {
    expect((await resolve(material("Glass", { unit: "l" }))).failureCode).toBe("UNIT_NOT_CONVERTIBLE");
  });
});

describe("a batch", () => {
  it("is answered in order, each selection independently", async () => {
    const unknown = { ...spend({ sector: "62.01" }), unitId: "00000000-0000-7000-8000-000000000000" };
    const { resolutions } = await client.resolveFactors({
      selections: [spend({ sector: "?" }), spend({ sector: "541511", country: "US" }), unknown],
    });
    expect(resolutions.map(({ failureCode }) => failureCode)).toEqual(["SECTOR_NOT_MAPPED", "", "UNIT_NOT_FOUND"]);
  });

  it.each([
    {
      what: "more than 500 selections",
      selections: () => Array.from({ length: 501 }, () => spend({ sector: "62.01" })),
    },
    { what: "a selection without selector", selections: () => [{ ...spend({}), selector: {} }] },
    { what: "an invalid day", selections: () => [spend({ sector: "62.01", day: "2024-02-30" })] },
  ])("with $what is refused", async ({ selections }) => {
    const error = await client
      .resolveFactors({ selections: selections() })
      .then(() => expect.fail(), ConnectError.from);
    expect(error.code).toBe(Code.InvalidArgument);
    expect(refusalIn(error)?.code).toBe("REQUEST_VALIDATION_FAILED");
  });
});
