import { createHash, randomBytes } from "node:crypto";
import { type S3Options, s3Store } from "@emissions/imports/file/store/s3";
import { testStore } from "@emissions/imports/file/store/s3.fixture";
import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend } from "../support/backend.ts";
import { checkedFetch } from "../support/conformance.ts";
import { importForm, WASTE_COLUMNS } from "../support/imports.ts";

const FILE_BYTES = 25 * 1024 ** 2;
const ODD_NAME = "Résidus #1 (50 %) & más +.csv";

let store: Awaited<ReturnType<typeof testStore>>;
let backend: OwnBackend;
let as: Caller;

beforeAll(async () => {
  store = await testStore();
  const services = ["gateway", "factors", "activity", "calc", "imports"] as const;
  backend = await startBackend({ services, env: environmentOf(store.options) });
  as = backend.caller("iberia");
});
afterAll(async () => {
  await backend.stop();
  store.close();
});

function environmentOf({ url, bucket, region, keys }: S3Options): NodeJS.ProcessEnv {
  const { accessKey, secretKey } = keys();
  const names = { FILE_STORE_URL: url, FILE_STORE_BUCKET: bucket, FILE_STORE_REGION: region };
  return { ...names, FILE_STORE_ACCESS_KEY: accessKey, FILE_STORE_SECRET_KEY: secretKey };
}

const sql = <T>(work: Parameters<typeof asAdmin<T>>[1]) => asAdmin(backend.adminUrl, work);

const untilMoved = (id: string) =>
  until("the content is in the store", async () => {
    const [row] = await sql((tx) => tx`select from imports.files where id = ${id} and stored_in = 'objects'`);
    return row !== undefined;
  });

const content = async (id: string) => {
  const answer = await checkedFetch(`${backend.urls.gateway}/v1/files/${id}/content`, { headers: as });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const { status, json, text } = await backend.call(method, path, { as, body, ...(headers && { headers }) });
  expect([path, status < 300 ? "" : text]).toEqual([path, ""]);
  return json;
};

/** Ends when the content is in the store. */
async function uploadAndMove(name: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([bytes]), name);
  const answer = await checkedFetch(`${backend.urls.gateway}/v1/files`, { method: "POST", headers: as, body });
  const { id, sha256 } = (await answer.json()) as { id: string; sha256: string };
  expect(sha256).toBe(hashOf(bytes));
  await untilMoved(id);
  return id;
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

it("a file whose content is in the store is imported, and its records name it", async () => {
  const plant = await call("POST", "/v1/facilities", { name: newId(), type: "factory", country: "ES", address: "B" });
  const cells = [plant.name, "Papel", "2025-02-01", "2025-02-28", "12.5", "kg", "15 01 01", "R03"];
  const csv = Buffer.from(`${WASTE_COLUMNS.join(",")}\n${cells.join(",")}\n`);
  const id = await uploadAndMove(ODD_NAME, csv);
  const form = importForm({ template_id: "wastes", raw_file_id: id, numeric_locale: "en_US" });
  const { import_id } = await call("POST", "/v2/imports/sessions", form.body, form.headers);
  const session = `/v2/imports/${import_id}`;
  const mapping = Object.fromEntries(WASTE_COLUMNS.map((column) => [column, column]));
  expect(await call("POST", `${session}/validate`, { mapping })).toMatchObject({ valid_rows: 1, error_rows: 0 });
  await call("POST", `${session}/submit`, {});
  await until("the end of the submission", async () => {
    return (await call("GET", `${session}/status`)).status === "submitted";
  });
  const { items } = await call("GET", `/v1/wastes?file_id[]=${id}`);
  expect(items).toMatchObject([{ identification_name: "Papel", base_quantity: 12.5, file_name: ODD_NAME }]);
  expect(await content(id)).toEqual(csv);
});

it("the largest file comes back from the store, and its deletion removes it there", async () => {
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(FILE_BYTES - 9)]);
  const id = await uploadAndMove("large.pdf", bytes);
  expect(hashOf(await content(id))).toBe(hashOf(bytes));

  await call("DELETE", `/v1/files/${id}`);
  await sql((tx) => tx`update imports.file_objects set unused_since = now() - interval '1 hour' where file_id = ${id}`);
  await until("the object is deleted", async () => {
    const rows = await sql((tx) => tx`select from imports.file_objects where file_id = ${id}`);
    return rows.length === 0;
  });
  const key = { org: as["x-organization-id"], id };
  await expect(s3Store(store.options).read(key, { position: 0, bytes: 1 })).rejects.toThrow(/answered 404/);
});
