import { WasteSchema, WasteService } from "@emissions/proto/activity/v1/waste_service";
import type { Violation } from "@emissions/proto/common/v1/error";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const { createWastes, listWastes } = WasteService.method;
const waste = { calculation_status: "calculated", co2e: "26.700000000001" };
const { app, calls } = await gateway({ samples: [sample(WasteSchema, waste)] });

const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
const sent = {
  facility_id: SAMPLE_ID,
  identification_name: "Cardboard",
  start_date: "2025-01-01",
  end_date: "2025-01-31",
  base_quantity: 1250.5,
  unit_id: KILOGRAM,
  ler_code_id: SAMPLE_ID,
};

async function call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: unknown, headers = {}, to = app) {
  const answer = await to.inject({
    method,
    url,
    headers: { ...as("editor"), ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() };
}

type Told = { loc: (string | number)[]; type: string }[];
const told = (list: Told) => list.map(({ loc, type }) => `${loc.join(".")} ${type}`);

/** Invalid wastes, for single requests and batches. */
const mistakes: [change: object, violation: string][] = [
  [{ facility_id: undefined }, "facility_id value_error.missing"],
  [{ facility_id: "plant" }, "facility_id type_error.uuid"],
  [{ identification_name: "  " }, "identification_name value_error.any_str.min_length"],
  [{ identification_name: 7 }, "identification_name type_error.string"],
  [{ start_date: "2025-02-29" }, "start_date value_error.date"],
  [{ end_date: "1969-12-31" }, "end_date activity_date_out_of_range"],
  [{ base_quantity: null }, "base_quantity type_error.none.not_allowed"],
  [{ base_quantity: "1e400" }, "base_quantity value_error.decimal.max_digits"],
  [{ base_quantity: -1 }, "base_quantity value_error.number.not_gt"],
  [{ total_km_to_waste_center: "far" }, "total_km_to_waste_center type_error.decimal"],
  [{ description: "x".repeat(501) }, "description value_error.any_str.max_length"],
  [{ waste_efs_id: SAMPLE_ID }, "waste_efs_id value_error.extra"],
  [{ status: "active" }, "status value_error.extra"],
];

/** The violations of each record of a batch, in order. */
const violationsIn = ({
  records,
  rejected,
}: {
  records: object[];
  rejected: { index: number; violations: Violation[] }[];
}) => records.map((_, at) => rejected.find(({ index }) => index === at)?.violations ?? []);

describe("POST /v1/wastes", () => {
  it("is deprecated, and answers 201 with every field of the contract, digits as they are", async () => {
    const answer = await call("POST", "/v1/wastes", { ...sent, base_quantity: "1250.123456789012345678" });
    expect([answer.status, answer.headers]).toEqual([
      201,
      expect.objectContaining({ deprecation: "@1790640000", link: '</v2/wastes>; rel="successor-version"' }),
    ]);
    expect(answer.text).toContain('"base_quantity":1250.123456789012345678,');
    expect(answer.text).toContain('"co2e":26.700000000001,');
    const fields =
      "id type identification_name invoice_id description status start_date end_date facility_id base_quantity " +
      "quantity percentage total_km_to_waste_center low_code rd_code co2e co2e_biomass custom_emission_factor_id " +
      "custom_emission_factor unit user uploaded_by source_invoice_id file_id file_name file_url error_messages " +
      "linked_projects facility_percentages created_at";
    for (const field of fields.split(" ")) expect(answer.json()).toHaveProperty(field);
  });

  it("needs no unit", async () => {
    expect((await call("POST", "/v1/wastes", { ...sent, unit_id: undefined })).status).toBe(201);
  });

  it.each(mistakes)("refuses %j", async (change, violation) => {
    const { status, json } = await call("POST", "/v1/wastes", { ...sent, ...change });
    expect([status, told(json().detail)]).toEqual([422, [`body.${violation}`]]);
  });
});

describe("POST /v2/wastes", () => {
  const batch = (body: unknown, headers: object = { "idempotency-key": "k1" }) =>
    call("POST", "/v2/wastes", body, headers);

  it("answers 202 with the job, and where it is", async () => {
    const { status, headers, json } = await batch({ records: [sent, { ...sent, external_id: "x-1" }] });
    expect([status, headers.location]).toEqual([202, `/v2/ingest-jobs/${json().id}`]);
    expect(json()).toMatchObject({ entity_type: "wastes", operation: "create", status: "queued", total_items: 2 });
    expect(calls.lastRequest(createWastes).records).toMatchObject([
      { identificationName: "Cardboard", baseQuantity: { value: "1250.5" } },
      { externalId: "x-1" },
    ]);
  });

  it.each([...mistakes, [{ unit_id: undefined }, "unit_id value_error.missing"] as const])(
    "hands a record with %j on in its place, with what is wrong",
    async (change, violation) => {
      const { status, headers, json } = await batch({ records: [sent, { ...sent, ...change }, sent] });
      expect([status, headers["content-type"], json().code]).toEqual([
        422,
        "application/problem+json",
        "BULK_RECORDS_REJECTED",
      ]);
      const { records } = calls.lastRequest(createWastes);
      expect(violationsIn(calls.lastRequest(createWastes)).map(told)).toEqual([[], [`body.${violation}`], []]);
      expect(records[2]!.identificationName).toBe("Cardboard");
    },
  );

  it.each([
    [{ records: [null, [], "text", 7] }, ["type_error.none.not_allowed", "type_error.dict", "type_error.dict"]],
  ])("hands on what is no record at all", async (body, types) => {
    await batch(body);
    const found = violationsIn(calls.lastRequest(createWastes)).flatMap((found) => found.map(({ type }) => type));
    expect(found.slice(0, 3)).toEqual(types);
  });

  it("hands on what no table can keep beside all else that is wrong", async () => {
    const odd = JSON.stringify([
      { ...sent, description: "a\u0000", destination: "\ud800" },
      "\u0000",
      { ...sent, x: {} },
    ]);
    const body = `{"records": [{}, ${odd.slice(1, -1).replace('"x"', '"__proto__"')}, 1e99, 5]}`;
    expect((await batch(body)).json().code).toBe("BULK_RECORDS_REJECTED");
    const found = violationsIn(calls.lastRequest(createWastes)).map(told);
    expect(found[0]).toContain("body.facility_id value_error.missing");
    expect(found.slice(1)).toEqual([
      ["body.description value_error.any_str.nul", "body.destination value_error.any_str.surrogate"],
      ["body value_error.any_str.nul"],
      ["body.__proto__ value_error.extra"],
      ["body type_error.dict"],
      ["body type_error.dict"],
    ]);
  });

  it("refuses what no table can keep beside the records at once", async () => {
    const { json } = await batch({ records: [{ ...sent, description: "\u0000" }], more: "\u0000" });
    expect(told(json().errors)).toEqual([
      "body.records.0.description value_error.any_str.nul",
      "body.more value_error.any_str.nul",
    ]);
  });

  it("hands on of very many mistakes as many as are listed, and one for each record", async () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, 0]));
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`f${at}`, 0]));
    for (const records of [Array(1_000).fill({ ...sent, ...fields }), [{ ...sent, ...many }], [many, {}]]) {
      expect((await batch({ records })).json().code).toBe("BULK_RECORDS_REJECTED");
      const counts = violationsIn(calls.lastRequest(createWastes)).map((found) => found.length);
      expect(counts).toHaveLength(records.length);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      const sum = counts.reduce((sum, count) => sum + count, 0);
      expect(sum).toBeGreaterThan(100);
      expect(sum).toBeLessThan(200 + records.length);
    }
  });

  it.each([
    [{}, "body.records value_error.missing"],
    [{ records: [] }, "body.records value_error.list.min_items"],
    [{ records: {} }, "body.records type_error.list"],
    [{ records: Array(5_001).fill(sent) }, "body.records value_error.list.max_items"],
    [{ records: [sent], extra: 1 }, "body.extra value_error.extra"],
    ["{", "body value_error.jsondecode"],
    ["1e99", "body type_error.dict"],
  ])("refuses what is no batch, %#", async (body, violation) => {
    const { status, json } = await batch(body);
    expect([status, json().code, told(json().errors)]).toEqual([422, "REQUEST_VALIDATION_FAILED", [violation]]);
  });

  it("takes five thousand records that together are larger than other bodies may be", async () => {
    const records = Array(5_000).fill({ ...sent, description: "x".repeat(400) });
    expect((await batch({ records })).json()).toMatchObject({ total_items: 5_000 });
    expect((await batch({ records: [{ ...sent, description: "x".repeat(17_000_000) }] })).status).toBe(413);
  });

  it("needs an idempotency key", async () => {
    const { status, json } = await batch({ records: [sent] }, {});
    expect([status, told(json().errors)]).toEqual([422, ["header.Idempotency-Key value_error.missing"]]);
  });
});

