import { newId } from "@emissions/kit/process/id";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { libraryFactor } from "../support/catalogue.ts";
import { fraction, plain, rounded, times } from "../support/fraction.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
const PAPER = catalogueId("ler", "150101");
const RECYCLING = catalogueId("rd", "R03");
/** Regeneration of acids: no factor is published for paper. */
const ACID = catalogueId("rd", "R06");

/** Category and source of the factor. */
const PUBLISHED = { category: expect.any(String), source: expect.stringMatching(/DEFRA|Government/) };

let backend: Backend;
let us: Caller;
let plant: string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
  const body = { records: [{ name: "Plant", type: "factory", country: "ES" }] };
  const { json } = await backend.call("POST", "/v2/facilities", { as: us, body });
  plant = json.items[0].id;
});

const wasteOf = (change: object = {}) => ({
  facility_id: plant,
  identification_name: "Cardboard",
  start_date: "2025-03-01",
  end_date: "2025-03-31",
  base_quantity: 1250.5,
  unit_id: KILOGRAM,
  ler_code_id: PAPER,
  waste_rd_code_id: RECYCLING,
  ...change,
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });
const get = (path: string) => backend.call("GET", path, { as: us });
const send = (records: object[], key: string = newId()) => post("/v2/wastes", { records }, { "idempotency-key": key });
const finished = (id: string) =>
  until(`the end of job ${id}`, async () => {
    const { json } = await get(`/v2/ingest-jobs/${id}`);
    return json.finished_at !== null && json;
  });
const totals = async () => {
  const { json } = await get("/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31&group_by=category");
  return json;
};
const emitted = async () => Number((await get(`/v1/facilities/${plant}`)).json.co2e);

const perKg = libraryFactor("waste-defra-2025", { category: "waste", key: "150101/R03", unit: "kg" });
/** The published figure includes transport. */
const kilograms = (kg: string) => rounded(times(fraction(kg), perKg), 12);

describe("a waste", () => {
  it("is calculated exactly from its codes, shows its transport, and leaves the totals when deleted", async () => {
    const sent = wasteOf({ base_quantity: "1250.123456789", total_km_to_waste_center: 42.5 });
    const created = await post("/v1/wastes", sent);
    expect([created.status, created.headers.get("deprecation"), created.headers.get("link")]).toEqual([
      201,
      "@1790640000",
      '</v2/wastes>; rel="successor-version"',
    ]);
    expect(created.json).toMatchObject({ status: "loading", co2e: null, low_code: "15 01 01", rd_code: "R03" });
    const path = `/v1/wastes/${created.json.id}`;
    const waste = await until("the emissions of the waste", async () => {
      const { json, text } = await get(path);
      return json.status !== "loading" && text;
    });
    const kg = plain(kilograms("1250.123456789"));
    expect(waste).toContain(`"co2e":${kg},`);
    expect(JSON.parse(waste)).toMatchObject({ status: "active", co2e_biomass: null, error_messages: [] });
    expect(await emitted()).toBe(Number(kg));
    const why = await get(`${path}/calculation`);
    expect(why.text).toContain(`"co2e":${kg},`);
    expect(why.json).toMatchObject({ record_id: created.json.id, entity_type: "wastes", status: "calculated" });
    expect(why.json.parts).toMatchObject([
      { part: "treatment", formula_with_numbers: expect.stringContaining("1250.123456789 * "), factor: PUBLISHED },
      {
        part: "transport",
        status: "left_out",
        error_code: "IN_TREATMENT_FIGURE",
        quantity: { value: 53.1302469135325, unit: "tkm" },
        allocation: "(1250.123456789 * 1 / 1000) * 42.5",
      },
    ]);
    expect((await totals()).items).toMatchObject([{ scope: 3, category: "wastes" }]);
    expect((await backend.call("DELETE", path, { as: us })).status).toBe(204);
    await until("totals without the waste", async () => (await totals()).total_co2e === 0);
    expect(await emitted()).toBe(0);
    expect((await get(path)).status).toBe(404);
  });
});

