import { newId } from "@emissions/kit/process/id";
import { beforeAll, describe, expect, it } from "vitest";
import { type Importer, importer } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let imports: Importer;
const depot = `Depot ${newId()}`;

beforeAll(async () => {
  const backend = await sharedBackend();
  imports = importer(backend, backend.caller("holding"));
  await imports.send("POST", "/v1/facilities", { name: depot, type: "warehouse", country: "ES", address: "Bilbao" });
});

const BILLS = ["Mes;Consumo;Contrato", "enero 2025;1.350,5;A-1", "2025-02;1200;A-2", "T2 2025;90;A-3"];
const constant = (value: string) => ({ value, column: null, as: null });
const CONSTANTS = () => ({
  facility_id: { value: depot },
  type: { value: "electricity" },
  unit_id: { value: "kWh" },
});
const MONTHS = {
  start_date: { column: "Mes", as: "period_start" },
  end_date: { column: "Mes", as: "period_end" },
};

describe("fill", () => {
  it("imports a file that lacks site, type and unit, and has one column of months", async () => {
    const session = await imports.upload("invoices", BILLS, { numeric_locale: "es_ES" });
    const body = { mapping: { Consumo: "base_quantity", Contrato: "cups" }, fill: { ...CONSTANTS(), ...MONTHS } };
    const mapped = await imports.send("POST", `${session}/mapping`, body);
    const shown = { ...MONTHS.end_date, value: null };
    expect([mapped.status, mapped.json.fill]).toMatchObject([200, { unit_id: constant("kWh"), end_date: shown }]);
    expect((await imports.send("GET", `${session}/status`)).json.fill).toEqual(mapped.json.fill);

    const { columns } = (await imports.send("POST", `${session}/unique-values`, body)).json;
    expect(columns).toEqual([]);

    const { json: validated } = await imports.send("POST", `${session}/validate`, body);
    expect(validated).toMatchObject({ valid_rows: 3, error_rows: 0 });
    expect(validated.rows[0].data).toMatchObject({
      facility_id: depot,
      type: "electricity",
      base_quantity: "1350.5",
      start_date: "2025-01-01",
      end_date: "2025-01-31",
    });

    const records = await imports.recordsOf(session, "/v1/invoices");
    const listed = records.map((one: Record<string, string>) => [
      one.start_date?.slice(0, 10),
      one.end_date?.slice(0, 10),
      one.base_quantity,
    ]);
    expect(listed.sort()).toEqual([
      ["2025-01-01", "2025-01-31", 1350.5],
      ["2025-02-01", "2025-02-28", 1200],
      ["2025-04-01", "2025-06-30", 90],
    ]);
    expect(records.every(({ co2e }: { co2e: number }) => co2e > 0)).toBe(true);
  });

  it("reads one day as the first and the last, and a column as two texts", async () => {
    const session = await imports.upload("invoices", ["Day,kWh,Bill", "2025-03-14,10,B-7"]);
    const fill = {
      ...CONSTANTS(),
      end_date: { column: "Day" },
      cups: { column: "Bill", as: "value" },
    };
    const mapping = { Day: "start_date", kWh: "base_quantity", Bill: "invoice_id" };
    const { json } = await imports.send("POST", `${session}/validate`, { mapping, fill });
    expect(json.rows[0].data).toMatchObject({
      start_date: "2025-03-14",
      end_date: "2025-03-14",
      invoice_id: "B-7",
      cups: "B-7",
    });
  });

  it("takes the unit of the header of its column, and asks for the texts that are no period", async () => {
    const session = await imports.upload("invoices", [
      "Period,Usage (MWh)",
      "03/25,2",
      "2025-03-14,2",
      "spring,2",
      "2025-03,2",
    ]);
    const { unit_id: _, ...constants } = CONSTANTS();
    const fill = {
      ...constants,
      base_quantity: { column: "Usage (MWh)" },
      start_date: { column: "Period", as: "period_start" },
      end_date: { column: "Period", as: "period_end" },
    };
    const value_mappings = { start_date: { "2025-03-14": "2025-03" } };
    const { json } = await imports.send("POST", `${session}/validate`, { mapping: {}, fill, value_mappings });
    const codes = json.rows.map(({ errors }: { errors: Record<string, { code: string }[]> }) =>
      ["start_date", "end_date"].map((key) => errors[key]?.[0]?.code ?? null),
    );
    expect(codes).toEqual([
      ["value_error.period.ambiguous", "value_error.period.ambiguous"],
      [null, "value_error.period.ambiguous"],
      ["value_error.period", "value_error.period"],
      [null, null],
    ]);
    expect(json.rows[3].data).toMatchObject({ base_quantity: "2", unit_id: "megawatt hour", end_date: "2025-03-31" });
  });

  it("is suggested for the only column of periods", async () => {
    const session = await imports.upload("invoices", BILLS);
    const { fill, suggestions } = (await imports.send("POST", `${session}/mapping/suggest`)).json;
    expect(fill).toMatchObject(MONTHS);
    expect(suggestions[0]).toMatchObject({ source_column: "Mes", target_column: null });
  });

  it("corrected in one row keeps its constant in the others", async () => {
    const session = await imports.upload("invoices", ["Month,kWh", "2025-01,10", "2025-02,20"]);
    const fill = {
      ...CONSTANTS(),
      start_date: { column: "Month", as: "period_start" },
      end_date: { column: "Month", as: "period_end" },
    };
    await imports.send("POST", `${session}/validate`, { mapping: { kWh: "base_quantity" }, fill });
    const corrections = [
      { row_index: 1, column: "unit_id", value: "MWh" },
      { row_index: 1, column: "end_date", value: "2025-02-14" },
    ];
    const corrected = await imports.send("PATCH", `${session}/rows`, { corrections });
    expect([corrected.status, corrected.json.updated_rows]).toMatchObject([
      200,
      [{ data: { unit_id: "megawatt hour", end_date: "2025-02-14" } }],
    ]);
    const { rows } = (await imports.send("GET", `${session}/rows`)).json;
    expect(rows[0].data).toMatchObject({ unit_id: "kilowatt hour", end_date: "2025-01-31" });
  });
});

