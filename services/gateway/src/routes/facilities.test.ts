import { notFound, unprocessable } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { FacilityCategory, FacilitySchema, FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { IngestJobSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const WRONG_NAME = "a name that the service refuses";
const findFacility = ({ facilityId }: { facilityId: string }) => {
  if (facilityId !== SAMPLE_ID) throw notFound("facility", `Facility with id=UUID('${facilityId}') not found`);
  return {};
};
const handlers = serve(FacilityService, {
  createFacilities: ({ records, rejected }) => {
    const [first] = rejected.flatMap(({ violations }) => violations);
    if (first)
      throw unprocessable("BULK_RECORDS_REJECTED", "1 record was rejected.", [{ ...first, type: "SCHEMA_INVALID" }]);
    const index = records.findIndex(({ name }) => name === WRONG_NAME);
    const found = { loc: ["body", "records", String(index), "name"], msg: "wrong", type: "SCHEMA_INVALID" };
    if (index >= 0) throw unprocessable("BULK_RECORDS_REJECTED", "1 record was rejected.", [found]);
    const items = records.map((record) => ({ ...facility, ...record, $typeName: facility.$typeName }));
    return { items, total: items.length };
  },
  deleteFacility: (request) => ({ ...findFacility(request), deletedWith: [{ kind: "wastes", count: 3 }] }),
  deleteFacilities: ({ facilityIds }) => ({
    job: {
      ...sample(IngestJobSchema, { entity_type: "facilities", operation: "delete", status: "queued" }),
      totalItems: facilityIds.length,
    },
    deletedWith: [{ kind: "invoices", count: 2 }],
  }),
  listFacilityFuels: () => ({
    fuels: [{ id: SAMPLE_ID, fuel: "Natural gas", category: FacilityCategory.HEAT, country: "ES" }],
  }),
});
const facility = sample(FacilitySchema, { co2e: "12.500000000001" });
const { app, calls } = await gateway({ samples: [facility], handlers: [handlers] });
const sent = { name: "Plant", type: "factory", country: "ES" };

async function call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: unknown) {
  const answer = await app.inject({
    method,
    url,
    headers: { ...as("editor"), ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() };
}

const DEPRECATED = { deprecation: "@1791504000" };

describe("POST /v1/facilities", () => {
  it("is deprecated, and answers 201 with the facility", async () => {
    const answer = await call("POST", "/v1/facilities", { ...sent, logistic_factor: "0.25", categories: ["heat"] });
    expect([answer.status, answer.headers]).toEqual([
      201,
      expect.objectContaining({ ...DEPRECATED, link: '</v2/facilities>; rel="successor-version"' }),
    ]);
    expect(answer.json()).toMatchObject({ ...sent, logistic_factor: 0.25, categories: ["heat"], cups_list: [] });
  });

  it.each([
    [{ name: undefined }, ["body.name value_error.missing"]],
    [{ country: undefined }, ["body.country value_error.missing"]],
    [{ country: undefined, address: " " }, ["body.country value_error.missing"]],
    [{ country: undefined, name: undefined }, ["body.name value_error.missing", "body.country value_error.missing"]],
    [{ country: null, address: "x" }, ["body.country type_error.none.not_allowed"]],
    [{ country: undefined, address: 7 }, ["body.address type_error.string"]],
    [{ name: "  " }, ["body.name value_error.any_str.min_length"]],
    [{ country: "es" }, ["body.country value_error.country"]],
    [{ address: 7 }, ["body.address type_error.string"]],
    [{ logistic_factor: 1.5 }, ["body.logistic_factor value_error.number.not_le"]],
    [{ logistic_factor: null }, ["body.logistic_factor type_error.none.not_allowed"]],
    [{ categories: ["steam"] }, ["body.categories.0 type_error.enum"]],
    [{ cups_list: ["a b"] }, ["body.cups_list.0 value_error.str.regex"]],
    [{ grid_zone: "x".repeat(51) }, ["body.grid_zone value_error.any_str.max_length"]],
    [{ grid_zone: 7 }, ["body.grid_zone type_error.string"]],
    [{ cups_list: Array(101).fill("ES1") }, ["body.cups_list value_error.list.max_items"]],
    [{ status: "active" }, ["body.status value_error.extra"]],
    [{ id: SAMPLE_ID }, ["body.id value_error.extra"]],
  ])("refuses %o", async (change, violations) => {
    const { status, json } = await call("POST", "/v1/facilities", { ...sent, ...change });
    const { detail } = json() as { detail: { loc: string[]; type: string }[] };
    expect([status, detail.map(({ loc, type }) => `${loc.join(".")} ${type}`)]).toEqual([422, violations]);
  });
});

it("a single facility may have an address in place of a country; those of a batch may not", async () => {
  const { country: _, ...rest } = sent;
  const one = { ...rest, address: "Gran Via 1" };
  expect((await call("POST", "/v1/facilities", one)).status).toBe(201);
  await call("POST", "/v2/facilities", { records: [one] });
  const { rejected } = calls.lastRequest(FacilityService.method.createFacilities);
  expect(rejected).toMatchObject([
    { index: 0, violations: [{ loc: ["body", "country"], type: "value_error.missing" }] },
  ]);
});

describe("one facility", () => {
  it("is shown in full, amounts with all digits", async () => {
    const { status, text, json } = await call("GET", `/v1/facilities/${SAMPLE_ID}`);
    expect(status).toBe(200);
    expect(Object.keys(json()).sort()).toEqual(
      "address categories co2e co2e_biomass country created_at cups_list external_id facility_purpose_type grid_zone id logistic_factor name organization_id status type updated_at".split(
        " ",
      ),
    );
    expect(text).toContain('"co2e":12.500000000001');
  });

  it("that is missing has the detail of the contract", async () => {
    const id = "0190f3a0-0000-7000-8000-0000000000ff";
    const { status, json } = await call("DELETE", `/v1/facilities/${id.toUpperCase()}`);
    const detail = `Facility with id=UUID('${id}') not found`;
    expect([status, json()]).toEqual([404, { code: "NOT_FOUND", detail }]);
  });

  it("is deleted with 204, on a deprecated route", async () => {
    const { status, headers, text } = await call("DELETE", `/v1/facilities/${SAMPLE_ID}`);
    expect([status, text, headers]).toEqual([
      204,
      "",
      expect.objectContaining({ ...DEPRECATED, link: '</v2/facilities/delete>; rel="successor-version"' }),
    ]);
  });
});

describe("a dry run of a deletion", () => {
  it("shows by kind the records that go along, and is passed to the service", async () => {
    const one = await call("DELETE", `/v1/facilities/${SAMPLE_ID}?dry_run=true`);
    const along = (kind: string, count: number) => ({ deleted_with: [{ kind, count }] });
    expect([one.status, one.json()]).toEqual([200, { dry_run: true, valid: true, total: 1, ...along("wastes", 3) }]);
    const { deleteFacility, deleteFacilities } = FacilityService.method;
    const facility_ids = [SAMPLE_ID, SAMPLE_ID];
    const many = await call("POST", "/v2/facilities/delete?dry_run=true", { facility_ids });
    expect([many.status, many.json()]).toEqual([
      200,
      { dry_run: true, valid: true, total: 2, ...along("invoices", 2) },
    ]);
    for (const method of [deleteFacility, deleteFacilities]) {
      expect(calls.lastHeaders(method).get("dry-run")).toBe("true");
    }
    const missing = "0190f3a0-0000-7000-8000-0000000000ff";
    expect((await call("DELETE", `/v1/facilities/${missing}?dry_run=true`)).status).toBe(404);
    expect((await call("DELETE", `/v1/facilities/${SAMPLE_ID}?dry_run=maybe`)).status).toBe(422);
  });
});

it("the fuels of a facility are a bare list", async () => {
  const { status, json } = await call("GET", `/v1/facilities/${SAMPLE_ID}/fuels`);
  expect([status, json()]).toMatchObject([200, [{ fuel: "Natural gas", category: "heat", units: [], country: "ES" }]]);
});

it("GET /v1/facilities shows ten on a page", async () => {
  const { json } = await call("GET", "/v1/facilities?status[]=active&status[]=archived&country=ES");
  expect(json()).toMatchObject({ items: [{ id: SAMPLE_ID }], total: 1, page: 1, size: 10, pages: 1 });
});

describe("POST /v2/facilities", () => {
  const batch = (records: unknown) => call("POST", "/v2/facilities", { records });

  it("answers 201 with items and total, in the order sent", async () => {
    const records = ["c", "a", "b"].map((name) => ({ ...sent, name, external_id: `x-${name}` }));
    const { status, json } = await batch(records);
    expect([status, Object.keys(json())]).toEqual([201, ["items", "total"]]);
    expect(json()).toMatchObject({ items: records, total: 3 });
    expect(json().items[0].created_at).toMatch(/Z$/);
  });

  it.each([[[]], [Array(1_001).fill(sent)], ["text"], [null], [undefined]])(
    "refuses records that are not a list of 1 to 1,000",
    async (records) => {
      const { status, headers, json } = await batch(records);
      expect([status, headers["content-type"], json()]).toMatchObject([
        422,
        expect.stringContaining("application/problem+json"),
        { code: "REQUEST_VALIDATION_FAILED", status: 422, errors: [{ loc: ["body", "records"] }] },
      ]);
    },
  );

  it("passes on refusals of the service, with the index as a number", async () => {
    const { status, json } = await batch([sent, { ...sent, name: WRONG_NAME }]);
    expect([status, json()]).toMatchObject([
      422,
      {
        code: "BULK_RECORDS_REJECTED",
        errors: [{ loc: ["body", "records", 1, "name"], msg: "wrong", type: "SCHEMA_INVALID" }],
      },
    ]);
  });
});

describe("POST /v2/facilities/delete", () => {
  it("answers 202 with the job", async () => {
    const { status, json } = await call("POST", "/v2/facilities/delete", { facility_ids: [SAMPLE_ID] });
    expect([status, json()]).toMatchObject([
      202,
      { entity_type: "facilities", operation: "delete", status: "queued", total_items: 1 },
    ]);
  });

  it.each([[[]], [["x"]], [Array(1_001).fill(SAMPLE_ID)]])(
    "refuses ids that are not a list of 1 to 1,000",
    async (ids) => {
      const { status, json } = await call("POST", "/v2/facilities/delete", { facility_ids: ids });
      expect([status, json().code]).toEqual([422, "REQUEST_VALIDATION_FAILED"]);
    },
  );
});
