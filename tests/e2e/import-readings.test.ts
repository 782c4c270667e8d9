import { newId } from "@emissions/kit/process/id";
import { beforeAll, describe, expect, it } from "vitest";
import { type Importer, importer, mappingOf } from "../support/imports.ts";
import { datadis, edistribucion, ide, ideRecent, octopus, pge, two } from "../support/meter-exports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let imports: Importer;
const site = `Metered site ${newId()}`;

beforeAll(async () => {
  const backend = await sharedBackend();
  imports = importer(backend, backend.caller("holding"));
  await imports.send("POST", "/v1/facilities", { name: site, type: "office", country: "ES", address: "Bilbao" });
});

/** The suggested mapping, with the constants that the file lacks. */
async function suggested(session: string, constants: Record<string, string>) {
  const { suggestions, fill, combine } = (await imports.send("POST", `${session}/mapping/suggest`)).json;
  const mapping = mappingOf(suggestions);
  const values = Object.fromEntries(Object.entries(constants).map(([key, value]) => [key, { value }]));
  return { mapping, fill: { ...fill, ...values }, combine };
}

/** Rows as `start end sum`, with the codes of what a person is told. */
const read = (rows: { data: Record<string, string>; errors: object; notices: Record<string, { code: string }[]> }[]) =>
  rows.map(({ data, errors, notices }) => {
    expect(errors).toEqual({});
    const codes = (notices.base_quantity ?? []).map(({ code }) => code);
    return [data.start_date, data.end_date, data.base_quantity, ...codes];
  });

/** Upload, confirmation and submission. Answers the validated rows and the records. */
async function imported(lines: readonly string[], constants: Record<string, string>) {
  const session = await imports.upload("invoices", lines);
  const body = await suggested(session, constants);
  const validated = await imports.send("POST", `${session}/validate`, body);
  expect([validated.status, validated.text]).toMatchObject([200, expect.anything()]);
  const rows = read(validated.json.rows);
  return { rows, json: validated.json, items: await imports.recordsOf(session, "/v1/invoices") };
}

const ELECTRICITY = { facility_id: site, type: "electricity" };
/** 27 October 2024 has 25 hours in Spain, and 30 March 2025 has 23. */
const SPANISH = { months: ["2024-10", "2025-03"], changes: { "2024-10-27": 25, "2025-03-30": 23 } };
/** 745 hours of 0.1, 1 more in the first and 5 more in the last; 743 hours likewise. */
const SPANISH_SUMS = [
  ["2024-10-01", "2024-10-31", "80.5", "rows_combined"],
  ["2025-03-01", "2025-03-31", "80.3", "rows_combined"],
];

