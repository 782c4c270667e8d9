import { type Client, createClient } from "@connectrpc/connect";
import { ExchangeRateKind } from "@emissions/proto/factors/v1/exchange_rate_service";
import type { Fitness } from "@emissions/proto/factors/v1/fitness";
import {
  PriceBasis,
  PriceIndexKind,
  type Resolution,
  SelectionService,
} from "@emissions/proto/factors/v1/selection_service";
import { type Fraction, fraction, over, round, textOf, times } from "@emissions/quantity/oracle";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof SelectionService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(SelectionService, seeded.transport);
});
afterAll(() => seeded.database.drop());

interface Purchase {
  sector: string;
  country?: string;
  currency: string;
  day: string;
}

async function resolve({ sector, country = "", currency, day }: Purchase): Promise<Resolution> {
  const kind = { case: "spend" as const, value: { sector, country } };
  const unitId = seeded.snapshot.unitsByCode.get(currency)!.id;
  const { resolutions } = await client.resolveFactors({
    selections: [{ selector: { kind }, unitId, referenceDate: day }],
  });
  return resolutions[0]!;
}

/** Kilograms for an amount, by the steps and the factor of an answer. */
function kilograms(amount: string, { conversion, factor }: Resolution): Fraction {
  const converted = conversion.reduce(
    (value, { multiplyBy, divideBy }) => over(times(value, fraction(multiplyBy!.value)), fraction(divideBy!.value)),
    fraction(amount),
  );
  return times(converted, fraction(factor!.values!.co2e!.value));
}

const marks = ({ fitness }: Resolution) =>
  Object.entries(fitness as Fitness).filter(
    ([name, value]) => !["$typeName", "origin", "proxy"].includes(name) && value,
  );
const sum = (expected: Fraction) => textOf(round(expected, 12));
const product = (...numbers: string[]) => numbers.map(fraction).reduce(times);

// All figures of this file are copied by hand from the publications.
const SPAIN = { cpi2023: "127.957434718697", cpi2024: "131.507202" };
const CPI_US = { 2022: "134.21120616846", 2024: "143.857336" };

describe("a purchase in Spain, by FIGARO in EUR of 2023", () => {
  it("of 2023 is multiplied by the published figure", async () => {
    const steel = await resolve({ sector: "24.10", country: "ES", currency: "EUR", day: "2023-06-01" });
    expect(steel.factor).toMatchObject({
      name: "Manufacture of basic metals",
      key: "24",
      region: "ES",
      sourceKey: "C24",
    });
    expect(sum(kilograms("1000", steel))).toBe("968.22");
    expect(steel.conversion).toEqual([]);
    expect(marks(steel)).toEqual([["priceBasisDiffers", true]]);
  });

  it("of 2025 is deflated by consumer prices of 2024, the newest year of the index", async () => {
    const steel = await resolve({ sector: "24.10", country: "ES", currency: "EUR", day: "2025-03-14" });
    const expected = over(product("1000", SPAIN.cpi2023, "0.96822"), fraction(SPAIN.cpi2024));
    expect(sum(kilograms("1000", steel))).toBe(sum(expected));
    expect(steel.conversion[0]).toMatchObject({
      fromUnit: "EUR",
      toUnit: "EUR",
      priceIndex: {
        country: "ES",
        kind: PriceIndexKind.CONSUMER_PRICES,
        source: expect.stringMatching(/^World Bank, consumer price index .* from the published change/),
        fromYear: 2024,
        toYear: 2023,
        fromValue: { value: SPAIN.cpi2024 },
        toValue: { value: SPAIN.cpi2023 },
        carriedForward: true,
      },
    });
    expect(marks(steel)).toEqual([
      ["priceYearGap", 2],
      ["rateCarriedForward", true],
      ["priceBasisDiffers", true],
    ]);
  });

  it("of 2020 is inflated by the GDP deflator, which has both years", async () => {
    const steel = await resolve({ sector: "24.10", country: "ES", currency: "EUR", day: "2020-07-01" });
    const expected = over(product("1000", "120.3517805", "0.96822"), fraction("105.4936382"));
    expect(sum(kilograms("1000", steel))).toBe(sum(expected));
    expect(steel.conversion[0]!.priceIndex).toMatchObject({ kind: PriceIndexKind.GDP_DEFLATOR, carriedForward: false });
    expect(marks(steel)).toEqual([
      ["priceYearGap", 3],
      ["priceBasisDiffers", true],
    ]);
  });
});

