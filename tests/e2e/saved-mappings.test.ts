import { newId } from "@emissions/kit/process/id";
import { beforeAll, expect, it } from "vitest";
import { type Importer, importer } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const MAPPINGS = "/v2/imports/mappings";
let imports: Importer;
const depot = `Depot ${newId()}`;

beforeAll(async () => {
  const backend = await sharedBackend();
  imports = importer(backend, backend.caller("iberia"));
  await imports.send("POST", "/v1/facilities", { name: depot, type: "warehouse", country: "ES", address: "Bilbao" });
});

it("the bills of the next month are imported with the mapping of the month before", async () => {
  const name = `Bills ${newId()}`;
  const created = await imports.send("POST", MAPPINGS, {
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
  expect((await imports.send("GET", `${MAPPINGS}?template_id=invoices&size=100`)).json.items).toContainEqual(
    created.json,
  );

  const session = await imports.upload("invoices", "SEDE;MES;CONSUMO (KWH)\nAlmacén;marzo 2025;1.250");
  const suggested = (await imports.send("POST", `${session}/mapping/suggest`)).json;
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

  const { json: validated } = await imports.send("POST", `${session}/validate`, { saved_mapping_id: id });
  expect(validated).toMatchObject({ valid_rows: 1, error_rows: 0 });
  const items = await imports.recordsOf(session, "/v1/invoices");
  const days = { start_date: "2025-03-01T00:00:00", end_date: "2025-03-31T00:00:00" };
  expect(items).toMatchObject([{ base_quantity: 1250, ...days }]);

  const changed = await imports.send("PATCH", `${MAPPINGS}/${id}`, { numeric_locale: null });
  expect([changed.status, changed.json]).toMatchObject([200, { name, numeric_locale: null }]);
  expect((await imports.send("GET", `${MAPPINGS}/${id}`)).json).toEqual(changed.json);
  expect((await imports.send("DELETE", `${MAPPINGS}/${id}`)).status).toBe(204);
  const gone = await imports.send("GET", `${MAPPINGS}/${id}`);
  expect([gone.status, gone.json.code]).toEqual([404, "NOT_FOUND"]);
});

it("the hours of the next months become their records with the combination that was saved", async () => {
  const combine = {
    by: "month",
    sum: "base_quantity",
    at: { column: "Fecha", time_column: "Hora", marks: "end" },
    estimated_column: null,
    time_zone: null,
  };
  const created = await imports.send("POST", MAPPINGS, {
    name: `Hours ${newId()}`,
    template_id: "invoices",
    source_columns: ["Fecha", "Hora", "Consumo (kWh)"],
    mapping: { "Consumo (kWh)": "base_quantity" },
    fill: { type: { value: "electricity" }, facility_id: { value: depot } },
    combine,
  });
  expect([created.status, created.json.combine]).toEqual([201, combine]);
  const session = await imports.upload("invoices", [
    "FECHA;HORA;CONSUMO (KWH)",
    "2025-03-31;24;0.25",
    "2025-04-01;1;0.5",
    "2025-04-01;2;0.75",
  ]);
  const suggested = (await imports.send("POST", `${session}/mapping/suggest`)).json;
  expect(suggested.combine).toEqual({ ...combine, at: { column: "FECHA", time_column: "HORA", marks: "end" } });
  const validated = await imports.send("POST", `${session}/validate`, { saved_mapping_id: created.json.id });
  const sums = validated.json.rows.map(({ data, errors }: { data: Record<string, string>; errors: object }) => [
    data.start_date,
    data.base_quantity,
    errors,
  ]);
  expect(sums).toEqual([
    ["2025-03-31", "0.25", {}],
    ["2025-04-01", "1.25", {}],
  ]);
  const path = `${MAPPINGS}/${created.json.id}`;
  expect((await imports.send("PATCH", path, { combine: null })).json.combine).toBeNull();
});
