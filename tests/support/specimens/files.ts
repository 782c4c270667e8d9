import { expect } from "vitest";
import { importForm } from "../imports.ts";
import { create, GROUPS, type Scene, specimen } from "./scene.ts";

const SAVED_MAPPINGS = "/v2/imports/mappings";

/** A reading of an invoice without values. */
export async function addReading(scene: Scene): Promise<void> {
  const { id: file_id } = await upload(scene, `${scene.mark}-invoice.txt`);
  const body = { event_type: "PROCESS_DOCUMENT", detail: { file_id } };
  await scene.backend.call("POST", "/v1/files/send-event", { as: scene.as, body });
  const { json } = await scene.backend.call("GET", `/v1/files/readings?file_id=${file_id}`, { as: scene.as });
  const file_reading_id = json.items[0].reading.id;
  const change = { content: { items: [{ invoice_number: "Taken over" }] } };
  scene.specimens.set("/v1/files/readings", {
    ids: { file_reading_id },
    change,
    path: `/v1/files/readings/${file_reading_id}`,
  });
}

/** A session whose rows have the mark. */
export async function addImport(scene: Scene): Promise<void> {
  const content = `Residuo;Fecha\n${scene.mark};01/02/2025`;
  const form = importForm({ template_id: "wastes" }, { name: `${scene.mark}.csv`, content });
  const { status, json } = await scene.backend.call("POST", "/v2/imports/sessions", { as: scene.as, ...form });
  expect(status).toBe(201);
  const one = "/v2/imports/{import_id}";
  const bodies = {
    [`PATCH ${one}/rows`]: { corrections: [{ row_index: 0, column: "identification_name", value: "Taken over" }] },
  };
  const path = `/v2/imports/${json.import_id}/rows`;
  scene.specimens.set("/v2/imports", { ids: { import_id: json.import_id }, change: {}, bodies, path });
}

export async function addSavedMapping(scene: Scene): Promise<void> {
  const { id } = await create(scene, SAVED_MAPPINGS, {
    name: scene.mark,
    template_id: "wastes",
    source_columns: [scene.mark],
    mapping: { [scene.mark]: "identification_name" },
  });
  specimen(scene, SAVED_MAPPINGS, id, { name: "Taken over" });
}

export async function addCustomRecord(scene: Scene) {
  const all = "/v1/emission-factors/custom-databases";
  const { id: database_id } = await create(scene, all, { name: `${scene.mark} database` });
  const { id: source_id } = await create(scene, `${all}/${database_id}/versions`, { name: `${scene.mark} version` });
  const records = `${all}/${database_id}/versions/${source_id}/records`;
  const { id: record_id } = await create(scene, records, {
    name: `${scene.mark} record`,
    unit_id: scene.unit("kg"),
    tag: "simple",
    activity_categories: ["wastes"],
    factors: [{ gas_type: "co2e", value: "1" }],
  });
  const { id: file_id } = await upload(scene, `${scene.mark}.csv`);
  const path = `${records}/${record_id}`;
  expect(
    (await scene.backend.call("POST", `${path}/evidence`, { as: scene.as, body: { file_ids: [file_id] } })).status,
  ).toBe(200);
  scene.specimens.set(all, {
    ids: { database_id, source_id, record_id, file_id },
    change: { name: "Taken over" },
    path,
  });
}

export async function addCustomGroup(scene: Scene) {
  const factor = {
    name: `${scene.mark} factor`,
    unit_id: scene.unit("kg"),
    tag: "simple",
    gases: [{ gas_type: "co2e", value: "1" }],
  };
  const { id } = await create(scene, GROUPS, { name: `${scene.mark} group`, category: "purchases" });
  const path = `${GROUPS}/${id}`;
  const { id: factor_id } = await create(scene, `${path}/factors`, factor);
  const { id: file_id } = await upload(scene, `${scene.mark} group.csv`);
  const evidence = { file_ids: [file_id] };
  expect((await scene.backend.call("POST", `${path}/evidence`, { as: scene.as, body: evidence })).status).toBe(200);
  scene.specimens.set(GROUPS, { ids: { id, factor_id, file_id }, change: { name: "Taken over" }, path });
}

async function upload(scene: Scene, name: string) {
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${scene.mark}\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const { status, json } = await scene.backend.call("POST", "/v1/files", { as: scene.as, body, headers });
  expect(status).toBe(201);
  return json;
}

/** A file in no folder, and a folder. */
export async function addFile(scene: Scene) {
  specimen(scene, "/v1/folders", (await create(scene, "/v1/folders", { name: scene.mark })).id, { name: "Taken over" });
  specimen(scene, "/v1/files", (await upload(scene, `${scene.mark}.txt`)).id, { folder_id: null });
}
