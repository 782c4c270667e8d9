import { fraction, over, round, textOf, times } from "@emissions/quantity/oracle";
import { describe, expect, it } from "vitest";
import { type CsvRow, list, readCsv } from "./csv.ts";

const read = (path: string) => readCsv(new URL(`../../catalog/${path}`, import.meta.url));
const files = [
  "spend.csv",
  "spend-uk-sic-2022.csv",
  "share-alike/spend-figaro-2023.csv",
  "share-alike/spend-figaro-purchaser-2023.csv",
  "share-alike/spend-open-ceda-2025.csv",
  "sector-crosswalk-bea.csv",
  "price-indices.csv",
  "exchange-rates/yearly-world-bank.csv",
  "exchange-rates/annual-average.csv",
  "countries.csv",
  "currencies.csv",
];
type Rows = CsvRow[];
const [spend, sic, figaro, purchaser, ceda, bea, prices, yearly, annual, countries, currencies] = (await Promise.all(
  files.map(read),
)) as [Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows];

const POSITIVE = /^(?!0*\.?0*$)\d+(\.\d+)?$/;
const twice = (keys: readonly string[]) => keys.filter((key, at) => keys.indexOf(key) !== at);
const keyOf = (columns: readonly string[]) => (row: CsvRow) => columns.map((column) => row[column]).join(" ");

describe.each([
  { file: "price-indices", rows: prices, key: ["country", "year"], count: 7029 },
  { file: "yearly-world-bank", rows: yearly, key: ["currency", "year"], count: 2598 },
  { file: "sector-crosswalk-bea", rows: bea, key: ["naics_2017"], count: 1016 },
])("$file", ({ rows, key, count }) => {
  it(`has ${count} rows, each natural key once`, () => {
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(keyOf(key))).size).toBe(count);
  });
});

describe("spend by SIC and NACE", () => {
  it.each([
    { code: "24.1-3", rows: sic, area: "GB", kg: "0.7685293463101839", co2: "0.6776441033802298" },
    { code: "20A", rows: sic, area: "GB", kg: "1.171462189136121", co2: "0.9220254853908045" },
    { code: "01", rows: sic, area: "GB", kg: "2.633028617575275", co2: "0.6409321216358776" },
    { code: "C24", rows: figaro, area: "ES", kg: "0.96822", co2: null },
    { code: "C24", rows: figaro, area: "DE", kg: "0.97592", co2: null },
    { code: "A01", rows: figaro, area: "DE", kg: "1.10182", co2: "0.27648" },
    { code: "C20", rows: purchaser, area: "FR", kg: "0.62661", co2: null },
    { code: "A01", rows: purchaser, area: "FR", kg: "1.05381", co2: null },
    { code: "C24", rows: purchaser, area: "IT", kg: "1.00775", co2: null },
    { code: "O84", rows: figaro, area: "FR", kg: "0.0737", co2: "0.05668" },
  ])("has the published figure of $code in $area", ({ code, rows, area, kg, co2 }) => {
    const row = rows.find(({ published_code, areas }) => published_code === code && areas === area)!;
    expect(row.co2e_kg).toBe(kg);
    if (co2 !== null) expect(row.co2_kg).toBe(co2);
  });

  it("has each NACE code once per country", () => {
    const keys = [...sic, ...figaro, ...purchaser].flatMap((row) =>
      list(row, "codes").map((code) => `${row.areas} ${code}`),
    );
    expect(twice(keys)).toEqual([]);
    expect(keys).toHaveLength(146 + 2 * 84 + 3 + 306);
  });

  it("does not have the rows that must not price a purchase", () => {
    const published = new Set([...sic, ...figaro, ...purchaser].map((row) => row.published_code));
    for (const code of ["46", "24.4-5", "68.2IMP", "D35"]) expect(published).not.toContain(code);
  });
});

