import { create } from "@bufbuild/protobuf";
import { CreateWastesRequestSchema } from "@emissions/proto/activity/v1/waste_service";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localeTag } from "../table/locale/locales.ts";
import type { Cell } from "../table/table.ts";
import type { Column } from "../template/template.ts";
import { templateOf, templates } from "../template/templates.ts";
import { createRowReader } from "./row-reader.ts";
import { createColumnScan } from "./scan.ts";
import { targetOf } from "./target.ts";
import { column, readRows, uuidRules, wastes } from "./templates.fixture.ts";

const LOCALES = ["es_ES", "en_GB", "en_US", "de_DE", "fr_FR", "de_CH"];
const quantity = column("base_quantity", "number", { required: true });
const startDate = column("start_date", "date");

const decimal = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999 }), fc.boolean())
  .map(([whole, fraction, negative]) => {
    const right = String(fraction).padStart(6, "0").replace(/0+$/, "");
    const digits = right === "" ? String(whole) : `${whole}.${right}`;
    return negative && digits !== "0" ? `-${digits}` : digits;
  });
const day = fc.integer({ min: 0, max: 36_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

const one = (of: Column, cell: Cell, options = {}) => readRows(wastes([of]), [[cell]], options)[0]!;

describe("a number", () => {
  it.each(LOCALES)("that %s writes is stored with exactly its digits", (numericLocale) => {
    const format = new Intl.NumberFormat(localeTag(numericLocale)!, { maximumFractionDigits: 20 });
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 8 }), (numbers) => {
        const cells = numbers.map((number) => [format.format(number as Intl.StringNumericLiteral)]);
        const rows = readRows(wastes([quantity]), cells, { numericLocale });
        expect(rows.map(({ values }) => values)).toEqual(numbers.map((value) => ({ baseQuantity: { value } })));
      }),
      { numRuns: 15 },
    );
  });

  it("has the style that the other numbers of its column prove", () => {
    const rows = readRows(wastes([quantity]), [["1.234"], ["7,5"]]);
    expect(rows.map(({ data }) => data.base_quantity)).toEqual(["1234", "7.5"]);
  });

  it("with two readings is read as the API writes it in an export, unless others of its column prove more", () => {
    const read = (cells: Cell[][]) => readRows(wastes([quantity]), cells, { isExport: true })[0]!.data.base_quantity;
    expect([read([["1.234"]]), read([["1.234"], ["7,5"]])]).toEqual(["1.234", "1234"]);
  });

  it("with two readings is an error that names both", () => {
    expect(one(quantity, "1.234").errors).toEqual({
      base_quantity: [
        { code: "value_error.number.ambiguous", message: '"1.234" could be 1.234 or 1234; set numeric_locale' },
      ],
    });
  });

  it.each<[string, Cell, string]>([
    ["a stored number", { number: "0.29" }, "0.29"],
    ["a percentage as a share", { number: "0.12", percent: true }, "0.12"],
    ["a text with a percent sign as a share", "12 %", "0.12"],
  ])("reads %s", (_, cell, number) => {
    expect(one(quantity, cell, { numericLocale: "en_GB" }).values).toEqual({ baseQuantity: { value: number } });
  });

  it.each<[string, Cell, string]>([
    ["a text", "about 5", "type_error.decimal"],
    ["a day", { day: "2026-01-31" }, "type_error.decimal"],
    ["a flag", true, "type_error.decimal"],
    ["the style of another locale", "1,5", "type_error.decimal"],
    ["an error of the spreadsheet", { error: "CELL_ERROR", text: "#N/A" }, "CELL_ERROR"],
    ["a formula without a value", { error: "CELL_FORMULA_WITHOUT_VALUE" }, "CELL_FORMULA_WITHOUT_VALUE"],
    ["nothing, because it is required", null, "value_error.missing"],
  ])("refuses %s", (_, cell, code) => {
    const { errors, values } = one(quantity, cell, { numericLocale: "en_GB" });
    expect([errors.base_quantity?.map((error) => error.code), values]).toEqual([[code], {}]);
  });

  it("without a fraction is a whole number, and only that", () => {
    const whole = column("base_quantity", "integer");
    expect(one(whole, { number: "5" }).data).toEqual({ base_quantity: "5" });
    expect(one(whole, { number: "5.5" }).errors.base_quantity?.[0]?.code).toBe("type_error.integer");
    expect(one(whole, { number: "3000000000" }).errors.base_quantity?.[0]?.code).toBe("value_error.number.not_le");
  });
});

