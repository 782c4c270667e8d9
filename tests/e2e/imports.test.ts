import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { importForm } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
let facility: string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("nordics");
  const body = { name: `Plant ${newId()}`, type: "factory", country: "ES", address: "Bilbao" };
  facility = (await backend.call("POST", "/v1/facilities", { as: us, body })).json.name;
});

const send = (method: string, path: string, body?: unknown, as = us) => backend.call(method, path, { as, body });

const HEADER = [
  "Planta",
  "Residuo",
  "Fecha inicio",
  "Fecha fin",
  "Cantidad (kg)",
  "Código LER",
  "Código R/D",
  "Unidad",
];
const wastes = [
  ["Papel", "01/02/2025", "28/02/2025", "1.250,5", "15 01 01", "R03", "kg"],
  ["Cartón", "01/03/2025", "31/03/2025", "80", "150101", "R03", "kg"],
  ["Vidrio", "01/04/2025", "30/04/2025", "17,25", "99 99 99", "R03", "kg"],
];
const csv = () => [HEADER, ...wastes.map((row) => [facility, ...row])].map((row) => row.join(";")).join("\r\n");

const MAPPING = {
  Planta: "facility_id",
  Residuo: "identification_name",
  "Fecha inicio": "start_date",
  "Fecha fin": "end_date",
  "Cantidad (kg)": "base_quantity",
  "Código LER": "ler_code_id",
  "Código R/D": "waste_rd_code_id",
  Unidad: "unit_id",
};

it("a csv of wastes becomes records: suggested, mapped, validated, corrected, submitted, listed by file", async () => {
  const form = importForm(
    { template_id: "wastes", numeric_locale: "es_ES", date_locale: "es_ES" },
    { name: "residuos.csv", content: csv() },
  );
  const created = await backend.call("POST", "/v2/imports/sessions", { as: us, ...form });
  expect([created.status, created.json]).toMatchObject([
    201,
    { total_rows: 3, detected_header_row: 0, source_columns: HEADER, sheets: [], selected_sheet: null },
  ]);
  const session = `/v2/imports/${created.json.import_id}`;
  expect(created.headers.get("location")).toBe(`${session}/status`);

  const { suggestions } = (await send("POST", `${session}/mapping/suggest`)).json;
  const suggested = suggestions.map((one: Record<string, string>) => [one.source_column, one.target_column]);
  expect(Object.fromEntries(suggested)).toEqual(MAPPING);

  expect((await send("POST", `${session}/mapping`, { mapping: MAPPING })).json.status).toBe("mapped");
  const { columns } = (await send("POST", `${session}/unique-values`, { mapping: MAPPING })).json;
  expect(columns.find((column: { column_key: string }) => column.column_key === "ler_code_id")).toMatchObject({
    source_column: "Código LER",
    total_unique: 3,
    values: [{ raw: "15 01 01", status: "matched" }, { status: "matched" }, { raw: "99 99 99", resolved: null }],
  });

  const validated = await send("POST", `${session}/validate?errors_only=true`, { mapping: MAPPING });
  expect([validated.status, validated.json]).toMatchObject([
    200,
    {
      status: "validated",
      // The rows with errors; the others count those of the import.
      total_rows: 1,
      total_pages: 1,
      valid_rows: 2,
      error_rows: 1,
      errors_by_column: { ler_code_id: 1 },
      rows: [{ row_index: 2, row_number: 4, data: { base_quantity: "17.25" }, errors: { ler_code_id: [{}] } }],
    },
  ]);
  expect((await send("POST", `${session}/submit`, {})).json.code).toBe("IMPORT_HAS_ERRORS");

  const corrections = [{ row_index: 2, column: "ler_code_id", value: "15 01 01" }];
  const corrected = await send("PATCH", `${session}/rows`, { corrections });
  expect([corrected.status, corrected.json]).toMatchObject([
    200,
    { total_errors_remaining: 0, updated_rows: [{ row_index: 2, errors: {} }] },
  ]);

  const submitted = await send("POST", `${session}/submit`, {});
  expect([submitted.status, submitted.json]).toMatchObject([200, { status: "submitting", rows_submitted: 3 }]);
  const { file_id: fileId, processing_job_id: jobId } = submitted.json;
  const status = await until("the end of the submission", async () => {
    const { json } = await send("GET", `${session}/status`);
    return json.status !== "submitting" && json;
  });
  expect(status).toMatchObject({ status: "submitted", file_id: fileId, processing_job_id: jobId });
  const job = await finished(backend, us, jobId);
  expect(job).toMatchObject({ status: "completed", total_items: 3, succeeded_items: 3, entity_type: "wastes" });

  const { json: list } = await send("GET", `/v1/wastes?file_id[]=${fileId}`);
  const listed = list.items.map((one: Record<string, unknown>) => [
    one.identification_name,
    one.start_date,
    one.end_date,
    one.base_quantity,
    one.low_code,
    one.rd_code,
    one.file_name,
  ]);
  expect(listed.sort()).toEqual([
    ["Cartón", "2025-03-01", "2025-03-31", 80, "15 01 01", "R03", "residuos.csv"],
    ["Papel", "2025-02-01", "2025-02-28", 1250.5, "15 01 01", "R03", "residuos.csv"],
    ["Vidrio", "2025-04-01", "2025-04-30", 17.25, "15 01 01", "R03", "residuos.csv"],
  ]);
  const kilograms = list.items.map(({ co2e }: { co2e: number }) => co2e);
  expect(Math.min(...kilograms)).toBeGreaterThan(0);
  const sum = kilograms.reduce((one: number, other: number) => one + other);
  const { json: totals } = await send("GET", "/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31");
  expect(totals.total_co2e).toBeCloseTo(sum / 1_000, 9);
  expect((await send("POST", `${session}/submit`, {})).json.code).toBe("IMPORT_INVALID_STATE");
});