it("a British purchase of 2020 in pounds is brought to pounds of 2022", async () => {
  const chemicals = await resolve({ sector: "20.13", country: "GB", currency: "GBP", day: "2020-05-05" });
  const expected = over(product("250", "119.7383601", "1.171462189136121"), fraction("113.4809258"));
  expect(sum(kilograms("250", chemicals))).toBe(sum(expected));
  expect(chemicals.factor).toMatchObject({
    name: "Industrial gases, inorganics and fertilisers (all inorganic chemicals) - 20.11/13/15",
    sourceKey: "20A",
    priceYear: 2022,
    priceBasis: PriceBasis.PURCHASER,
    values: { co2: { value: "0.9220254853908045" } },
  });
  expect(marks(chemicals)).toEqual([["priceYearGap", 2]]);
});

it("a Portuguese purchase of 2021 in euros is deflated in euros and converted at the dollar rate of 2023", async () => {
  const chemicals = await resolve({ sector: "20.13", country: "PT", currency: "EUR", day: "2021-11-30" });
  const deflated = over(product("1000", "125.8057087"), fraction("111.7303759"));
  expect(sum(kilograms("1000", chemicals))).toBe(sum(times(deflated, product("1.08127", "0.704836"))));
  expect(chemicals.factor).toMatchObject({ key: "325180", region: "PT", unit: "USD", priceYear: 2023 });
  expect(chemicals.factor!.name).toMatch(/inorganic chemical/i);
  expect(chemicals.conversion[1]!.exchangeRate).toMatchObject({
    rateDate: "2023-01-01",
    kind: ExchangeRateKind.ANNUAL_AVERAGE,
    source: "ECB euro reference rates, mean of 2023",
  });
  expect(marks(chemicals)).toEqual([
    ["priceYearGap", 2],
    ["priceBasisDiffers", true],
  ]);
});

it("a French or Italian purchase is priced at purchaser prices, and not marked", async () => {
  const metals = await resolve({ sector: "24.10", country: "IT", currency: "EUR", day: "2023-05-02" });
  expect(metals.factor).toMatchObject({ key: "24", region: "IT", unit: "EUR", priceBasis: PriceBasis.PURCHASER });
  expect(metals.factor!.note).toBe("Purchaser prices: with trade and transport margins, from the use table of 2022.");
  expect([metals.conversion, marks(metals)]).toEqual([[], []]);
  const crops = await resolve({ sector: "01.11", country: "FR", currency: "EUR", day: "2023-05-02" });
  expect(crops.factor).toMatchObject({ priceBasis: PriceBasis.PURCHASER, values: { co2e: { value: "1.05381" } } });
  // The table of France at purchaser prices lacks this service.
  const administration = await resolve({ sector: "84.11", country: "FR", currency: "EUR", day: "2023-05-02" });
  expect(administration.factor).toMatchObject({ priceBasis: PriceBasis.BASIC, values: { co2e: { value: "0.0737" } } });
  expect(marks(administration)).toEqual([["priceBasisDiffers", true]]);
});

it("another activity than the recorded one is a proxy, also in its own country", async () => {
  const proxyOf = async (sector: string) => {
    const { factor, fitness } = await resolve({ sector, country: "PT", currency: "USD", day: "2023-02-01" });
    return [factor?.key, factor?.region, fitness?.proxy];
  };
  expect(await proxyOf("62.01")).toEqual(["541511", "PT", false]);
  // The crosswalk has one industry for the division, and all trades of construction have one sector.
  expect(await proxyOf("62")).toEqual(["541511", "PT", true]);
  expect(await proxyOf("238210")).toEqual(["230301", "PT", true]);
});

it("a producer price with a published ratio is multiplied by it, and is not marked", async () => {
  const freight = await resolve({ sector: "49.41", country: "PT", currency: "USD", day: "2023-02-01" });
  expect(freight.factor).toMatchObject({ key: "484000", priceBasis: PriceBasis.PRODUCER });
  expect(freight.conversion).toMatchObject([
    {
      multiplyBy: { value: "0.8563989562" },
      divideBy: { value: "1" },
      priceConversion: {
        fromBasis: PriceBasis.PURCHASER,
        toBasis: PriceBasis.PRODUCER,
        source: expect.stringContaining("CEDA"),
      },
    },
  ]);
  expect(marks(freight)).toEqual([]);
});

describe("a purchase in another currency than that of the supplier's country", () => {
  it("is exchanged on its day to the currency of the factor, and deflated in that currency", async () => {
    const software = await resolve({ sector: "541511", country: "US", currency: "JPY", day: "2024-06-09" });
    // Friday 7 June 2024: 169.52 JPY and 1.0898 USD for one euro.
    const dollars = over(product("500000", "1.0898"), fraction("169.52"));
    const expected = over(times(dollars, product(CPI_US[2022], "0.084")), fraction(CPI_US[2024]));
    expect(sum(kilograms("500000", software))).toBe(sum(expected));
    expect(software.conversion.map(({ fromUnit, toUnit }) => `${fromUnit}>${toUnit}`)).toEqual([
      "JPY>EUR",
      "EUR>USD",
      "USD>USD",
    ]);
  });

  it("is deflated in dollars for a factor in dollars, whatever happened to the currency of the country", async () => {
    const steel = await resolve({ sector: "24.10", country: "MM", currency: "USD", day: "2024-06-09" });
    expect(steel.factor).toMatchObject({ region: "MM", unit: "USD" });
    expect(steel.conversion.map(({ priceIndex }) => priceIndex?.country)).toEqual(["US"]);
  });
});