describe("a day", () => {
  it.each([...LOCALES.slice(0, 5), "sv_SE"])("that %s writes is stored as the same day", (dateLocale) => {
    const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" } as const;
    const format = new Intl.DateTimeFormat(localeTag(dateLocale)!, options);
    fc.assert(
      fc.property(day, (text) => {
        expect(one(startDate, format.format(new Date(text)), { dateLocale }).values).toEqual({ startDate: text });
      }),
      { numRuns: 15 },
    );
  });

  it("with two readings is an error that names both", () => {
    const { errors, data } = one(startDate, "03/04/2026");
    const message = '"03/04/2026" could be 2026-04-03 or 2026-03-04; set date_locale';
    expect(errors.start_date).toEqual([{ code: "value_error.date.ambiguous", message }]);
    expect(data).toEqual({ start_date: "03/04/2026" });
  });

  it("has the order that the other days of its column prove", () => {
    const rows = readRows(wastes([startDate]), [["03/04/2026"], ["31/01/2026"], [{ day: "2026-02-20" }], ["46053"]]);
    expect(rows.map(({ data }) => data.start_date)).toEqual(["2026-04-03", "2026-01-31", "2026-02-20", "2026-01-31"]);
  });

  it("of a period has the order that its other days prove", () => {
    const period = wastes([startDate, column("end_date", "date")]);
    const rows = readRows(period, [
      ["02/01/2026", "02/28/2026"],
      ["03/01/2026", "03/31/2026"],
    ]);
    expect(rows.map(({ data }) => data.start_date)).toEqual(["2026-02-01", "2026-03-01"]);
    const [unclear] = readRows(period, [["02/01/2026", "03/01/2026"]]);
    expect(unclear!.errors.start_date?.[0]?.code).toBe("value_error.date.ambiguous");
  });

  it("that does not exist is refused", () => {
    expect(one(startDate, "31/06/2026").errors.start_date?.[0]?.code).toBe("value_error.date");
  });
});

describe("a text", () => {
  const text = column("identification_name", "text");
  it.each<[Cell, string]>([
    ["007", "007"],
    [{ number: "7" }, "7"],
    [{ number: "0.125", percent: true }, "12.5%"],
    [{ day: "2026-01-31" }, "2026-01-31"],
    [true, "true"],
    ["=1+1", "=1+1"],
  ])("%j stays %s", (cell, expected) => {
    expect(one(text, cell).values).toEqual({ identificationName: expected });
  });

  it("that is empty is an absent field", () => {
    expect(one(text, null)).toEqual({ values: {}, data: { identification_name: null }, errors: {} });
  });
});

describe("a flag", () => {
  // No field of wastes is a boolean; a text field shows the writing.
  const flag = column("identification_name", "boolean");
  it.each(["true", "Yes", "SÍ", "si", "x", "1", "Sí ", "Verdadero", "veritable"])("%s is yes", (written) => {
    expect(one(flag, written).data).toEqual({ identification_name: "true" });
  });
  it.each(["false", "No", "0", "Falso", "FALS"])("%s is no", (written) => {
    expect(one(flag, written).data).toEqual({ identification_name: "false" });
  });
  it("maybe is an error", () => {
    expect(one(flag, "maybe").errors.identification_name?.[0]?.code).toBe("type_error.boolean");
  });
});

