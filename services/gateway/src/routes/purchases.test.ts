import { timestampDate } from "@bufbuild/protobuf/wkt";
import { NIL_ID } from "@emissions/kit/process/id";
import { Co2eStatus, UniqueValuesSchema } from "@emissions/proto/activity/v1/list";
import {
  PurchaseSchema,
  PurchaseService,
  PurchaseStatus,
  PurchaseType,
} from "@emissions/proto/activity/v1/purchase_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { MISSING_ID, NOW, SAMPLE_ID, sample, samplePurchase } from "../../test/samples.ts";

const { createPurchase, listPurchases } = PurchaseService.method;
const uniqueValues = sample(UniqueValuesSchema, {
  total_count: 2,
  values: [
    { value: NIL_ID, count: 3 },
    { value: "x", label: "X", count: 1 },
  ],
});
const { app, calls } = await gateway({ samples: [uniqueValues] });
/** A gateway whose only purchase is calculated. */
const calculated = await gateway({ samples: [sample(PurchaseSchema, { calculation_status: "calculated" })] });

const post = (payload: object | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: "/v1/purchases",
    headers: { ...as("editor"), "content-type": "application/json", ...headers },
    payload,
  });
const get = (path: string, headers = as("viewer"), from = app) => from.inject({ url: path, headers });
const problems = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);