describe("Open CEDA", () => {
  const columns = Object.keys(ceda[0]!).filter((column) => /^[A-Z]{2,3}$/.test(column));
  const cell = (code: string, country: string) => ceda.find((row) => row.code === code)![country];

  it("has 147 countries without the United States, and the rest of the world", () => {
    expect(columns).toHaveLength(148);
    expect(columns).toContain("GLO");
    expect(columns).not.toContain("US");
  });

  it("has 59,140 figures, none of them zero", () => {
    const cells = ceda.flatMap((row) => columns.map((column) => row[column]!)).filter((text) => text !== "");
    expect(cells).toHaveLength(59_140);
    expect(cells.filter((text) => !POSITIVE.test(text))).toEqual([]);
  });

  it.each([
    ["325180", "GB", "0.363098"],
    ["325180", "GLO", "0.387724"],
    ["331110", "IT", "1.849402"],
    ["331110", "IN", "5.976869"],
    ["541511", "IT", "0.109747"],
  ])("has the published figure of %s in %s", (code, country, kg) => expect(cell(code, country)).toBe(kg));

  it("has the 28 published ratios of producer to purchaser price", () => {
    const ratios = ceda.map((row) => row.producer_per_purchaser_price!).filter((text) => text !== "");
    expect(ratios).toHaveLength(28);
    expect(ratios.filter((ratio) => !(Number(ratio) > 0.5 && Number(ratio) < 1))).toEqual([]);
    expect(ceda.find(({ code }) => code === "327320")!.producer_per_purchaser_price).toBe("0.5974999509");
  });

  it("has a sector for every NAICS code of USEEIO", () => {
    const sectors = new Set(ceda.map(({ code }) => code));
    expect(bea.filter((row) => !sectors.has(row.bea_2017!))).toEqual([]);
    expect(new Set(bea.map((row) => row.naics_2017))).toEqual(new Set(spend.map(({ code }) => code)));
    expect(bea.filter(({ match, note }) => (match === "same") !== (note === ""))).toEqual([]);
  });
});

describe("price indices", () => {
  const of = (country: string, year: string) => prices.find((row) => row.country === country && row.year === year)!;

  it("refer to countries and currencies of the catalogue, and are positive", () => {
    const known = new Set([...countries, ...currencies].map(({ code }) => code));
    expect(prices.filter((row) => !known.has(row.country!) || !known.has(row.currency || "EUR"))).toEqual([]);
    const values = prices.flatMap((row) => [row.gdp_deflator!, row.consumer_prices!]).filter((text) => text !== "");
    expect(values.filter((text) => !POSITIVE.test(text))).toEqual([]);
    expect(prices.filter((row) => row.consumer_prices_basis === "derived")).toHaveLength(116);
  });

  it("give the published CPI-U average of the United States in 2023, 304.70", () => {
    const index = over(times(fraction(of("US", "2023").consumer_prices!), fraction("218.056")), fraction("100"));
    expect(textOf(round(index, 2))).toBe("304.7");
  });

  it.each([
    ["ES", "2020", "105.4936382", "110.603312216661"],
    ["GB", "2022", "119.7383601", "133.660070279268"],
  ])("have the published values of %s in %s", (country, year, deflator, consumer) => {
    const { gdp_deflator, consumer_prices } = of(country, year);
    expect([gdp_deflator, consumer_prices]).toEqual([deflator, consumer]);
  });

  it("name the currency of the country in that year", () => {
    const named = [of("HR", "2022"), of("HR", "2023"), of("BG", "2023"), of("GB", "1990")].map((row) => row.currency);
    expect(named).toEqual(["HRK", "EUR", "BGN", "GBP"]);
  });
});

describe("yearly exchange rates", () => {
  it("exist only for currencies and years without an average of euro reference rates", () => {
    const quoted = new Set(annual.map(keyOf(["currency", "year"])));
    expect(yearly.filter((row) => quoted.has(keyOf(["currency", "year"])(row)))).toEqual([]);
    expect(
      yearly.filter((row) => ["EUR", "USD"].includes(row.currency!) || !POSITIVE.test(row.units_per_usd!)),
    ).toEqual([]);
  });

  it.each([
    ["AED", "2023", "3.6725"],
    ["RUB", "2023", "85.1620083333333"],
  ])("have the published rate of %s in %s", (currency, year, rate) => {
    expect(yearly.find((row) => row.currency === currency && row.year === year)?.units_per_usd).toBe(rate);
  });

  it.each([
    ["2022", "USD", "1.05305"],
    ["2023", "USD", "1.08127"],
    ["2022", "GBP", "0.852761"],
  ])("of the euro are the mean of the daily rates of %s, to six digits: %s %s", async (year, currency, mean) => {
    const days = (await read("exchange-rates/daily.csv")).filter(({ day }) => day!.startsWith(year));
    const sum = days
      .map((row) => fraction(row[currency]!))
      .reduce((a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }));
    const digits = mean.startsWith("0.") ? 6 : 5;
    expect(textOf(round(over(sum, fraction(String(days.length))), digits))).toBe(mean);
    expect(annual.find((row) => row.year === year && row.currency === currency)?.units_per_euro).toBe(mean);
  });
});
