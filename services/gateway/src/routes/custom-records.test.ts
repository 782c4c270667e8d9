import { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { DATABASE_ID, INHERITED_ID, RECORD_ID, VERSION_ID } from "../../test/custom-databases.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

const { createCustomRecord, listCustomRecords, updateCustomRecord } = CustomDatabaseService.method;
const { app, calls } = await gateway();

const KG = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
const records = (database = DATABASE_ID, version = VERSION_ID) =>
  `/v1/emission-factors/custom-databases/${database}/versions/${version}/records`;

const body = {
  name: "Diesel",
  unit_id: KG,
  tag: "simple",
  activity_categories: ["wastes"],
  factors: [{ gas_type: "co2e", value: "2.50" }],
};
const factor = (change: object) => ({ factors: [{ ...body.factors[0], ...change }] });

const send = (method: "POST" | "PATCH", url: string, payload: object | string, who: "editor" | "viewer" = "editor") =>
  app.inject({ method, url, headers: { ...as(who), "content-type": "application/json" }, payload });
const post = (payload: object | string, url = records()) => send("POST", url, payload);
const get = (url: string) => app.inject({ url, headers: as("viewer") });
const problems = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);

describe("POST .../records", () => {
  it("answers 201 with every field of the contract, absent ones as null", async () => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: RECORD_ID,
      name: "Diesel",
      unit_id: SAMPLE_ID,
      source_id: VERSION_ID,
      tag: "simple",
      activity_categories: [],
      enabled: false,
      is_biogenic: false,
      renewable_percentage: null,
      uncertainty_grade: "12.5",
      additional_docs: null,
      evidence: [],
      factors: [
        {
          id: expect.any(String),
          gas_type: "co2e",
          formula: "x * 2.50",
          from_unit_id: SAMPLE_ID,
          to_unit_id: SAMPLE_ID,
          start_date: "1970-01-01",
          end_date: null,
          source_id: SAMPLE_ID,
          concept_id: SAMPLE_ID,
        },
      ],
      revision: 1,
      created_at: "2026-01-31T10:00:00.250Z",
      updated_at: null,
    });
  });

  it.each([
    ['"2.50"', "2.50"],
    ["2.50", "2.50"],
    ["2.5", "2.5"],
    ["0", "0"],
    ["0.0", "0.0"],
    ["-0.0", "0.0"],
    ['"-0"', "0"],
    ["100", "100"],
    ["1.50e2", "150"],
    ["1e-5", "0.00001"],
    ['"2.5E1"', "25"],
    ["0.12345678901234567890123456789", "0.12345678901234567890123456789"],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
    ['"1234567890.12345678901234567890"', "1234567890.12345678901234567890"],
  ])("reads the value %s as %s", async (value, digits) => {
    const answer = await post(JSON.stringify(body).replace('"2.50"', value));
    expect(answer.json().factors[0].formula).toBe(`x * ${digits}`);
  });

  it.each([
    ["a 40-digit value", `"${"1".repeat(40)}"`, "value_error.decimal.max_digits"],
    ["a 40-digit number", "1".repeat(40), "value_error.decimal.max_digits"],
    ["40 zeros behind the point", `1.${"0".repeat(40)}`, "value_error.decimal.max_digits"],
    ["1e400", "1e400", "value_error.decimal.max_digits"],
    ["1e400 as text", '"1e400"', "value_error.decimal.max_digits"],
    ["NaN as text", '"NaN"', "type_error.decimal"],
    ["Infinity as text", '"Infinity"', "type_error.decimal"],
    ["hexadecimal digits", '"0x1"', "type_error.decimal"],
    ["an empty text", '""', "type_error.decimal"],
    ["a blank", '" 1"', "type_error.decimal"],
    ["a decimal comma", '"2,5"', "type_error.decimal"],
    ["true", "true", "type_error.decimal"],
    ["a list", "[1]", "type_error.decimal"],
    ["null", "null", "type_error.none.not_allowed"],
    ["less than nothing", "-0.1", "value_error.number.not_ge"],
  ])("refuses %s for a value", async (_what, value, type) => {
    const answer = await post(JSON.stringify(body).replace('"2.50"', value));
    expect([answer.statusCode, problems(answer)]).toEqual([422, [`body.factors.0.value ${type}`]]);
  });

  it.each([
    ["NaN", "NaN"],
    ["Infinity", "Infinity"],
  ])("refuses %s, which is not JSON", async (_what, value) => {
    const answer = await post(JSON.stringify(body).replace('"2.50"', value));
    expect([answer.statusCode, problems(answer)]).toEqual([422, ["body value_error.jsondecode"]]);
  });

  it.each([
    [
      "nothing",
      { name: undefined, unit_id: undefined, tag: undefined, activity_categories: undefined, factors: undefined },
      ["name", "unit_id", "tag", "activity_categories", "factors"].map((field) => `body.${field} value_error.missing`),
    ],
    ["a blank name", { name: " " }, ["body.name value_error.any_str.min_length"]],
    ["a long name", { name: "x".repeat(256) }, ["body.name value_error.any_str.max_length"]],
    ["a number for a name", { name: 5 }, ["body.name type_error.string"]],
    ["a unit by name", { unit_id: "kg" }, ["body.unit_id type_error.uuid"]],
    ["a tag that is none", { tag: "Simple" }, ["body.tag type_error.enum"]],
    ["no category", { activity_categories: [] }, ["body.activity_categories value_error.list.min_items"]],
    ["a category alone", { activity_categories: "wastes" }, ["body.activity_categories type_error.list"]],
    ["a number for a category", { activity_categories: [1] }, ["body.activity_categories.0 type_error.string"]],
    ["factors by gas", { factors: { co2e: 1 } }, ["body.factors type_error.list"]],
    ["a number for a factor", { factors: [1] }, ["body.factors.0 type_error.dict"]],
    ["a gas that is none", factor({ gas_type: "sf6" }), ["body.factors.0.gas_type type_error.enum"]],
    ["no gas", factor({ gas_type: undefined }), ["body.factors.0.gas_type value_error.missing"]],
    ["no value", factor({ value: undefined }), ["body.factors.0.value value_error.missing"]],
    ["a first day of null", factor({ start_date: null }), ["body.factors.0.start_date type_error.none.not_allowed"]],
    ["a day that does not exist", factor({ end_date: "2025-02-30" }), ["body.factors.0.end_date value_error.date"]],
    ["a formula", factor({ formula: "x * 2" }), ["body.factors.0.formula value_error.extra"]],
    ["a field that only the service sets", { revision: 2 }, ["body.revision value_error.extra"]],
    ["an unknown field", { colour: "red" }, ["body.colour value_error.extra"]],
    ["text for a switch", { enabled: "yes" }, ["body.enabled type_error.boolean"]],
    ["null for a switch", { is_biogenic: null }, ["body.is_biogenic type_error.none.not_allowed"]],
    ["a share above 1", { renewable_percentage: 1.01 }, ["body.renewable_percentage value_error.number.not_le"]],
    ["a share below 0", { renewable_percentage: "-0.01" }, ["body.renewable_percentage value_error.number.not_ge"]],
    ["an uncertainty below 0", { uncertainty_grade: -1 }, ["body.uncertainty_grade value_error.number.not_ge"]],
    ["an uncertainty of null", { uncertainty_grade: null }, ["body.uncertainty_grade type_error.none.not_allowed"]],
  ])("refuses %s", async (_what, change, expected) => {
    const answer = await post({ ...body, ...change });
    expect([answer.statusCode, problems(answer)]).toEqual([422, expected]);
  });

  it("passes on the codes of the service", async () => {
    expect((await post({ ...body, factors: [] })).statusCode).toBe(201);
    const wind = await post({ ...body, activity_categories: ["wind"] });
    expect([wind.statusCode, wind.json().code]).toEqual([422, "CUSTOM_RECORD_INVALID_CATEGORIES"]);
    for (const rule of [
      "INVALID_FACTORS",
      "INVALID_CATEGORIES",
      "BIOGENIC_CATEGORY",
      "BIOGENIC_REQUIRES_CO2",
      "RENEWABLE_CATEGORY",
    ]) {
      const answer = await post({ ...body, name: `CUSTOM_RECORD_${rule}` });
      expect([answer.statusCode, answer.json()]).toEqual([422, { detail: "Refused", code: `CUSTOM_RECORD_${rule}` }]);
    }
  });

  it("passes on the request", async () => {
    await post({
      ...body,
      unit_id: KG.toUpperCase(),
      enabled: false,
      is_biogenic: true,
      renewable_percentage: "0.50",
      uncertainty_grade: 7.0,
      ...factor({ start_date: "2025-01-01", end_date: null }),
    });
    expect(calls.lastRequest(createCustomRecord)).toMatchObject({
      databaseId: DATABASE_ID,
      sourceId: VERSION_ID,
      unitId: KG,
      enabled: false,
      isBiogenic: true,
      renewablePercentage: { value: "0.5" },
      uncertaintyGrade: { value: "7" },
      factors: [{ value: { value: "2.50" }, startDate: "2025-01-01" }],
    });
  });
});