describe("POST /v1/purchases", () => {
  it("answers 201 with every field of the contract, absent ones as null", async () => {
    const answer = await post(samplePurchase);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      ...samplePurchase,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      co2e: null,
      supplier: null,
      non_currency_quantity: null,
      calculation_status: "pending",
      created_at: NOW,
      updated_at: null,
    });
  });

  it("keeps every digit of an amount in both directions", async () => {
    const sent = JSON.stringify(samplePurchase).replace("100.5", "0.12345678901234567890123");
    expect((await post(sent)).body).toContain('"quantity":0.12345678901234567890123,');
    const asText = await post({ ...samplePurchase, quantity: "9007199254740993.10" });
    expect(asText.body).toContain('"quantity":9007199254740993.1,');
    expect((await post(JSON.stringify(samplePurchase).replace("100.5", "1.5e3"))).body).toContain('"quantity":1500,');
  });

  it.each([
    ["a missing field", { product_name: undefined }, 400, ["body.product_name value_error.missing"]],
    ["null for a required field", { sector: null }, 400, ["body.sector type_error.none.not_allowed"]],
    ["a number for a text", { product_name: 5 }, 400, ["body.product_name type_error.string"]],
    ["a number for an enum", { expense_type: 1 }, 400, ["body.expense_type type_error.string"]],
    ["a day that does not exist", { purchase_date: "2026-02-30" }, 400, ["body.purchase_date value_error.date"]],
    ["text for an amount", { quantity: "many" }, 400, ["body.quantity type_error.decimal"]],
    ["true for an amount", { quantity: true }, 400, ["body.quantity type_error.decimal"]],
    ["NaN for an amount", { quantity: "NaN" }, 400, ["body.quantity type_error.decimal"]],
    ["an id that is none", { unit_id: "EUR" }, 400, ["body.unit_id type_error.uuid"]],
    ["no object", [], 400, ["body type_error.dict"]],
    ["an optional id that is none", { supplier_id: "Acme" }, 422, ["body.supplier_id type_error.uuid"]],
    ["a number for an optional id", { file_id: 7 }, 422, ["body.file_id type_error.string"]],
    ["text for an optional share", { recycled: "half" }, 422, ["body.recycled type_error.decimal"]],
    ["a number for an optional text", { description: 5 }, 422, ["body.description type_error.string"]],
    ["a negative amount", { quantity: -1 }, 422, ["body.quantity value_error.number.not_ge"]],
    ["too many digits", { quantity: `0.${"1".repeat(40)}` }, 422, ["body.quantity value_error.decimal.max_digits"]],
    ["a share above 1", { recycled: 1.01 }, 422, ["body.recycled value_error.number.not_le"]],
    ["an unknown expense type", { expense_type: "other" }, 422, ["body.expense_type type_error.enum"]],
    ["an unknown purchase type", { purchase_type: "x" }, 422, ["body.purchase_type type_error.enum"]],
    ["a day too early", { purchase_date: "1969-12-31" }, 422, ["body.purchase_date activity_date_out_of_range"]],
    ["a day too late", { purchase_date: "2999-01-01" }, 422, ["body.purchase_date activity_date_out_of_range"]],
    ["an unknown field", { colour: "red" }, 422, ["body.colour value_error.extra"]],
    ["a field that only the service sets", { co2e: 1 }, 422, ["body.co2e value_error.extra"]],
    ["a blank name", { product_name: "  " }, 422, ["body.product_name value_error.any_str.min_length"]],
    ["a script as URL", { file_url: "javascript:alert(1)" }, 422, ["body.file_url value_error.url.scheme"]],
    ["a URL of another scheme", { file_url: "ftp://example.com/a" }, 422, ["body.file_url value_error.url.scheme"]],
    ["a URL without a host", { file_url: "https://" }, 422, ["body.file_url value_error.url.malformed"]],
    ["a blank URL", { file_url: " " }, 422, ["body.file_url value_error.any_str.min_length"]],
    ["a long name", { product_name: "x".repeat(256) }, 422, ["body.product_name value_error.any_str.max_length"]],
    ["half a pair", { unit_id: undefined }, 422, ["body value_error.amount_pair"]],
    ["no pair", { quantity: undefined, unit_id: undefined }, 422, ["body value_error.amount_pair"]],
    [
      "both pairs",
      { non_currency_quantity: 1, non_currency_unit_id: MISSING_ID },
      422,
      ["body value_error.amount_pair"],
    ],
    ["NUL", { product_name: "a\u0000" }, 422, ["body.product_name value_error.any_str.nul"]],
    ["half a surrogate pair", { product_name: "\ud800" }, 422, ["body.product_name value_error.any_str.surrogate"]],
  ])("refuses %s", async (_what, change, status, expected) => {
    const answer = await post(Array.isArray(change) ? change : { ...samplePurchase, ...change });
    expect([answer.statusCode, problems(answer)]).toEqual([status, expected]);
  });

  it("tells everything that is wrong at once, and 400 wins", async () => {
    const answer = await post({ ...samplePurchase, sector: undefined, recycled: 2, extra: 1, unit_id: undefined });
    expect([answer.statusCode, problems(answer).sort()]).toEqual([
      400,
      [
        "body value_error.amount_pair",
        "body.extra value_error.extra",
        "body.recycled value_error.number.not_le",
        "body.sector value_error.missing",
      ],
    ]);
  });

  it("counts characters, not halves of them", async () => {
    expect((await post({ ...samplePurchase, product_name: "🌱".repeat(255) })).statusCode).toBe(201);
    expect((await post({ ...samplePurchase, product_name: "🌱".repeat(256) })).statusCode).toBe(422);
  });

  it("passes on who calls, the request id, the key and the fingerprint", async () => {
    const answer = await post(samplePurchase, { "idempotency-key": '"k1"' });
    const sent = calls.lastHeaders(createPurchase);
    expect(sent.get("x-request-id")).toBe(answer.headers["x-request-id"]);
    expect(sent.get("idempotency-key")).toBe("k1");
    expect(sent.get("idempotency-fingerprint")).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.headers["idempotent-replayed"]).toBeUndefined();
    const again = await post(samplePurchase, { "idempotency-key": "k1" });
    expect([again.headers["idempotent-replayed"], again.json().id]).toEqual(["true", answer.json().id]);
  });

  it.each(["", " ", "a b", "x".repeat(256), "ä"])("refuses the idempotency key %j", async (key) => {
    const answer = await post(samplePurchase, { "idempotency-key": key });
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["header", "Idempotency-Key"]]);
  });
});