describe("an export of a meter becomes one record per month after three requests:", () => {
  // Header and quotes as in the tests of a public reader of Datadis files; hours 01:00 to 24:00 as in python-edata #21.
  it("Datadis", async () => {
    const { rows, items } = await imported(datadis(SPANISH), ELECTRICITY);
    expect(rows).toEqual(SPANISH_SUMS);
    expect(items).toHaveLength(2);
    const [october] = items.filter(({ start_date }: { start_date: string }) => start_date.startsWith("2024-10-01"));
    expect(october).toMatchObject({ base_quantity: 80.5, cups: "ES0021000000000001AA", type: "electricity" });
  });

  // The form of CNMC, as the README of dicastro/energydatum shows it for i-DE.
  it("i-DE", async () => {
    const { rows, json } = await imported(ide(SPANISH), ELECTRICITY);
    expect(rows).toEqual(SPANISH_SUMS);
    expect(json).toMatchObject({ total_rows: 2, valid_rows: 2 });
    expect(json.rows[0]).toMatchObject({ row_number: 2, row_index: 1_000_000 });
    expect(json.rows[0].notices.base_quantity[0].message).toBe(
      "745 rows of 60 minutes add up to 80.5: 2024-10-01 01:00 to 2024-10-31 24:00; 2024-10-27 has 25 hours",
    );
  });

  it("i-DE, and asks about none of its columns", async () => {
    const { json } = await imports.send("POST", `${await imports.upload("invoices", ide(SPANISH))}/mapping/suggest`);
    expect(json.suggestions.flatMap(({ notes }: { notes: object[] }) => notes)).toEqual([]);
  });

  // Columns of the zip of the portal, as public readers of it document them. Hours count the rows of the day.
  it("e-distribución, with the estimates of one day", async () => {
    const { rows } = await imported(edistribucion(SPANISH), ELECTRICITY);
    expect(rows).toEqual(SPANISH_SUMS.map((row) => [...row, "readings_estimated"]));
  });

  // Header and offsets as in public readers of "Download your data"; a zero is 0E-20 or left out since 2024.
  it.each([
    " Consumption (kwh), Start, End",
    "Consumption (kwh), Estimated Cost Inc. Tax (p), Standing Charge Inc. Tax (p), Start, End",
  ])("Octopus, with the header %s", async (header) => {
    const lines = octopus({ from: "2024-09-30T23:00Z", to: "2024-11-01T00:00Z", header });
    const { rows, json } = await imported(lines, ELECTRICITY);
    // 31 days and an hour: 1,490 half-hours of 0.05.
    expect(rows).toEqual([["2024-10-01", "2024-10-31", "74.5", "rows_combined"]]);
    expect(json.rows[0].notices.base_quantity[0].message).toContain("2024-10-27 has 25 hours");
  });

  // Lines above the header, inclusive ends and dollars as in public readers of PG&E's download.
  it("PG&E", async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    const days = Array.from({ length: 30 }, (_, day) => [`2024-11-${two(day + 1)}`, hours] as const);
    // On 3 November hour 1 is there twice.
    const lines = pge({ ...Object.fromEntries(days), "2024-11-03": [0, 1, ...hours.slice(1)] });
    const { rows, json } = await imported(lines, { facility_id: site });
    // 721 hours of 0.25.
    expect(rows).toEqual([["2024-11-01", "2024-11-30", "180.25", "rows_combined"]]);
    expect(json.rows[0]).toMatchObject({ row_number: 7, data: { type: "electricity" } });
  });

  // Columns of "Meter Entries", as in SEED-platform/seed #2673. Bills are no intervals: each is a record.
  it("ENERGY STAR Portfolio Manager", async () => {
    const lines = [
      "Meter Entries,,,,,,,,,,,",
      "Date Generated: 01/15/2025,,,,,,,,,,,",
      "",
      "Property Name,Portfolio Manager ID,Portfolio Manager Meter ID,Meter Name,Meter Type,Start Date,End Date,Usage/Quantity,Usage Units,Cost ($),Estimation?",
      `${site},1810001,4410011,Main meter,Electric - Grid,01/01/2024,01/31/2024,"1,350.5",kWh (thousand Watt-hours),210.11,No`,
      `${site},1810001,4410011,Main meter,Electric - Grid,02/01/2024,02/29/2024,1200.25,kWh (thousand Watt-hours),190.02,Yes`,
    ];
    const { rows, json } = await imported(lines, {});
    expect(rows).toEqual([
      ["2024-01-01", "2024-01-31", "1350.5"],
      ["2024-02-01", "2024-02-29", "1200.25"],
    ]);
    expect(json.rows[0].data).toMatchObject({ facility_id: site, type: "electricity", unit_id: "kilowatt hour" });
  });
});

// The README of a converter of i-DE files says that 00:00 of a day is the last hour of the day before.
it("hours in one column are asked: 00:00 begins a day, or ends the day before", async () => {
  const session = await imports.upload("invoices", ideRecent({ months: ["2024-05"], changes: {} }));
  const { combine, ...body } = await suggested(session, ELECTRICITY);
  expect(combine.at).toEqual({ column: "FECHA-HORA", time_column: null, marks: null });
  const asked = await imports.send("POST", `${session}/validate`, { ...body, combine });
  expect(asked.json.rows[0].errors._row[0].code).toBe("value_error.interval.marks");
  const sums = async (marks: string) => {
    const { json } = await imports.send("POST", `${session}/validate`, {
      ...body,
      combine: { ...combine, at: { ...combine.at, marks } },
    });
    return read(json.rows).map(([start, end, sum]) => `${start} ${end} ${sum}`);
  };
  expect(await sums("end")).toEqual(["2024-05-01 2024-05-31 80400"]);
  expect(await sums("start")).toEqual(["2024-05-01 2024-05-31 75300", "2024-06-01 2024-06-01 5100"]);
});

