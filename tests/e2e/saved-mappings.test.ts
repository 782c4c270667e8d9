import { newId } from "@emissions/kit/process/id";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { importForm } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const MAPPINGS = "/v2/imports/mappings";
let backend: Backend;
let us: Caller;
const depot = `Depot ${newId()}`;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia");
  await send("POST", "/v1/facilities", { name: depot, type: "warehouse", country: "ES", address: "Bilbao" });
});

const send = async (method: string, path: string, body?: object) => {
  const headers = { "idempotency-key": newId() };
  return backend.call(method, path, { as: us, headers, ...(body !== undefined && { body }) });
};

async function upload(content: string) {
  const form = importForm({ template_id: "invoices" }, { name: "bills.csv", content });
  const { json } = await backend.call("POST", "/v2/imports/sessions", { as: us, ...form });
  return `/v2/imports/${json.import_id}`;
}

it("the bills of the next month are imported with the mapping of the month before", async () => {
  const name = `Bills ${newId()}`;
  const created = await send("POST", MAPPINGS, {
    name,
    template_id: "invoices",
    source_columns: ["Mes", "Consumo (kWh)", "Sede"],
    mapping: { "Consumo (kWh)": "base_quantity", Sede: "facility_id" },
    fill: {
      type: { value: "electricity" },
      start_date: { column: "Mes", as: "period_start" },
      end_date: { column: "Mes", as: "period_end" },
    },
    value_mappings: { facility_id: { Almacén: depot } },
    numeric_locale: "es_ES",
  });
  expect([created.status, created.json]).toMatchObject([201, { name, missing_targets: [], updated_at: null }]);
  const { id } = created.json;
  expect(created.headers.get("location")).toBe(`${MAPPINGS}/${id}`);
  expect((await send("GET", `${MAPPINGS}?template_id=invoices&size=100`)).json.items).toContainEqual(created.json);

  const session = await upload("SEDE;MES;CONSUMO (KWH)\nAlmacén;marzo 2025;1.250");
  const suggested = (await send("POST", `${session}/mapping/suggest`)).json;
  expect(suggested).toMatchObject({
    saved_mapping: { id, name },
    fill: { start_date: { column: "MES", as: "period_start" } },
    value_mappings: { facility_id: { Almacén: depot } },
  });
  expect(suggested.suggestions).toMatchObject([
    { source_column: "SEDE", target_column: "facility_id" },
    { source_column: "MES", target_column: null },
    { source_column: "CONSUMO (KWH)", target_column: "base_quantity", unit: "kWh" },
  ]);

  const { json: validated } = await send("POST", `${session}/validate`, { saved_mapping_id: id });
  expect(validated).toMatchObject({ valid_rows: 1, error_rows: 0 });
  const { json: submitted } = await send("POST", `${session}/submit`, {});
  await finished(backend, us, submitted.processing_job_id);
  const { items } = (await send("GET", `/v1/invoices?file_id[]=${submitted.file_id}`)).json;
  const days = { start_date: "2025-03-01T00:00:00", end_date: "2025-03-31T00:00:00" };
  expect(items).toMatchObject([{ base_quantity: 1250, ...days }]);

  const changed = await send("PATCH", `${MAPPINGS}/${id}`, { numeric_locale: null });
  expect([changed.status, changed.json]).toMatchObject([200, { name, numeric_locale: null }]);
  expect((await send("GET", `${MAPPINGS}/${id}`)).json).toEqual(changed.json);
  expect((await send("DELETE", `${MAPPINGS}/${id}`)).status).toBe(204);
  const gone = await send("GET", `${MAPPINGS}/${id}`);
  expect([gone.status, gone.json.code]).toEqual([404, "NOT_FOUND"]);
});