describe("a batch", () => {
  it("is accepted, calculated, listed and deleted as a job", async () => {
    const records = Array.from({ length: 1_200 }, (_, n) =>
      wasteOf({ identification_name: `Batch ${n}`, external_id: `x-${n}`, base_quantity: n + 1 }),
    );
    records[7] = wasteOf({ identification_name: "Acid", waste_rd_code_id: ACID });
    const key = newId();
    const accepted = await send(records, key);
    expect([accepted.status, accepted.headers.get("location")]).toEqual([202, `/v2/ingest-jobs/${accepted.json.id}`]);
    expect(accepted.json).toMatchObject({ entity_type: "wastes", operation: "create", source: "api_bulk" });
    const again = await send(records, key);
    expect([again.headers.get("idempotent-replayed"), again.text]).toEqual(["true", accepted.text]);
    expect(await finished(accepted.json.id)).toMatchObject({
      status: "completed_with_errors",
      total_items: 1_200,
      succeeded_items: 1_199,
      failed_items: 1,
    });
    const { json: items } = await get(`/v2/ingest-jobs/${accepted.json.id}/items?status=failed`);
    expect(items.items).toMatchObject([{ index: 7, code: "CALCULATION_FAILED" }]);
    expect((await get(`/v1/wastes/${items.items[0].entity_id}`)).json).toMatchObject({
      status: "error",
      co2e: null,
      error_messages: ["CALCULATION_FAILED"],
    });

    const whole = fraction(String((1_200 * 1_201) / 2 - 8));
    expect(await emitted()).toBe(Number(plain(times(whole, perKg))));
    const { json: list } = await get(
      `/v1/wastes?facility_id=${plant}&size=100&search=batch&ler_code[]=15%2001%2001&rd_code[]=R03`,
    );
    expect(list).toMatchObject({ total: 1_199, total2: 0, total_general: 1_200, page: 1, size: 100 });
    expect((await get("/v1/wastes?status[]=error")).json).toMatchObject({ total: 1, total2: 1, total_general: 1_200 });

    const ids: string[] = [];
    for (let page = 1; page <= 12; page++) {
      const { json } = await get(`/v1/wastes?facility_id=${plant}&size=100&page=${page}`);
      ids.push(...json.items.map(({ id }: { id: string }) => id));
    }
    expect(new Set(ids).size).toBe(1_200);
    const deletion = await post("/v2/wastes/delete", { waste_ids: [...ids, newId()] });
    expect(deletion.status).toBe(202);
    expect(await finished(deletion.json.id)).toMatchObject({
      operation: "delete",
      status: "completed",
      succeeded_items: 1_201,
    });
    await until("totals without the batch", async () => (await totals()).total_co2e === 0);
    expect(await emitted()).toBe(0);
    expect((await get("/v1/wastes")).json).toMatchObject({ total: 0, items: [] });
  });

  it("with invalid records is refused as a whole, and lists all of them", async () => {
    const records: object[] = Array.from({ length: 10 }, () => wasteOf());
    records[3] = wasteOf({ unit_id: undefined });
    records[5] = wasteOf({ colour: "red" });
    records[7] = wasteOf({ unit_id: catalogueId("unit", "t") });
    records[8] = wasteOf({ start_date: "1969-12-31" });
    const { status, headers, json } = await send(records);
    expect([status, headers.get("content-type"), json.code, json.detail]).toEqual([
      422,
      "application/problem+json",
      "BULK_RECORDS_REJECTED",
      "4 of 10 records were rejected.",
    ]);
    expect(json.errors.map(({ loc, type }: { loc: unknown[]; type: string }) => [...loc, type])).toEqual([
      ["body", "records", 3, "unit_id", "SCHEMA_INVALID"],
      ["body", "records", 5, "colour", "SCHEMA_INVALID"],
      ["body", "records", 7, "unit_id", "UNIT_NOT_SUPPORTED"],
      ["body", "records", 8, "start_date", "ACTIVITY_DATE_OUT_OF_RANGE"],
    ]);
    expect((await get("/v1/wastes")).json.total).toBe(0);
  });

  it("is only validated in a dry run, and needs an idempotency key otherwise", async () => {
    const records = [wasteOf(), wasteOf()];
    const dry = await post("/v2/wastes?dry_run=true", { records });
    expect([dry.status, dry.json]).toEqual([200, { dry_run: true, valid: true, total: 2 }]);
    expect((await get("/v1/wastes")).json.total).toBe(0);
    const keyless = await post("/v2/wastes", { records });
    expect(keyless.json).toMatchObject({
      status: 422,
      code: "REQUEST_VALIDATION_FAILED",
      errors: [{ loc: ["header", "Idempotency-Key"], type: "value_error.missing" }],
    });
  });

  it("sent fifty times at once is one job with fifty equal responses", async () => {
    const [records, key] = [[wasteOf(), wasteOf()], newId()];
    const jobs = async () => (await get("/v2/ingest-jobs?size=1")).json.total;
    const before = await jobs();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(records, key)));
    expect(answers[0]!.status).toBe(202);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(49);
    expect(await finished(answers[0]!.json.id)).toMatchObject({ total_items: 2, succeeded_items: 2 });
    expect([(await get("/v1/wastes")).json.total, await jobs()]).toEqual([2, before + 1]);
  });
});