describe("a doubled hour", () => {
  const lines = ide({ months: ["2024-05"], changes: {} });

  it("is never added in silence; a corrected sum replaces it, and stays with the next validation", async () => {
    const session = await imports.upload("invoices", [...lines, lines[9]!]);
    const body = await suggested(session, ELECTRICITY);
    const { json } = await imports.send("POST", `${session}/validate`, body);
    expect(json.rows[0].errors.base_quantity).toEqual([
      {
        code: "value_error.interval.doubled",
        message: "intervals are doubled or overlap: 2024-05-01 09:00 (rows 10 and 746)",
      },
    ]);
    expect((await imports.send("POST", `${session}/submit`, {})).json.code).toBe("IMPORT_HAS_ERRORS");
    const corrections = [{ row_index: 1_000_000, column: "base_quantity", value: "80.4" }];
    const corrected = await imports.send("PATCH", `${session}/rows`, { corrections });
    expect(corrected.json).toMatchObject({
      total_errors_remaining: 0,
      updated_rows: [{ data: { base_quantity: "80.4" } }],
    });
    const again = await imports.send("POST", `${session}/validate`, { ...body, value_mappings: { cups: { x: "y" } } });
    expect(again.json).toMatchObject({ error_rows: 0, rows: [{ data: { base_quantity: "80.4" } }] });
    const part = [{ row_index: 3, column: "base_quantity", value: "1" }];
    expect((await imports.send("PATCH", `${session}/rows`, { corrections: part })).status).toBe(422);
  });

  it("is no error for rows that are not combined, which another mapping gives back", async () => {
    const session = await imports.upload("invoices", lines);
    const { combine, ...body } = await suggested(session, ELECTRICITY);
    expect((await imports.send("POST", `${session}/validate`, { ...body, combine })).json.total_rows).toBe(1);
    const mapped = await imports.send("POST", `${session}/mapping`, body);
    expect([mapped.json.total_rows, mapped.json.combine]).toEqual([744, null]);
    expect((await imports.send("GET", `${session}/rows?page_size=500&page=2`)).json.rows).toHaveLength(244);
    const fill = { ...body.fill, end_date: { column: "Fecha" } };
    expect((await imports.send("POST", `${session}/validate`, { ...body, fill })).json.total_rows).toBe(744);
  });
});

describe("combine is refused by name, and nothing is stored,", () => {
  const AT = { column: "Fecha", time_column: "Hora", marks: "end" };
  it.each<[string, object, string[], string]>([
    ["for an unknown column", { at: { ...AT, column: "Dia" } }, ["at", "column"], "value_error.not_found"],
    [
      "for an unknown column of times",
      { at: { ...AT, time_column: "H" } },
      ["at", "time_column"],
      "value_error.not_found",
    ],
    ["for an unknown amount", { sum: "amount" }, ["sum"], "value_error.not_found"],
    ["for an amount without a unit", { sum: "cups" }, ["sum"], "value_error.combine"],
    ["for an unknown zone", { time_zone: "Europe/Bilbao" }, ["time_zone"], "value_error.time_zone"],
  ])("%s", async (_, change, place, type) => {
    const session = await imports.upload("invoices", ide({ months: ["2024-05"], changes: {} }).slice(0, 30));
    const body = await suggested(session, ELECTRICITY);
    const combine = { by: "month", sum: "base_quantity", at: AT, ...change };
    for (const step of ["mapping", "unique-values", "validate"]) {
      const { status, json } = await imports.send("POST", `${session}/${step}`, { ...body, combine });
      expect([step, status, json.errors]).toMatchObject([step, 422, [{ loc: ["body", "combine", ...place], type }]]);
    }
    expect((await imports.send("GET", `${session}/status`)).json).toMatchObject({ status: "parsed", combine: null });
  });
});
