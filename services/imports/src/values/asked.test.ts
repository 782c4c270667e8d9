import { describe, expect, it } from "vitest";
import { newEditor } from "../imports.fixture.ts";
import type { Cell } from "../table/table.ts";
import { templateOf } from "../template/templates.ts";
import { resolveReferences } from "./resolve.ts";
import { createRowReader } from "./row-reader.ts";
import { createColumnScan } from "./scan.ts";
import { doubtfulSectors, sectorKeys } from "./sectors.ts";
import { testSources } from "./sources.fixture.ts";

const { sources } = testSources();
const us = newEditor();

/** Code of the first error of each cell of one column, else its value. */
async function read(templateId: string, key: string, cells: Cell[], dateLocale?: string) {
  const template = templateOf(templateId)!;
  const source = { template, columns: ["Column"], mapping: { Column: key } };
  const scan = createColumnScan({ ...source, dateLocale });
  for (const cell of cells) scan.add([cell]);
  const resolutions = await resolveReferences(sources, us, template, scan.distinct);
  const doubtful = await doubtfulSectors(sources.catalogues.sector, scan.distinct, sectorKeys(template));
  const reader = createRowReader({ ...source, styles: scan.styles(), resolutions, doubtful });
  return cells.map((cell) => {
    const { data, errors } = reader.read([cell]);
    return errors[key]?.[0] ?? data[key];
  });
}
const codes = async (...args: Parameters<typeof read>) =>
  (await read(...args)).map((one) => (typeof one === "object" && one !== null ? one.code : one));
const MIXED = "value_error.date.mixed";

describe("days and texts in one column", () => {
  const days = (...cells: Cell[]) => codes("business_travels", "travel_date", cells);
  it.each<[string, Cell[], (string | null)[]]>([
    ["exchanged days and day-first texts", [{ day: "2024-01-02" }, "13/02/2024"], [MIXED, MIXED]],
    ["exchanged days and month-first texts", [{ day: "2024-02-01" }, "02/13/2024"], [MIXED, MIXED]],
    ["points instead of slashes", [{ day: "2024-01-02" }, "28.02.2024"], [MIXED, MIXED]],
    ["days that cannot be exchanged", [{ day: "2024-01-22" }, "13/02/2024"], ["2024-01-22", "2024-02-13"]],
    ["equal day and month", [{ day: "2024-02-02" }, "13/02/2024"], ["2024-02-02", "2024-02-13"]],
    ["texts with a year first", [{ day: "2024-01-02" }, "2024-02-13"], ["2024-01-02", "2024-02-13"]],
    ["names of months", [{ day: "2024-01-02" }, "13 Feb 2024"], ["2024-01-02", "2024-02-13"]],
    ["texts alone", ["01/02/2024", "13/02/2024"], ["2024-02-01", "2024-02-13"]],
    ["days alone", [{ day: "2024-01-02" }], ["2024-01-02"]],
    [
      "one more day of each kind",
      [{ day: "2024-01-22" }, { day: "2024-03-04" }, "30-06-2024"],
      ["2024-01-22", MIXED, MIXED],
    ],
  ])("%s", async (_, cells, expected) => expect(await days(...cells)).toEqual(expected));

  it("are read if the locale is given", async () => {
    const cells = [{ day: "2024-01-02" }, "13/02/2024"];
    expect(await codes("business_travels", "travel_date", cells, "es_ES")).toEqual(["2024-01-02", "2024-02-13"]);
  });
});

describe("units that differ by case alone", () => {
  it.each([
    ["ML", "value_error.ambiguous"],
    ["Ml", "value_error.ambiguous"],
    ["MG", "value_error.ambiguous"],
    ["mG", "value_error.ambiguous"],
    ["ml", "millilitre"],
    ["mL", "millilitre"],
    ["mg", "milligram"],
    ["Mg", "tonne"],
    ["megalitre", "megalitre"],
    ["KWH", "kilowatt hour"],
    ["KG", "kilogram"],
    ["M3", "cubic metre"],
  ])("%s is %s", async (text, expected) => expect(await codes("wastes", "unit_id", [text])).toEqual([expected]));
});

describe("codes that lost a zero", () => {
  it.each<[Cell, string]>([
    ["111", "value_error.code.leading_zero"],
    [{ number: "111" }, "value_error.code.leading_zero"],
    ["1.11", "value_error.code.leading_zero"],
    [{ number: "1" }, "value_error.code.leading_zero"],
    ["01.11", "01.11"],
    ["62.01", "62.01"],
    ["6201", "6201"],
    ["111110", "111110"],
    ["999", "999"],
    ["Licences", "Licences"],
  ])("of sectors: %j is %s", async (cell, expected) => {
    expect(await codes("purchases", "sector", [cell])).toEqual([expected]);
  });

  it("names the reading with a zero", async () => {
    const [error] = await read("purchases", "sector", ["111"]);
    expect(error).toMatchObject({ message: expect.stringContaining('"01.11 ') });
  });

  it.each<[Cell, string]>([
    [{ number: "20104" }, "02 01 04"],
    ["20104", "02 01 04"],
    ["10101", "01 01 01"],
    ["20 104", "02 01 04"],
    ["30101*", "03 01 01"],
  ])("of wastes: %j may be %s", async (cell, expected) => {
    const [error] = await read("wastes", "ler_code_id", [cell]);
    expect(error).toMatchObject({ code: "value_error.not_found", message: expect.stringContaining(expected) });
  });
});

it("a merged number is a label, and no amount", async () => {
  const cell: Cell = { error: "CELL_MERGED_AMOUNT", text: "120" };
  expect(await codes("wastes", "base_quantity", [cell])).toEqual(["CELL_MERGED_AMOUNT"]);
  expect(await codes("wastes", "identification_name", [cell])).toEqual(["120"]);
});

it.each(["No", "Si", "Sí", "sí"])("%s is no country", async (text) => {
  expect(await codes("facilities", "country", [text])).toEqual(["value_error.not_found"]);
});
