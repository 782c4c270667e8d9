import { describe, expect, it } from "vitest";
import { COLUMNS_MAX } from "../limits.ts";
import { parse, refusalFor, tableOf } from "../parse.fixture.ts";
import * as fixture from "../workbook.fixture.ts";
import { GOOD_XLSX, HEADER, REFUSED_XLSX, ROWS, wide, withPart, withSheet } from "./xlsx.fixture.ts";

const { styled, shared, xlsxOf, xlsxOfRows, workbookParts } = fixture;
const xml = (text: string) => ({ xml: text });

/** The table of one cell below the header. */
const cellOf = async (cell: fixture.FixtureCell, more: Partial<fixture.FixtureWorkbook> = {}) => {
  const bytes = xlsxOf({ sheets: [{ name: "Data", rows: [HEADER, ["North", cell]] }], ...more });
  const [, row] = await tableOf("a.xlsx", bytes);
  return row?.[1] ?? null;
};

describe("a cell of an xlsx file", () => {
  it.each([
    ["a number", 5, { number: "5" }],
    ["a number that a double cannot hold", xml('<c r="REF"><v>0.28999999999999998</v></c>'), { number: "0.29" }],
    ["a number with an exponent", xml('<c r="REF"><v>1.5E-3</v></c>'), { number: "0.0015" }],
    [
      "a number with 20 digits",
      xml('<c r="REF"><v>12345678901234567.891</v></c>'),
      { number: "12345678901234567.891" },
    ],
    ["a number as text", "1.234,50", "1.234,50"],
    ["an amount with a unit", styled(fixture.EURO, "12.5"), { number: "12.5", shows: "days" }],
    ["a share", styled(fixture.PERCENT, "0.125"), { number: "0.125", percent: true }],
    ["a duration", styled(fixture.ELAPSED, "1.5"), { number: "1.5" }],
    ["a day", styled(fixture.DAY, "46053"), { day: "2026-01-31" }],
    ["a day in a format of its own", styled(fixture.OWN_DAY, "46053"), { day: "2026-01-31" }],
    ["a day with a time", styled(fixture.DAY_AND_TIME, "46053.75"), { day: "2026-01-31", time: "18:00:00" }],
    ["a time that rounds to midnight", styled(fixture.DAY_AND_TIME, "46052.999999"), { day: "2026-01-31" }],
    ["the day before the missing one of 1900", styled(fixture.DAY, "59"), { day: "1900-02-28" }],
    ["the missing day of 1900", styled(fixture.DAY, "60"), { error: "CELL_DATE_UNKNOWN", text: "60" }],
    ["the day after the missing one of 1900", styled(fixture.DAY, "61"), { day: "1900-03-01" }],
    ["a negative day", styled(fixture.DAY, "-1"), { error: "CELL_DATE_UNKNOWN", text: "-1" }],
    ["a day after 9999", styled(fixture.DAY, "2958466"), { error: "CELL_DATE_UNKNOWN", text: "2958466" }],
    ["a day in ISO 8601", xml('<c r="REF" t="d"><v>2026-01-31T00:00:00</v></c>'), { day: "2026-01-31" }],
    ["true", xml('<c r="REF" t="b"><v>1</v></c>'), true],
    ["false", xml('<c r="REF" t="b"><v>0</v></c>'), false],
    ["an error", xml('<c r="REF" t="e"><v>#N/A</v></c>'), { error: "CELL_ERROR", text: "#N/A" }],
    ["a formula with its result", xml('<c r="REF"><f>1+1</f><v>2</v></c>'), { number: "2" }],
    ["a formula with a text", xml('<c r="REF" t="str"><f>A1</f><v>x</v></c>'), "x"],
    ["a formula without its result", xml('<c r="REF"><f>1+1</f></c>'), { error: "CELL_FORMULA_WITHOUT_VALUE" }],
    ["a formula with an empty result", xml('<c r="REF" t="str"><f>""</f><v></v></c>'), null],
    [
      "a call of a program",
      xml("<c r=\"REF\"><f>cmd|' /C calc'!A0</f><v/></c>"),
      { error: "CELL_FORMULA_WITHOUT_VALUE" },
    ],
    ["a text like a formula", "=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"],
    [
      "a text in pieces",
      xml('<c r="REF" t="inlineStr"><is><r><t>No</t></r><r><t>rth</t></r><rPh><t>x</t></rPh></is></c>'),
      "North",
    ],
    ["an escaped line end and NUL", "a_x000D__x000A_b_x0000_c", "a\nbc"],
    ["a number that is none", xml('<c r="REF"><v>NaN</v></c>'), { error: "CELL_ERROR", text: "NaN" }],
    ["a text longer than Excel allows", "x".repeat(32_768), { error: "CELL_TOO_LONG" }],
    ["a style without a value", xml('<c r="REF" s="1"/>'), null],
  ])("with %s is read", async (_, cell, expected) => {
    expect(await cellOf(cell)).toEqual(expected);
  });

  it("has days of the system of 1904", async () => {
    expect(await cellOf(styled(fixture.DAY, "44591"), { date1904: true })).toEqual({ day: "2026-01-31" });
  });

  it("has shared texts without phonetic hints", async () => {
    const sharedStrings = ["<si><t>x</t></si>", "<si><r><t>Nor</t></r><r><t>th</t></r><rPh><t>y</t></rPh></si>"];
    expect(await cellOf(shared(1), { sharedStrings })).toBe("North");
  });
});