describe("the order of checks", () => {
  const wrong = { colour: "red" };
  const ids = { missing: "0190f3a0-0000-7000-8000-0000000000ff", none: "nonsense" };

  it("checks the database, its owner and the version before the body", async () => {
    const codes = async (...places: [database: string, version: string][]) =>
      Promise.all(
        places.map(async ([database, version]) => {
          const { statusCode, body: text } = await post(wrong, records(database, version));
          return `${statusCode} ${JSON.parse(text).code}`;
        }),
      );
    expect(
      await codes(
        [ids.missing, ids.missing],
        [INHERITED_ID, ids.missing],
        [DATABASE_ID, ids.missing],
        [DATABASE_ID, VERSION_ID],
      ),
    ).toEqual([
      "404 CUSTOM_DATABASE_NOT_FOUND",
      "403 CUSTOM_DATABASE_NOT_OWNER",
      "404 CUSTOM_VERSION_NOT_FOUND",
      "422 undefined",
    ]);
  });

  it("checks the version before the query", async () => {
    expect((await get(`${records(ids.missing)}?limit=500`)).json().code).toBe("CUSTOM_DATABASE_NOT_FOUND");
    expect((await get(`${records(DATABASE_ID, ids.missing)}?limit=500`)).json().code).toBe("CUSTOM_VERSION_NOT_FOUND");
    expect(problems(await get(`${records(INHERITED_ID)}?limit=500`))).toEqual([
      "query.limit value_error.number.not_le",
    ]);
  });

  it("reports malformed ids together with the other violations", async () => {
    expect(problems(await post({ ...body, colour: "red" }, records(ids.none))).sort()).toEqual([
      "body.colour value_error.extra",
      "path.database_id type_error.uuid",
    ]);
  });

  it("checks the role first", async () => {
    const answer = await send("POST", records(ids.missing), wrong, "viewer");
    expect([answer.statusCode, answer.json().code]).toEqual([403, "FORBIDDEN"]);
  });

  it("holds for databases, versions, revisions and evidence as well", async () => {
    const database = (id: string) => `/v1/emission-factors/custom-databases/${id}`;
    const one = (id: string) => `${records(id)}/${RECORD_ID}`;
    for (const [method, url] of [
      ["PATCH", database],
      ["POST", (id: string) => `${database(id)}/versions`],
      ["PATCH", (id: string) => `${database(id)}/versions/${VERSION_ID}`],
      ["PATCH", one],
      ["POST", (id: string) => `${one(id)}/evidence`],
    ] as const) {
      expect((await send(method, url(ids.missing), wrong)).json().code).toBe("CUSTOM_DATABASE_NOT_FOUND");
      expect((await send(method, url(INHERITED_ID), wrong)).json().code).toBe("CUSTOM_DATABASE_NOT_OWNER");
      expect(problems(await send(method, url(DATABASE_ID), wrong))).toContain("body.colour value_error.extra");
    }
    expect((await get(`${one(ids.missing)}/revisions?limit=x`)).json().code).toBe("CUSTOM_DATABASE_NOT_FOUND");
  });
});