describe("a request with very many mistakes", () => {
  it("is told the first hundred", async () => {
    const many = Object.fromEntries(Array.from({ length: 160_000 }, (_, at) => [at.toString(36), 0]));
    const { status, json } = await call("POST", "/v2/wastes", { records: [sent], ...many }, { "idempotency-key": "k" });
    expect([status, json().errors.length]).toEqual([422, 100]);
  });
});

describe("lists and bulk deletions", () => {
  it("lists with three totals and the hash", async () => {
    const { json } = await call(
      "GET",
      `/v1/wastes?facility_id=${SAMPLE_ID}&ler_code[]=15%2001%2001&rd_code=R03&sort=-start_date`,
    );
    expect(json()).toMatchObject({
      total: 1,
      total2: 0,
      total_general: 0,
      page: 1,
      size: 50,
      filter_hash: "a3f1c2e4b5d6a7b8",
      total_capped: false,
    });
    expect(calls.lastRequest(listWastes)).toMatchObject({
      lerCode: ["15 01 01"],
      rdCode: ["R03"],
      sort: ["-start_date"],
    });
  });

  it.each([
    ["ler_code=1501", "query.ler_code.0 value_error.str.regex"],
    ["status=lost", "query.status.0 type_error.enum"],
    ["facility_id=x", "query.facility_id type_error.uuid"],
    ["sort=co2e", "query.sort.0 type_error.enum"],
  ])("refuses %s", async (query, violation) => {
    const { status, json } = await call("GET", `/v1/wastes?${query}`);
    expect([status, told(json().detail)]).toEqual([422, [violation]]);
  });

  it("tells the values of a field", async () => {
    expect((await call("GET", "/v1/waste/unique-values?field=ler_code")).json()).toMatchObject({ field: "ler_code" });
    expect((await call("GET", "/v1/waste/unique-values?field=co2e")).status).toBe(422);
  });

  it("deletes a hundred thousand by id, and by filters with the facility and the hash alone", async () => {
    const waste_ids = Array(100_000).fill(SAMPLE_ID);
    expect((await call("POST", "/v1/waste/bulk-delete", { waste_ids })).status).toBe(200);
    const path = "/v1/waste/bulk-delete-by-filters";
    const filter_hash = "a3f1c2e4b5d6a7b8";
    expect((await call("POST", `${path}?facility_id=${SAMPLE_ID}&status=error`, { filter_hash })).status).toBe(200);
    expect((await call("POST", `${path}?status=error`, { filter_hash })).status).toBe(422);
    const other = await call("POST", `${path}?facility_id=${SAMPLE_ID}`, { filter_hash: "0000000000000000" });
    expect([other.status, other.json().code]).toEqual([409, "FILTER_HASH_MISMATCH"]);
  });

  it("deletes five thousand as a job", async () => {
    const { status, headers, json } = await call("POST", "/v2/wastes/delete", { waste_ids: [SAMPLE_ID] });
    expect([status, headers.location]).toEqual([202, `/v2/ingest-jobs/${json().id}`]);
    const { status: refused, json: why } = await call("POST", "/v2/wastes/delete", { waste_ids: ["x"] });
    expect([refused, why().code]).toEqual([422, "REQUEST_VALIDATION_FAILED"]);
  });
});

describe("GET /v1/wastes/{waste_id}/calculation", () => {
  it("tells what the number rests on, of a waste that is there", async () => {
    const { status, json } = await call("GET", `/v1/wastes/${SAMPLE_ID}/calculation`);
    expect([status, json()]).toEqual([200, expect.objectContaining({ record_id: SAMPLE_ID, status: "calculated" })]);
    const [part] = json().input.further;
    expect([part.part, part.beside, json().input.left_out_of_totals]).toEqual(["transport", true, false]);
    const missing = await call("GET", `/v1/wastes/${KILOGRAM}/calculation`);
    expect([missing.status, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it("of a waste that is not calculated yet tells no more than that", async () => {
    const { json } = await call("GET", `/v1/wastes/${SAMPLE_ID}/calculation`, undefined, {}, (await gateway()).app);
    expect(json()).toMatchObject({
      record_id: SAMPLE_ID,
      entity_type: "wastes",
      status: "pending",
      impacts: [],
    });
    expect(json()).not.toHaveProperty("co2e");
  });
});
