import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSure } from "../assess.ts";
import type { ReadResult } from "../document.ts";
import { pdfOf } from "../golden/pdf.fixture.ts";
import { readDocument } from "../read.ts";
import { type Style, styleOf } from "./language.ts";
import { amountsIn } from "./quantities.ts";
import { readText } from "./read.ts";

const SPANISH = ["Factura de electricidad nº de factura: F-117", "Periodo de facturación: 01/01/2025 - 31/01/2025"];
const ENGLISH = ["Electricity bill", "Invoice number: F-117", "Billing period: 2025-01-01 to 2025-01-31"];
const quantityIn = ({ items }: ReadResult) => items[0]?.quantity;
const NO_BREAK = "\u00a0";
const NARROW = "\u202f";
const THIN = "\u2009";

describe("a quantity", () => {
  it.each([
    ["1 234", "1234", false],
    ["12 345 678", "12345678", false],
    ["1 234,5", "1234.5", false],
    [`1${NO_BREAK}234`, "1234", true],
    [`1${NARROW}234,5`, "1234.5", true],
    [`1${THIN}234${THIN}567`, "1234567", true],
    ["1.234,56", "1234.56", true],
    ["1,234.56", "1234.56", true],
    ["1'234.56", "1234.56", true],
    ["1.234.567", "1234567", true],
    ["1.234", "1234", true],
    ["12,5", "12.5", true],
    ["1,234", "1.234", false],
  ])("of %j kWh in Spanish is read as %s; sure: %s", (written, quantity, sure) => {
    const line = [`Consumo total ${written} kWh`, `Consumo total (kWh): ${written}`];
    for (const one of line) {
      const result = readText([...SPANISH, one]);
      expect([quantityIn(result), isSure(result)]).toEqual([quantity, sure]);
    }
  });

  it.each([
    ["1,234", [], "1234", true],
    ["1.234", [], "1.234", false],
    ["1.234", ["Amount due 12.50"], "1.234", true],
    ["1,234", ["Amount due 12,50"], "1.234", false],
    ["1,234", ["Amount due 12,50", "VAT 1.20"], "1234", false],
  ])("of %j kWh in English, beside %j, is read as %s; sure: %s", (written, lines, quantity, sure) => {
    const result = readText([...ENGLISH, ...lines, `Total consumption ${written} kWh`]);
    expect([quantityIn(result), isSure(result)]).toEqual([quantity, sure]);
  });

  it("is for review when no language tells the decimal mark", () => {
    const result = readText(["Electricidad / electricity", "kWh 1.234 kWh"]);
    expect(result.warnings).toContain("NUMBER_AMBIGUOUS");
  });

  it.each(["1 234 567", "12 345,67", "179,84", "1 234"])("is not the amount of money %j €", (money) => {
    expect(() => readText([...SPANISH, `Consumo (kWh) ${money} €`])).toThrow("no amount");
  });

  it.each(["25/01/25 234 kWh", "1. 234 kWh", "0 234 kWh", "1.234 567 kWh"])(
    "of three digits in %j is for review",
    (line) => {
      const result = readText([...SPANISH, `Consumo ${line}`]);
      expect(isSure(result)).toBe(false);
    },
  );

  it("in no style makes the reading one for review", () => {
    const result = readText([...SPANISH, "Consumo 100 kWh", "Consumo total 1,23,4.5 kWh"]);
    expect([result.warnings, isSure(result)]).toEqual([["NUMBER_AMBIGUOUS"], false]);
  });

  it("keeps the no-break spaces of a PDF", async () => {
    const bytes = pdfOf([...SPANISH, `Consumo total 1${NO_BREAK}234 kWh`, `Potencia${NO_BREAK}contratada 5 kW`]);
    expect(quantityIn(await readDocument({ bytes }))).toBe("1234");
  });
});

const groups = fc.constantFrom("", ".", ",", " ", NO_BREAK, NARROW, THIN, "'", "’");
const grouped = (digits: string, group: string) => digits.replace(/\B(?=(\d{3})+$)/g, group);
const OTHER: Record<string, string> = { ".": ",", ",": "." };
const styles = fc.constantFrom<Style>(
  styleOf("factura"),
  styleOf("invoice"),
  styleOf("factura 1,50"),
  styleOf("invoice 1.50"),
  styleOf("invoice 1,50"),
  styleOf(""),
);

describe("a number in any style", () => {
  const numbers = fc.record({
    whole: fc.bigInt({ min: 0n, max: 10n ** 10n }).map(String),
    fraction: fc.stringMatching(/^\d{0,4}$/),
    group: groups,
    mark: fc.constantFrom(".", ","),
    style: styles,
    before: fc.constantFrom("Consumo ", "Consumo: ", "kWh ", "1 ", "x"),
  });

  it("is never read as another number without doubt", () => {
    fc.assert(
      fc.property(numbers, ({ whole, fraction, group, mark, style, before }) => {
        fc.pre(group !== mark);
        const written = grouped(whole, group) + (fraction === "" ? "" : mark + fraction);
        // One mark before three digits is what the document says.
        const decimalMark = fraction === "" ? OTHER[group] : mark;
        fc.pre(!/^[1-9]\d{0,2}[.,]\d{3}$/.test(written) || decimalMark === style.decimalMark);
        let unreadable = false;
        const [amount] = amountsIn([`${before}${written} kWh`], {
          category: "electricity",
          style,
          onUnreadable: () => (unreadable = true),
          onUnread: () => {},
        });
        const value = `${whole}.${fraction}`.replace(/\.?0*$/, "") || "0";
        if (amount === undefined) expect(unreadable || before === "x").toBe(true);
        else if (!amount.isAmbiguous) expect(amount.value).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });
});