describe("GET .../records", () => {
  it("answers with the requested window", async () => {
    const answer = await get(`${records()}?search=dies&offset=5&limit=2&sort_by=has_attachments&sort_order=desc`);
    expect(answer.json()).toMatchObject({ items: [{ id: RECORD_ID }], total: 7, offset: 5, limit: 2 });
    expect(Object.keys(answer.json())).toEqual(["items", "total", "offset", "limit"]);
    expect(calls.lastRequest(listCustomRecords)).toMatchObject({
      search: "dies",
      offset: 5,
      limit: 2,
      sortBy: 8,
      sortOrder: 2,
    });
    expect((await get(records())).json()).toMatchObject({ offset: 0, limit: 50 });
  });

  it.each([
    ["limit=0", "query.limit value_error.number.not_ge"],
    ["limit=201", "query.limit value_error.number.not_le"],
    ["limit=", "query.limit type_error.integer"],
    ["offset=-1", "query.offset value_error.number.not_ge"],
    ["offset=1.5", "query.offset type_error.integer"],
    ["sort_by=created_at", "query.sort_by type_error.enum"],
    ["sort_order=up", "query.sort_order type_error.enum"],
  ])("refuses %s", async (query, expected) => {
    expect(problems(await get(`${records()}?${query}`))).toEqual([expected]);
  });

  it.each(["name", "category", "unit_id", "co2e", "co2", "ch4", "n2o", "has_attachments"])(
    "sorts by %s",
    async (key) => {
      expect((await get(`${records()}?sort_by=${key}`)).statusCode).toBe(200);
    },
  );
});