describe("/v1/purchases/{id}", () => {
  it("hides the purchase of another organization", async () => {
    const { id } = (await post(samplePurchase)).json();
    for (const path of ["", "/calculation"]) {
      const theirs = await get(`/v1/purchases/${id}${path}`, as("stranger"));
      const missing = await get(`/v1/purchases/${MISSING_ID}${path}`);
      expect([theirs.statusCode, theirs.json()]).toEqual([404, { detail: "Purchase not found", code: "NOT_FOUND" }]);
      expect(missing.body).toBe(theirs.body);
    }
  });

  it("changes what is sent, clears what is null and leaves the rest", async () => {
    const stored = sample(PurchaseSchema, { quantity: "1", description: "old" });
    const { app } = await gateway({ samples: [stored] });
    const patch = (payload: object) =>
      app.inject({ method: "PATCH", url: `/v1/purchases/${SAMPLE_ID}`, headers: as("editor"), payload });
    expect((await patch({ quantity: "7.50" })).json()).toMatchObject({ quantity: 7.5, description: "old" });
    expect((await patch({ description: null })).json()).toMatchObject({ quantity: 1, description: null });
    const refused = await patch({ sector: null, colour: 1 });
    expect([refused.statusCode, problems(refused)]).toEqual([
      422,
      ["body.sector type_error.none.not_allowed", "body.colour value_error.extra"],
    ]);
  });

  it("is pending until calc has an answer, then explained", async () => {
    const { id } = (await post(samplePurchase)).json();
    const pending = await get(`/v1/purchases/${id}/calculation`);
    expect([pending.statusCode, pending.json()]).toEqual([
      200,
      {
        record_id: id,
        entity_type: "purchases",
        status: "pending",
        conversions: [],
        candidates: [],
        impacts: [],
        parts: [],
      },
    ]);
    expect((await get(`/v1/purchases/${id}/calculation`, as("viewer"), calculated.app)).json()).toMatchObject({
      record_id: id,
      status: "calculated",
      co2e: 0.1,
      factor: null,
      candidates: [{ rank: 1, chosen: false, reason: "year" }],
    });
  });

  it("explains with the one selector that was used", async () => {
    const { input } = (await get(`/v1/purchases/${SAMPLE_ID}/calculation`, as("viewer"), calculated.app)).json();
    expect(input.selector).toEqual({ spend: expect.objectContaining({ sector: "62.01" }) });
  });

  it("answers DELETE with 204 and no body", async () => {
    const { id } = (await post(samplePurchase)).json();
    const answer = await app.inject({ method: "DELETE", url: `/v1/purchases/${id}`, headers: as("editor") });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  });
});

describe("GET /v1/purchases", () => {
  it("answers with a page and the hash of the filter", async () => {
    const answer = await get("/v1/purchases?size=1&status[]=active&status[]=inactive&purchase_type=spend_based");
    expect(answer.json()).toMatchObject({ page: 1, size: 1, filter_hash: "a3f1c2e4b5d6a7b8" });
    expect(answer.json().items).toHaveLength(1);
    expect(answer.json().pages).toBe(answer.json().total);
  });

  it("takes arrays with and without brackets, instants with and without an offset, and a sort order", async () => {
    await get(
      "/v1/purchases?status[]=active&status[]=inactive&purchase_type=spend_based&purchase_type=average_data" +
        "&created_at_from=2026-01-31T10:00:00%2B01:00&created_at_to=2026-01-31T10:00:00" +
        `&sort=-purchase_date,created_at&include_children=1&organization_id=${MISSING_ID}&co2e_status=not_calculated`,
    );
    const { createdAtFrom, createdAtTo, ...asked } = calls.lastRequest(listPurchases);
    expect(asked).toMatchObject({
      status: [PurchaseStatus.ACTIVE, PurchaseStatus.INACTIVE],
      purchaseType: [PurchaseType.SPEND_BASED, PurchaseType.AVERAGE_DATA],
      sort: ["-purchase_date", "created_at"],
      includeChildren: true,
      organizationId: [MISSING_ID],
      co2eStatus: Co2eStatus.NOT_CALCULATED,
    });
    expect([createdAtFrom, createdAtTo].map((at) => at && timestampDate(at).toISOString())).toEqual([
      "2026-01-31T09:00:00.000Z",
      "2026-01-31T10:00:00.000Z",
    ]);
  });

  it("takes the status error as a filter only", async () => {
    await get("/v1/purchases?status[]=error&status[]=active");
    expect(calls.lastRequest(listPurchases).status).toEqual([PurchaseStatus.ERROR, PurchaseStatus.ACTIVE]);
    const answer = await post({ ...samplePurchase, status: "error" });
    expect([answer.statusCode, problems(answer)]).toEqual([422, ["body.status type_error.enum"]]);
  });

  it.each([
    ["size=101", "query.size value_error.number.not_le"],
    ["size=1.0", "query.size type_error.integer"],
    ["page=0", "query.page value_error.number.not_ge"],
    ["page=1&page=2", "query.page type_error.string"],
    ["status[]=sold", "query.status.0 type_error.enum"],
    ["start_date=2026-02-30", "query.start_date value_error.date"],
    ["search=%00", "query.search value_error.any_str.nul"],
    ["created_at_from=2026-02-30T00:00:00", "query.created_at_from value_error.datetime"],
    ["created_at_from=9999-12-31T23:59:59-00:01", "query.created_at_from value_error.datetime"],
    ["created_at_to=0001-01-01T00:00:00%2B00:01", "query.created_at_to value_error.datetime"],
    ["co2e_status=maybe", "query.co2e_status type_error.enum"],
    ["sort=co2e", "query.sort.0 type_error.enum"],
    ["organization_id[]=x", "query.organization_id.0 type_error.uuid"],
    ["include_children=yes", "query.include_children type_error.boolean"],
  ])("refuses %s", async (query, expected) => {
    const answer = await get(`/v1/purchases?${query}`);
    expect([answer.statusCode, problems(answer)]).toEqual([422, [expected]]);
  });
});