describe("a currency without euro reference rates", () => {
  it("is converted at the World Bank's average of the price year, and marked", async () => {
    const software = await resolve({ sector: "62.01", country: "AE", currency: "AED", day: "2021-04-01" });
    const [deflation, toEuro, toDollar] = software.conversion;
    expect(deflation).toMatchObject({ fromUnit: "AED", toUnit: "AED", priceIndex: { country: "AE" } });
    // 3.6725 AED and 1/1.08127 EUR for one dollar.
    expect(toEuro!.divideBy?.value).toBe("3.970964075");
    expect(toEuro!.exchangeRate!.source).toMatch(
      /^World Bank official exchange rate, mean of 2023: 3\.6725 AED for 1 USD; ECB/,
    );
    expect(toDollar!.multiplyBy?.value).toBe("1.08127");
    expect(Object.fromEntries(marks(software))).toMatchObject({ yearlyRate: true, priceYearGap: 2 });
    expect(software.euroRate).toBeUndefined();
  });

  it("takes the newest year for a later day, and marks it", async () => {
    const software = await resolve({ sector: "62.01", country: "US", currency: "AED", day: "2026-02-01" });
    expect(software.conversion[0]!.exchangeRate).toMatchObject({ rateDate: "2024-01-01", requestedDate: "2026-02-01" });
    expect(Object.fromEntries(marks(software))).toEqual({
      yearlyRate: true,
      rateCarriedForward: true,
      priceYearGap: 4,
    });
  });

  it("has no rate, if no second source confirms it or it is too old", async () => {
    for (const purchase of [
      { sector: "62.01", country: "MM", currency: "MMK", day: "2024-02-01" },
      { sector: "62.01", country: "US", currency: "AED", day: "2028-02-01" },
    ]) {
      expect((await resolve(purchase)).failureCode).toBe("EXCHANGE_RATE_MISSING");
    }
  });
});

describe("in every country", () => {
  const resolveAll = async ({ sector, currency, day }: Purchase) => {
    const unitId = seeded.snapshot.unitsByCode.get(currency)!.id;
    const selections = seeded.snapshot.countries.map(({ code }) => {
      const kind = { case: "spend" as const, value: { sector, country: code } };
      return { selector: { kind }, unitId, referenceDate: day };
    });
    return (await client.resolveFactors({ selections })).resolutions;
  };

  it("chemicals are priced as chemicals, and the answer names the product", async () => {
    const resolutions = await resolveAll({ sector: "20.13", currency: "EUR", day: "2024-06-09" });
    expect(resolutions).toHaveLength(250);
    expect(resolutions.filter(({ factor }) => !/chemical/i.test(factor!.name))).toEqual([]);
    expect(resolutions.filter(({ factor }) => /nuclear/i.test(factor!.name))).toEqual([]);
  });

  it.each([
    { currency: "EUR", day: "2025-06-09" },
    { currency: "USD", day: "2015-06-09" },
    { currency: "GBP", day: "2023-06-09" },
    { currency: "AED", day: "2022-06-09" },
  ])("the steps lead from $currency of $day to the unit of the factor", async ({ currency, day }) => {
    for (const { conversion, factor } of await resolveAll({ sector: "10.51", currency, day })) {
      const units = [currency, ...conversion.map(({ toUnit }) => toUnit)];
      expect(conversion.map(({ fromUnit }) => fromUnit)).toEqual(units.slice(0, -1));
      expect(units.at(-1)).toBe(factor!.unit);
      const indices = conversion.filter(({ priceIndex }) => priceIndex !== undefined);
      expect(indices).toHaveLength(Number(day.slice(0, 4)) === factor!.priceYear ? 0 : 1);
    }
  });

  it.each(["2019-06-09", "2025-06-09"])(
    "an amount in dollars of %s keeps its order of magnitude, however high the inflation",
    async (day) => {
      const distorted = (await resolveAll({ sector: "10.51", currency: "USD", day })).filter(
        ({ conversion, factor }) => {
          const dollars = conversion.reduce(
            (value, { multiplyBy, divideBy }) => (value * Number(multiplyBy!.value)) / Number(divideBy!.value),
            1,
          );
          return factor!.unit === "USD" && (dollars < 0.7 || dollars > 1.5);
        },
      );
      expect(distorted.map(({ factor }) => factor!.region)).toEqual([]);
    },
  );
});
