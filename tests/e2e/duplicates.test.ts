import { newId } from "@emissions/kit/process/id";
import { beforeAll, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { importForm } from "../support/imports.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
const SITE = "Almacén Sevilla";

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia");
  await createSite(us);
});

const createSite = (as: Caller) =>
  backend.call("POST", "/v1/facilities", {
    as,
    body: { name: SITE, type: "warehouse", country: "ES", address: "Sevilla" },
  });

const STRICT = { prefer: "handling=strict" };
const send = (method: string, path: string, body?: unknown, { as = us, headers = {} } = {}) =>
  backend.call(method, path, {
    as,
    headers: { "idempotency-key": newId(), ...headers },
    ...(body !== undefined && { body }),
  });

const HEADER = "Site,Type,Start,End,Usage,Unit,Invoice number,CUPS";
const BILL = `${SITE},water,2024-05-01,2024-05-31,1000,m3,F-2024-0501,ES0021000000000001AA`;
const MAPPING = {
  Site: "facility_id",
  Type: "type",
  Start: "start_date",
  End: "end_date",
  Usage: "base_quantity",
  Unit: "unit_id",
  "Invoice number": "invoice_id",
  CUPS: "cups",
};

async function upload(lines: readonly string[], as = us) {
  const form = importForm({ template_id: "invoices" }, { name: "bills.csv", content: [HEADER, ...lines].join("\n") });
  const { json } = await backend.call("POST", "/v2/imports/sessions", { as, ...form });
  return `/v2/imports/${json.import_id}`;
}

const validate = (session: string, options: { as?: Caller; headers?: Record<string, string> } = {}) =>
  send("POST", `${session}/validate`, { mapping: MAPPING }, options);

async function submit(session: string) {
  const { status, json } = await send("POST", `${session}/submit`, {});
  expect(status).toBe(200);
  await finished(backend, us, json.processing_job_id);
  return json;
}

it("an invoice that is imported twice is named before the second one counts, and strictly refused", async () => {
  const first = await upload([BILL]);
  const validated = await validate(first);
  expect([validated.status, validated.json]).toMatchObject([
    200,
    { valid_rows: 1, duplicate_rows: 0, same_files: [], rows: [{ duplicates: [], notices: {} }] },
  ]);
  expect(await submit(first)).toMatchObject({ duplicate_rows: 0, duplicates: [], same_files: [] });

  const second = await upload([BILL]);
  const { json } = await validate(second);
  expect(json).toMatchObject({ valid_rows: 1, error_rows: 0, duplicate_rows: 1 });
  const [duplicate] = json.rows[0].duplicates;
  expect(duplicate).toMatchObject({ reason: "document_number", field: "invoice_id", entity_type: "invoices" });
  expect(json.rows[0].notices).toEqual({
    invoice_id: [{ code: "POSSIBLE_DUPLICATE", message: expect.stringContaining(duplicate.id) }],
  });
  const there = await backend.call("GET", duplicate.link, { as: us });
  expect([there.status, there.json]).toMatchObject([200, { id: duplicate.id, invoice_id: "F-2024-0501" }]);
  expect(json.same_files).toMatchObject([{ reason: "same_file", link: `${first}/status` }]);
  expect((await backend.call("GET", json.same_files[0].link, { as: us })).status).toBe(200);

  const refused = await send("POST", `${second}/submit`, {}, { headers: STRICT });
  expect([refused.status, refused.json.code, refused.headers.get("preference-applied")]).toEqual([
    409,
    "POSSIBLE_DUPLICATE",
    "handling=strict",
  ]);
  expect(refused.json.errors).toHaveLength(2);
  const strict = await validate(second, { headers: STRICT });
  expect([strict.json.error_rows, strict.headers.get("preference-applied")]).toEqual([1, "handling=strict"]);
  expect(Object.keys(strict.json.rows[0].errors)).toEqual(["invoice_id"]);

  await validate(second);
  const submission = await submit(second);
  expect(submission).toMatchObject({ duplicate_rows: 1, duplicates: [{ row_index: 0, row_number: 2 }] });
});

it("a row that repeats an earlier one names its number; the next month and another point of supply do not", async () => {
  const bill = BILL.replace("F-2024-0501", "F-7")
    .replace("2024-05-01", "2023-05-01")
    .replace("2024-05-31", "2023-05-31");
  const june = bill.replace("2023-05-01", "2023-06-01").replace("2023-05-31", "2023-06-30");
  const session = await upload([bill, june, bill.replace("0001AA", "0002BB"), bill.replace(",1000,", ",999,")]);
  const { json } = await validate(session);
  expect(json.rows.map((row: { duplicates: object[] }) => row.duplicates.length)).toEqual([0, 0, 0, 1]);
  expect(json.rows[3].duplicates[0]).toMatchObject({ reason: "same_activity", row_number: 2, id: null, link: null });
});

it("the equal records of another organization are not seen", async () => {
  const them = backend.caller("outsider");
  await createSite(them);
  const session = await upload([BILL], them);
  const { json } = await validate(session, { as: them });
  expect(json).toMatchObject({ valid_rows: 1, duplicate_rows: 0, same_files: [] });
});