describe("values of a record", () => {
  const supplierId = column("facility_id", "reference", { reference: "facility", rules: uuidRules });
  const id = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
  const resolutions = new Map([
    ["facility_id", new Map([["Plant A", { status: "matched", match: { value: id, label: "Plant A" } } as const]])],
  ]);

  it("are the init of its message", () => {
    const file = column("origin.external_id", "text", { path: ["origin", "externalId"] });
    const [row] = readRows(wastes([supplierId, quantity, file]), [["Plant A", { number: "2" }, "W-1"]], {
      resolutions,
    });
    const request = create(CreateWastesRequestSchema, { records: [row!.values] });
    expect(request.records[0]).toMatchObject({
      facilityId: id,
      baseQuantity: { value: "2" },
      origin: { externalId: "W-1" },
    });
    expect(row!.data).toEqual({ facility_id: "Plant A", base_quantity: "2", "origin.external_id": "W-1" });
  });

  it("take replacements before names and numbers are read", () => {
    const valueMappings = { facility_id: { HQ: "Plant A" }, base_quantity: { "n/a": "1234.5", "-": "" } };
    const rows = readRows(
      wastes([supplierId, quantity]),
      [
        ["HQ", "n/a"],
        ["HQ", "-"],
      ],
      { resolutions, valueMappings, numericLocale: "es_ES" },
    );
    expect(rows[0]).toMatchObject({ values: { facilityId: id, baseQuantity: { value: "1234.5" } }, errors: {} });
    expect(rows[1]!.errors).toEqual({ base_quantity: [{ code: "value_error.missing", message: "field required" }] });
  });

  it("of columns that the mapping lacks are absent, and missing if they are required", () => {
    const mapped = { template: wastes([quantity, startDate]), columns: ["when"], mapping: { when: "start_date" } };
    const styles = createColumnScan(mapped).styles();
    const row = createRowReader({ ...mapped, styles, resolutions: new Map() }).read([null]);
    expect(row).toEqual({
      values: {},
      data: { start_date: null },
      errors: { base_quantity: [{ code: "value_error.missing", message: "field required" }] },
    });
  });

  it.each(templates.map((template) => [template.id, template] as const))(
    "of %s have a field for each column",
    (_, template) => {
      for (const one of template.columns) expect(() => targetOf(template, one)).not.toThrow();
    },
  );

  it("have the places of a list that the row fills, without holes", () => {
    const template = templateOf("transports")!;
    const columns = ["sections.1.origin", "sections.1.destination"];
    const mapping = Object.fromEntries(columns.map((key) => [key, key]));
    const mapped = { template, columns, mapping };
    const styles = createColumnScan(mapped).styles();
    const { values } = createRowReader({ ...mapped, styles, resolutions: new Map() }).read(["Bilbao", "Lugo"]);
    expect(values.sections).toEqual([expect.objectContaining({ origin: "Bilbao", destination: "Lugo" })]);
  });

  it("of a list are separated by semicolons", () => {
    const template = templateOf("facilities")!;
    const categories = template.columns.find(({ key }) => key === "categories")!;
    const [row] = readRows({ ...template, columns: [categories] }, [
      [
        categories
          .options!.slice(0, 2)
          .map(({ value }) => value)
          .join("; "),
      ],
    ]);
    expect([row!.errors, row!.values.categories]).toEqual([{}, [1, 2]]);
    const [wrong] = readRows({ ...template, columns: [categories] }, [["nothing; like; this"]]);
    expect(wrong!.errors.categories).toHaveLength(3);
  });

  it("have the default of a column whose API has none, but only in objects that the row has", () => {
    const columns = [
      column("base_quantity", "number"),
      column("unit_id", "text", { default: "kilogram" }),
      column("origin.file_name", "text", { path: ["origin", "fileName"], default: "file" }),
    ];
    const [row] = readRows(wastes(columns), [[{ number: "1" }, null, null]]);
    expect(row!.values).toEqual({ baseQuantity: { value: "1" }, unitId: "kilogram" });
  });
});
