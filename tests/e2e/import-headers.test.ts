import {
  DAY,
  type FixtureSheet,
  OWN_FORMAT,
  styled,
  xlsxOf,
  xlsxOfRows,
} from "@emissions/imports/table/workbook.fixture";
import { newId } from "@emissions/kit/process/id";
import { beforeAll, describe, expect, it } from "vitest";
import { type Importer, importer, mappingOf } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let imports: Importer;
let depot: string;

beforeAll(async () => {
  const backend = await sharedBackend();
  imports = importer(backend, backend.caller("holding"));
  depot = `UK depot ${newId()}`;
  await imports.send("POST", "/v1/facilities", { name: depot, type: "warehouse", country: "GB", address: "Leeds" });
});

describe("a header with a unit", () => {
  it("is the unit of its column: miles of a car", async () => {
    const session = await imports.upload("business_travels", [
      "Date,Transport,Distance (miles),Name",
      "2025-03-14,car,100,T1",
    ]);
    const suggestions = await imports.suggest(session);
    expect(suggestions).toContainEqual(
      expect.objectContaining({ source_column: "Distance (miles)", target_column: "distance_km", unit: "mi" }),
    );
    const validated = await imports.validate(session, mappingOf(suggestions));
    expect(validated).toMatchObject({ error_rows: 0, rows: [{ data: { distance_km: "160.9344" } }] });
    const [record] = await imports.recordsOf(session, "/v1/business-travels");
    expect(record.co2e).toBeCloseTo(26.9162784, 6);
  });

  it("is the unit of its column: tonnes of a lorry", async () => {
    const session = await imports.upload("logistics_requests", [
      "Distance (km),Weight (t),TOC,Date,Shipment",
      `1270,12.5,artic_truck_diesel,2025-03-14,${newId()}`,
    ]);
    const validated = await imports.validate(session, mappingOf(await imports.suggest(session)));
    expect(validated).toMatchObject({ error_rows: 0, rows: [{ data: { load: "12.5", load_unit: "ton" } }] });
  });

  it("is refused by name if its target has another unit", async () => {
    const session = await imports.upload("business_travels", [
      "Date,Transport,Weight (kg),Name",
      "2025-03-14,car,100,T1",
    ]);
    const mapping = { "Weight (kg)": "distance_km", Date: "travel_date" };
    for (const step of ["mapping", "validate"]) {
      const answer = await imports.send("POST", `${session}/${step}`, { mapping });
      expect([answer.status, answer.json.errors]).toMatchObject([
        422,
        [{ loc: ["body", "mapping", "Weight (kg)"], type: "value_error.header_unit" }],
      ]);
    }
  });
});

it("an amount with the sign of another currency than its row is refused by name", async () => {
  const session = await imports.upload("purchases", [
    "Product;Sector;Amount;Currency;Date;Type",
    "Licences;62.01;$1,000.50;EUR;2024-03-14;opex",
    "Licences;62.01;1,000.50 USD;EUR;2024-03-14;opex",
    "Licences;62.01;€1,000.50;EUR;2024-03-14;opex",
  ]);
  const { rows } = await imports.validate(session, mappingOf(await imports.suggest(session)));
  const codes = rows.map(({ errors }: { errors: Record<string, { code: string }[]> }) => errors.quantity?.[0]?.code);
  expect(codes).toEqual(["value_error.unit.contradiction", "value_error.unit.contradiction", undefined]);
});

it("a flag is no country, and money is no consumption while a column of kWh stands beside it", async () => {
  const flags = await imports.suggest(
    await imports.upload("facilities", ["Name,Type,Estimated electricity", "Site A,office,No", "Site B,office,No"]),
  );
  expect(mappingOf(flags)).not.toHaveProperty("Estimated electricity");
  const money = await imports.suggest(
    await imports.upload("invoices", [
      "Site,Type,Start,End,Importe,Consumo_kWh",
      `${depot},electricity,2024-01-01,2024-01-31,€80.10,350`,
    ]),
  );
  expect(mappingOf(money)).toMatchObject({ Consumo_kWh: "base_quantity" });
  expect(mappingOf(money)).not.toHaveProperty("Importe");
});

it("ML is asked: it is a megalitre, or a millilitre in capitals", async () => {
  const session = await imports.upload("invoices", [
    "Site,Type,Start,End,Usage,Unit,Invoice",
    `${depot},water,2024-01-01,2024-03-31,3.2,ML,W-1`,
    `${depot},water,2024-01-01,2024-03-31,3.2,megalitre,W-2`,
    `${depot},water,2024-01-01,2024-03-31,3200,m3,W-3`,
  ]);
  const { rows } = await imports.validate(session, mappingOf(await imports.suggest(session)));
  const codes = rows.map(({ errors }: { errors: Record<string, { code: string }[]> }) => errors.unit_id?.[0]?.code);
  expect(codes).toEqual(["value_error.ambiguous", undefined, undefined]);
});