describe("GET /v1/purchases/unique-values", () => {
  it("answers with the values, and refuses other fields", async () => {
    const answer = await get("/v1/purchases/unique-values?field=file_id");
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        field: "file_id",
        total_count: 2,
        values: [
          { value: "00000000-0000-0000-0000-000000000000", label: null, count: 3 },
          { value: "x", label: "X", count: 1 },
        ],
      },
    ]);
    const refused = await get("/v1/purchases/unique-values?field=product_name");
    expect([refused.statusCode, problems(refused)]).toEqual([422, ["query.field type_error.enum"]]);
    expect(problems(await get("/v1/purchases/unique-values"))).toEqual(["query.field value_error.missing"]);
  });
});

describe("POST /v1/purchases/bulk-delete", () => {
  const bulk = (path: string, payload: object, who = as("editor")) =>
    app.inject({ method: "POST", url: `/v1/purchases/${path}`, headers: who, payload });

  it("answers 200 with the summary, and viewers may not", async () => {
    const answer = await bulk("bulk-delete", { purchase_ids: [MISSING_ID] });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { success_count: 1, success_ids: [MISSING_ID], failed_count: 0, failed_ids: [], message: "Deleted." },
    ]);
    expect((await bulk("bulk-delete", { purchase_ids: [MISSING_ID] }, as("viewer"))).statusCode).toBe(403);
  });

  it.each([
    [{}, "body.purchase_ids value_error.missing"],
    [{ purchase_ids: [] }, "body.purchase_ids value_error.list.min_items"],
    [{ purchase_ids: ["x"] }, "body.purchase_ids.0 type_error.uuid"],
    [{ purchase_ids: MISSING_ID }, "body.purchase_ids type_error.list"],
  ])("refuses %j", async (payload, expected) => {
    const answer = await bulk("bulk-delete", payload);
    expect([answer.statusCode, problems(answer)]).toEqual([422, [expected]]);
  });

  it("takes 100,000 ids and no more, and counts what a dry run would delete", async () => {
    const ids = (n: number) => ({ purchase_ids: Array.from({ length: n }, () => MISSING_ID) });
    expect((await bulk("bulk-delete", ids(100_000))).json()).toMatchObject({ success_count: 100_000 });
    const refused = await bulk("bulk-delete", ids(100_001));
    expect([refused.statusCode, problems(refused)]).toEqual([422, ["body.purchase_ids value_error.list.max_items"]]);
    const dry = await bulk("bulk-delete?dry_run=true", ids(3));
    expect([dry.statusCode, dry.json()]).toEqual([200, { dry_run: true, valid: true, total: 3 }]);
  });

  it("by filters takes the hash of the list, and answers 409 for another one", async () => {
    const path = "bulk-delete-by-filters?status[]=active";
    expect((await bulk(path, { filter_hash: "a3f1c2e4b5d6a7b8" })).json()).toMatchObject({ success_count: 0 });
    const refused = await bulk(path, { filter_hash: "0000000000000000" });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { detail: "The set has changed.", code: "FILTER_HASH_MISMATCH" },
    ]);
    expect(problems(await bulk(path, { filter_hash: "A3" }))).toEqual(["body.filter_hash value_error.str.regex"]);
    expect(problems(await bulk(path, {}))).toEqual(["body.filter_hash value_error.missing"]);
  });
});