describe("fill is refused by name, and nothing is stored,", () => {
  it.each<[string, object, string, string]>([
    ["for a target that is mapped, too", { base_quantity: { value: "5" } }, "base_quantity", "value_error.duplicate"],
    ["for an unknown target", { colour: { value: "5" } }, "colour", "value_error.not_found"],
    ["for an unknown column", { end_date: { column: "Ende" } }, "end_date.column", "value_error.not_found"],
    ["for neither value nor column", { end_date: {} }, "end_date.value", "value_error.missing"],
    ["for both", { end_date: { value: "2025-01-31", column: "Mes" } }, "end_date.column", "value_error.extra"],
    ["for an unknown reading", { end_date: { column: "Mes", as: "month" } }, "end_date.as", "type_error.enum"],
    ["for a period that is no day", { cups: { column: "Mes", as: "period_end" } }, "cups.as", "value_error.period"],
    ["for an empty constant", { cups: { value: " " } }, "cups.value", "value_error.missing"],
    ["for an unknown unit", { unit_id: { value: "kWhh" } }, "unit_id.value", "value_error.not_found"],
    ["for an unknown site", { facility_id: { value: newId() } }, "facility_id.value", "value_error.not_found"],
    ["for no value of a list", { type: { value: "electricidat" } }, "type.value", "type_error.enum"],
    ["for no day", { start_date: { value: "31/02/2025" } }, "start_date.value", "value_error.date"],
    [
      "for a day with two readings",
      { start_date: { value: "03/04/2025" } },
      "start_date.value",
      "value_error.date.ambiguous",
    ],
    ["for a long text", { cups: { value: "x".repeat(300) } }, "cups.value", "value_error.any_str.max_length"],
  ])("%s", async (_, fill, place, type) => {
    const session = await imports.upload("invoices", BILLS);
    const body = { mapping: { Consumo: "base_quantity" }, fill };
    for (const step of ["mapping", "unique-values", "validate"]) {
      const { status, json } = await imports.send("POST", `${session}/${step}`, body);
      expect([step, status, json.errors]).toMatchObject([
        step,
        422,
        [{ loc: ["body", "fill", ...place.split(".")], type }],
      ]);
    }
    expect((await imports.send("GET", `${session}/status`)).json).toMatchObject({
      status: "parsed",
      mapping: null,
      fill: {},
    });
  });

  it("for more than 256 columns", async () => {
    const session = await imports.upload("invoices", BILLS);
    const fill = Object.fromEntries(Array.from({ length: 257 }, (_, at) => [`c${at}`, { value: "1" }]));
    const { json } = await imports.send("POST", `${session}/mapping`, { mapping: { Consumo: "base_quantity" }, fill });
    expect(json.errors).toMatchObject([{ loc: ["body", "fill"], type: "value_error.list.max_items" }]);
  });
});

it("a constant whose entry depends on the country of the row is decided in each row", async () => {
  const session = await imports.upload("vehicles", ["Plate,Country", `P${newId().slice(-6)},ES`]);
  const fill = { vehicle_fuel_id: { value: "diesel" } };
  const mapping = { Plate: "license_plate", Country: "country" };
  expect((await imports.send("POST", `${session}/mapping`, { mapping, fill })).status).toBe(200);
});