it("a sector and a waste code that lost a zero are asked with their readings", async () => {
  const purchases = await imports.upload("purchases", [
    "Product,Sector,Amount,Currency,Date,Type",
    "Wheat,111,100,EUR,2024-03-14,opex",
  ]);
  const { rows } = await imports.validate(purchases, mappingOf(await imports.suggest(purchases)));
  const [error] = rows[0].errors.sector;
  expect(error).toMatchObject({ code: "value_error.code.leading_zero" });
  expect(error.message).toContain("01.11");
  const wastes = await imports.upload("wastes", ["Code,Quantity", "20104,5"]);
  const mapping = { Code: "ler_code_id", Quantity: "base_quantity" };
  const unknown = (await imports.validate(wastes, mapping)).rows[0].errors.ler_code_id[0];
  expect(unknown.message).toContain("02 01 04");
});

it("dates beside day-first texts are asked back until the locale of dates is stated", async () => {
  const workbook = xlsxOfRows([
    ["Product", "Sector", "Amount", "Currency", "Date", "Type"],
    ["Licences", "62.01", 100, "EUR", styled(DAY, "45597"), "opex"],
    ["Licences", "62.01", 100, "EUR", "13/02/2024", "opex"],
  ]);
  const codes = async (texts: Record<string, string>) => {
    const session = await imports.uploadWorkbook("purchases", workbook, texts);
    const { rows } = await imports.validate(session, mappingOf(await imports.suggest(session)));
    return rows.map(({ errors }: { errors: Record<string, { code: string }[]> }) => errors.purchase_date?.[0]?.code);
  };
  expect(await codes({})).toContain("value_error.date.mixed");
  expect(await codes({ date_locale: "es_ES" })).toEqual([undefined, undefined]);
});

describe("the currency of the number format of cells", () => {
  const formats = ['#,##0.00\\ "€"', "[$$-1009]#,##0.00"];
  const [euros, dollars] = [0, 1].map((at) => (value: string) => styled(OWN_FORMAT + at, value));
  const workbook = (rows: FixtureSheet["rows"]) => xlsxOf({ sheets: [{ name: "Data", rows }], formats });

  it("is shown with the suggestion, and is that of the records", async () => {
    const rows = [
      ["Product", "Sector", "Total", "Date", "Type"],
      ["Licences", "62.01", euros!("1250.5"), styled(DAY, "45597"), "opex"],
    ];
    const session = await imports.uploadWorkbook("purchases", workbook(rows));
    const suggestions = await imports.suggest(session);
    expect(suggestions[2]).toMatchObject({ target_column: "quantity", unit: "EUR", notes: [] });
    expect(await imports.validate(session, mappingOf(suggestions))).toMatchObject({ error_rows: 0 });
    const [record] = await imports.recordsOf(session, "/v1/purchases");
    expect([record.quantity, record.unit.name]).toEqual([1250.5, "euro_(EUR)"]);
  });

  it("is no amount of energy, whatever the header says", async () => {
    const rows = [
      ["Site", "Type", "Start", "End", "Consumption", "Quantity"],
      [depot, "electricity", styled(DAY, "45597"), styled(DAY, "45626"), euros!("99"), 350],
    ];
    const session = await imports.uploadWorkbook("invoices", workbook(rows));
    const suggestions = await imports.suggest(session);
    expect(suggestions.find(({ source_column }) => source_column === "Consumption")!.target_column).toBeNull();
    const mapping = { Site: "facility_id", Type: "type", Start: "start_date", End: "end_date" };
    const fill = { unit_id: { value: "kWh" } };
    const { rows: wrong } = await imports.validate(session, { ...mapping, Consumption: "base_quantity" }, { fill });
    expect(wrong[0].errors.base_quantity[0].code).toBe("value_error.number.currency");
  });

  it("is asked if it differs within a column, and refused if the header names another one", async () => {
    const columns = ["Product", "Sector", "Total", "Date", "Type"];
    const row = (amount: FixtureSheet["rows"][number][number]) => [
      "Licences",
      "62.01",
      amount,
      styled(DAY, "45597"),
      "opex",
    ];
    const validated = async (rows: FixtureSheet["rows"]) => {
      const session = await imports.uploadWorkbook("purchases", workbook(rows));
      const suggestions = await imports.suggest(session);
      const found = await imports.validate(session, mappingOf(suggestions));
      const errors = found.rows.map((one: { errors: Record<string, { code: string }[]> }) =>
        Object.entries(one.errors).map(([key, [error]]) => `${key} ${error!.code}`),
      );
      return { notes: suggestions[2]!.notes.map(({ code }) => code), errors };
    };
    const mixed = await validated([columns, row(euros!("5")), row(dollars!("6"))]);
    expect(mixed).toEqual({
      notes: ["value_error.ambiguous"],
      errors: [["unit_id value_error.ambiguous"], ["unit_id value_error.ambiguous"]],
    });
    const renamed = columns.map((name) => (name === "Total" ? "Total (EUR)" : name));
    expect(await validated([renamed, row(dollars!("6")), row(euros!("5"))])).toEqual({
      notes: ["value_error.unit.contradiction"],
      errors: [["quantity value_error.unit.contradiction"], []],
    });
  });
});
