import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDay } from "./dates.ts";
import { detectDateOrder, detectDecimalMark } from "./detect.ts";
import { dateOrderOf, decimalMarkOf, localeTag } from "./locales.ts";
import { MONTH_LANGUAGES } from "./months.ts";
import { parseNumber } from "./numbers.ts";

const LOCALES = ["es_ES", "en_GB", "en_US", "de_DE", "fr_FR", "ca_ES", "pt_PT", "de_CH", "it_IT", "nl_NL", "sv_SE"];

const DIGITS = [..."0123456789"] as const;
const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...DIGITS), maxLength });
/** Decimals without leading and trailing zeros and without a negative zero. */
const decimal = fc.tuple(fc.boolean(), digits(15), digits(12)).map(([negative, whole, fraction]) => {
  const [left, right] = [whole.replace(/^0+/, "") || "0", fraction.replace(/0+$/, "")];
  const number = right === "" ? left : `${left}.${right}`;
  return negative && number !== "0" ? `-${number}` : number;
});
const day = fc.integer({ min: 0, max: 36_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe("a number", () => {
  it.each(LOCALES)("that %s writes is read with the same digits", (locale) => {
    const mark = decimalMarkOf(locale)!;
    const styles = [
      { useGrouping: true },
      { useGrouping: false },
      { style: "currency", currency: "EUR", currencySign: "accounting" },
      { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" },
    ] as const;
    const formats = styles.map(
      (style) => new Intl.NumberFormat(localeTag(locale)!, { ...style, maximumFractionDigits: 20 }),
    );
    fc.assert(
      fc.property(decimal, fc.constantFrom(...formats), (number, format) => {
        expect(parseNumber(format.format(number as Intl.StringNumericLiteral), mark)).toEqual({ number });
      }),
      { numRuns: 60 },
    );
  });

  it.each(LOCALES)("with a percent sign of %s is a hundredth", (locale) => {
    const format = new Intl.NumberFormat(localeTag(locale)!, { style: "percent", maximumFractionDigits: 20 });
    fc.assert(
      fc.property(decimal, (number) => {
        const read = parseNumber(format.format(number as Intl.StringNumericLiteral), decimalMarkOf(locale)!);
        expect(read).toEqual({ number, percent: true });
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["1.234,56", ",", "1234.56"],
    ["1,234.56", ".", "1234.56"],
    ["1 234,56", ",", "1234.56"],
    ["1\u202f234,56", ",", "1234.56"],
    ["1'234.56", ".", "1234.56"],
    ["1’234’567.5", ".", "1234567.5"],
    ["(1.234,5)", ",", "-1234.5"],
    ["1.234,5-", ",", "-1234.5"],
    ["−5", ".", "-5"],
    ["-0", ".", "0"],
    ["007,50", ",", "7.5"],
    [",5", ",", "0.5"],
    ["5.", ".", "5"],
    ["1,5E+3", ",", "1500"],
    ["€ -3,10", ",", "-3.1"],
    ["EUR 1.000,00", ",", "1000"],
    ["-1,000.00 USD", ".", "-1000"],
    ["0.1000000000000000055511151231", ".", "0.1000000000000000055511151231"],
  ] as const)("%s with decimal mark %s is %s", (text, mark, number) => {
    expect(parseNumber(text, mark)).toEqual({ number });
  });

  it.each([
    ["1.23,4", ","],
    ["1,23,456", "."],
    ["1.234 567", ","],
    ["1 234.567,8 9", ","],
    ["--5", "."],
    ["(-5)", "."],
    ["5 kg", "."],
    ["5 TON", "."],
    ["0,125", "."],
    ["€ 5 €", "."],
    ["0x10", "."],
    ["1e999999999", "."],
    ["NaN", "."],
    ["Infinity", "."],
    ["٣", "."],
    ["", "."],
    [".", "."],
    ["=1+1", "."],
    ["1".repeat(101), "."],
  ] as const)("%j with decimal mark %s is none", (text, mark) => {
    expect(parseNumber(text, mark)).toBeNull();
  });
});

describe("a day", () => {
  it.each([...LOCALES, "hu_HU", "en_CA", "pl_PL"])("that %s writes in digits is read as the same day", (locale) => {
    const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" } as const;
    const format = new Intl.DateTimeFormat(localeTag(locale)!, options);
    const order = dateOrderOf(locale)!;
    fc.assert(
      fc.property(day, (text) => {
        expect(parseDay(format.format(new Date(text)), { order })).toBe(text);
      }),
    );
  });

  it.each(MONTH_LANGUAGES)("with the name of a month in %s is read as the same day", (language) => {
    const styles = ["long", "medium"] as const;
    const formats = styles.map((dateStyle) => new Intl.DateTimeFormat(language, { dateStyle, timeZone: "UTC" }));
    fc.assert(
      fc.property(day, fc.constantFrom(...formats), (text, format) => {
        expect(parseDay(format.format(new Date(text)), { order: "day_first" })).toBe(text);
      }),
    );
  });

  it.each([
    ["2026-01-31", "day_first", "2026-01-31"],
    ["2026-01-31T23:30:00Z", "day_first", "2026-01-31"],
    ["31/01/2026 10:30", "day_first", "2026-01-31"],
    ["1/31/2026, 10:30 PM", "month_first", "2026-01-31"],
    ["03/04/2026", "day_first", "2026-04-03"],
    ["03/04/2026", "month_first", "2026-03-04"],
    ["3.4.26", "day_first", "2026-04-03"],
    ["31.12.70", "day_first", "1970-12-31"],
    ["26-12-31", "year_first", "2026-12-31"],
    ["20260131", "month_first", "2026-01-31"],
    ["31 de enero de 2026", "day_first", "2026-01-31"],
    ["1 de abril del 2026", "day_first", "2026-04-01"],
    ["31-ene-26", "day_first", "2026-01-31"],
    ["15 sept. 2026", "day_first", "2026-09-15"],
    ["15-Sep-2026", "day_first", "2026-09-15"],
    ["January 31st, 2026", "day_first", "2026-01-31"],
    ["31st January 2026", "month_first", "2026-01-31"],
    ["46053", "day_first", "2026-01-31"],
    ["46053.75", "day_first", "2026-01-31"],
  ] as const)("%s with %s is %s", (text, order, expected) => {
    expect(parseDay(text, { order })).toBe(expected);
  });

  it("as a serial number depends on the date system of the workbook", () => {
    expect(parseDay("44591", { order: "day_first", dateSystem: 1904 })).toBe("2026-01-31");
  });

  it.each([
    ["31/06/2026", "day_first"],
    ["29/02/2025", "day_first"],
    ["13/13/2026", "month_first"],
    ["31/01/2026", "month_first"],
    ["31/01/2026", "year_first"],
    ["1/2/3", "day_first"],
    ["31/01-2026", "day_first"],
    ["0000-01-01", "day_first"],
    ["12 foo 2026", "day_first"],
    ["2026", "day_first"],
    ["99999999", "day_first"],
    ["", "day_first"],
    ["2026-01-31".repeat(10), "day_first"],
  ] as const)("%s with %s is none", (text, order) => {
    expect(parseDay(text, { order })).toBeNull();
  });
});

describe("a locale", () => {
  it.each([
    ["es_ES", ",", "day_first"],
    ["en_US", ".", "month_first"],
    ["en-GB", ".", "day_first"],
    ["de_CH", ".", "day_first"],
    ["sv_SE", ",", "year_first"],
  ])("%s has decimal mark %s and order %s", (locale, mark, order) => {
    expect([decimalMarkOf(locale), dateOrderOf(locale)]).toEqual([mark, order]);
  });

  it.each(["", "xx_YY", "es_ES; drop", "../es", "e", "es_ES_x".repeat(20)])("%j is unknown", (locale) => {
    expect([decimalMarkOf(locale), dateOrderOf(locale)]).toEqual([null, null]);
  });
});

describe("detection", () => {
  it("takes the only decimal mark that reads all numbers", () => {
    expect(detectDecimalMark(["1.234", "1.234,5", "Plant 3", null])).toMatchObject({ value: ",", examples: [] });
    expect(detectDecimalMark(["0.125", "7"])).toMatchObject({ value: "." });
    expect(detectDecimalMark(["1.234.567"])).toMatchObject({ value: "," });
  });

  it("names the numbers that two marks read differently", () => {
    const found = detectDecimalMark(["7", "1.234", "2,500"]);
    expect(found).toEqual({ value: null, possible: [".", ","], examples: ["1.234", "2,500"] });
  });

  it("names the numbers that contradict each other", () => {
    expect(detectDecimalMark(["1.5", "1,5"])).toEqual({ value: null, possible: [], examples: ["1.5", "1,5"] });
  });

  it("takes the only order that reads all days", () => {
    expect(detectDateOrder(["03/04/2026", "31/01/2026"])).toMatchObject({ value: "day_first" });
    expect(detectDateOrder(["03/04/2026", "01/31/2026"])).toMatchObject({ value: "month_first" });
  });

  it("names the days that two orders read differently", () => {
    const found = detectDateOrder(["03/04/2026", "05/05/2026"]);
    expect(found).toEqual({ value: null, possible: ["day_first", "month_first"], examples: ["03/04/2026"] });
  });

  it("needs no order for days that all orders read alike", () => {
    expect(detectDateOrder(["2026-01-31", "31 enero 2026"])).toMatchObject({ value: "day_first", examples: [] });
  });
});