describe("an xlsx file", () => {
  it("with several sheets gives the first one with values", async () => {
    const sheets = [
      { name: "Cover", rows: [] },
      { name: "Año & más", rows: ROWS },
      { name: "Other", rows: [["x"]] },
    ];
    const { table } = await parse("a.xlsx", xlsxOf({ sheets }));
    expect(table).toMatchObject({
      sheets: ["Cover", "Año & más", "Other"],
      selectedSheet: "Año & más",
      columns: HEADER,
    });
  });

  it("gives the sheet that is asked for", async () => {
    const bytes = xlsxOf({
      sheets: [
        { name: "A", rows: ROWS },
        { name: "B", rows: [["x"], ["y"]] },
      ],
    });
    expect(await tableOf("a.xlsx", bytes, { sheetName: "B" })).toEqual([["x"], ["y"]]);
  });

  it.each(["hidden", "veryHidden"] as const)("does not show a %s sheet", async (state) => {
    const bytes = xlsxOf({
      sheets: [
        { name: "Old", rows: [["x"]], state },
        { name: "Data", rows: ROWS },
      ],
    });
    expect((await parse("a.xlsx", bytes)).table).toMatchObject({ sheets: ["Data"], selectedSheet: "Data" });
    expect((await refusalFor("a.xlsx", bytes, { sheetName: "Old" })).code).toBe("IMPORT_SHEET_NOT_FOUND");
  });

  it("repeats the value of merged cells in the rows below, not across", async () => {
    const rows = [["Wastes of 2025"], HEADER, ["North", 1], [null, 2], [null, 3], ["South", 4]];
    const bytes = xlsxOfRows(rows, { merges: ["A1:B1", "A3:A5"] });
    const { table, rows: found } = await parse("a.xlsx", bytes);
    expect(table).toMatchObject({ headerRow: 1, columns: HEADER });
    expect(found.map(({ cells }) => cells[0])).toEqual(["North", "North", "North", "South"]);
  });

  it("repeats no amount of merged cells, but says that there is none", async () => {
    const rows = [["Plant", "kg", "Text"], ["North", 120, "1.250,5"], ["South"], ["West", 7, "x"]];
    const { rows: found } = await parse("a.xlsx", xlsxOfRows(rows, { merges: ["B2:B3", "C2:C3"] }));
    const merged = (text: string) => ({ error: "CELL_MERGED_AMOUNT", text });
    expect(found.map(({ cells }) => cells.slice(1))).toEqual([
      [{ number: "120" }, "1.250,5"],
      [merged("120"), merged("1.250,5")],
      [{ number: "7" }, "x"],
    ]);
  });

  it("counts the rows that the sheet hides, below the header", async () => {
    const bytes = xlsxOfRows([HEADER, ["North", 1], ["South", 2], ["West", 3]], { hiddenRows: [1, 3, 4] });
    const { table, rows: found } = await parse("a.xlsx", bytes);
    expect([table.totalRows, table.hiddenRows, found.length]).toEqual([3, 2, 3]);
  });

  it("keeps the numbers of its rows", async () => {
    const { rows } = await parse(
      "a.xlsx",
      xlsxOfRows([HEADER, [], ["North", 1], [null, xml('<c r="REF" s="1"/>')], ["x"]]),
    );
    expect(rows.map(({ number }) => number)).toEqual([3, 5]);
  });

  it("without references of rows and cells is read", async () => {
    const content =
      "<worksheet><sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData></worksheet>";
    const bytes = withPart({ name: "xl/worksheets/sheet0.xml", content });
    expect(await tableOf("a.xlsx", bytes)).toEqual([["1", "2"], [{ number: "3" }]]);
  });

  it("with a namespace prefix is read", async () => {
    const content =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="B1"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await tableOf("a.xlsx", withPart({ name: "xl/worksheets/sheet0.xml", content }))).toEqual([
      ["Column A", "1"],
    ]);
  });

  it("with links to other workbooks is read, and the links are not", async () => {
    const bytes = withPart({
      name: "xl/externalLinks/externalLink1.xml",
      content: "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///'>]><a/>",
    });
    expect(await tableOf("a.xlsx", bytes)).toEqual([HEADER, ["North", { number: "5" }]]);
  });

  it("with names that leave the package opens nothing outside", async () => {
    const content = workbookParts({ sheets: [{ name: "Data", rows: ROWS }] })
      .find(({ name }) => name === "xl/_rels/workbook.xml.rels")!
      .content.toString()
      .replace("worksheets/sheet0.xml", "../../../../etc/passwd");
    expect(await refusalFor("a.xlsx", withPart({ name: "xl/_rels/workbook.xml.rels", content }))).toMatchObject({
      code: "IMPORT_FILE_UNREADABLE",
    });
  });
});

describe("a damaged or hostile xlsx file", () => {
  it.each(REFUSED_XLSX)("%s is refused", async (_, bytes, code, name = "a.xlsx") => {
    expect((await refusalFor(name, bytes)).code).toBe(code);
  });

  it("never ends with an error that is no refusal, wherever it is cut or changed", async () => {
    for (let at = 0; at < GOOD_XLSX.length; at += 29) {
      const changed = Buffer.from(GOOD_XLSX);
      changed[at]! ^= 0xff;
      for (const bytes of [changed, GOOD_XLSX.subarray(0, at)]) {
        await parse("a.xlsx", bytes).catch((error: unknown) => expect(error).toHaveProperty("refusal"));
      }
    }
  });

  it("has the largest number of columns at most", async () => {
    const { table } = await parse("a.xlsx", withSheet(wide("IV")));
    expect(table.columns).toHaveLength(COLUMNS_MAX);
  });
});