describe("a record", () => {
  const one = `${records()}/${RECORD_ID}`;

  it("has a code of its own when it is missing", async () => {
    const answer = await get(`${records()}/${DATABASE_ID}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { detail: "Custom record not found", code: "CUSTOM_RECORD_NOT_FOUND" },
    ]);
  });

  it("is changed in the fields that are sent, or refused with a code", async () => {
    expect((await send("PATCH", one, { renewable_percentage: null, enabled: false })).statusCode).toBe(200);
    expect(calls.lastRequest(updateCustomRecord)).toMatchObject({
      recordId: RECORD_ID,
      enabled: false,
      updateMask: { paths: ["enabled", "renewable_percentage"] },
    });
    expect(problems(await send("PATCH", one, { unit_id: null }))).toEqual(["body.unit_id type_error.none.not_allowed"]);
    const locked = await send("PATCH", one, { name: "CUSTOM_RECORD_UNIT_LOCKED" });
    expect([locked.statusCode, locked.json().code]).toEqual([422, "CUSTOM_RECORD_UNIT_LOCKED"]);
  });

  it("attaches and detaches files", async () => {
    expect((await send("POST", `${one}/evidence`, { file_ids: [KG] })).statusCode).toBe(200);
    for (const [file_ids, expected] of [
      [[], "body.file_ids value_error.list.min_items"],
      [Array(21).fill(KG), "body.file_ids value_error.list.max_items"],
      [[KG, "x"], "body.file_ids.1 type_error.uuid"],
      [1, "body.file_ids type_error.list"],
    ] as const) {
      expect(problems(await send("POST", `${one}/evidence`, { file_ids }))).toEqual([expected]);
    }
    const gone = await app.inject({ method: "DELETE", url: `${one}/evidence/${KG}`, headers: as("editor") });
    expect([gone.statusCode, gone.body]).toEqual([204, ""]);
  });
});
