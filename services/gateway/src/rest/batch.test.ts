import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { testRoutes } from "../../test/test-routes.ts";

const { app } = await gateway({ more: testRoutes });

const headers = { ...as("editor"), "content-type": "application/json", "idempotency-key": "k" };
const post = (payload: object | string, query = "") =>
  app.inject({ method: "POST", url: `/v2/tests${query}`, headers, payload });

const good = { name: "Plant" };

describe("a batch", () => {
  it("is accepted with a body larger than that of other routes, and answered with its location", async () => {
    const records = Array.from({ length: 500 }, () => good);
    const answer = await post(JSON.stringify({ records }) + " ".repeat(1_100_000));
    expect([answer.statusCode, answer.headers.location, answer.json()]).toEqual([202, "/v2/tests/500", 500]);
  });

  it("is rejected because of its records, with index, field and code of each error", async () => {
    const far = { name: "Plant", country: "1969-12-31" };
    const answer = await post({ records: [good, {}, far, { ...good, extra: 1 }, 5, { name: "a\u0000" }].slice(0, 5) });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: "BULK_RECORDS_REJECTED",
        title: "Records rejected",
        detail: "4 of 5 records were rejected.",
        errors: [
          { loc: ["body", "records", 1, "name"], type: "SCHEMA_INVALID", msg: "field required" },
          { loc: ["body", "records", 2, "country"], type: "ACTIVITY_DATE_OUT_OF_RANGE" },
          { loc: ["body", "records", 3, "extra"], type: "SCHEMA_INVALID" },
          { loc: ["body", "records", 4], type: "SCHEMA_INVALID" },
        ],
      },
    ]);
  });

  it("is rejected for text that the database cannot store", async () => {
    const { code, detail, errors } = (await post({ records: [good, { name: "a\u0000" }] })).json();
    expect([code, detail, errors]).toEqual([
      "BULK_RECORDS_REJECTED",
      "1 of 2 records were rejected.",
      [{ loc: ["body", "records", 1, "name"], type: "SCHEMA_INVALID", msg: expect.any(String) }],
    ]);
  });

  it("is rejected for such text together with all other errors", async () => {
    const spoilt = [{ name: "a\u0000" }, { name: "\ud800" }, { xproto: 1, ...good }, { "\ud800": 1, ...good }];
    const { detail, errors } = (
      await post(
        JSON.stringify({ records: [good, spoilt[0], {}, spoilt[1], spoilt[2], 5, spoilt[3]] }).replace(
          "xproto",
          "__proto__",
        ),
      )
    ).json();
    expect(detail).toBe("6 of 7 records were rejected.");
    expect(errors.map(({ loc, type }: { loc: unknown[]; type: string }) => [...loc, type].join("."))).toEqual([
      "body.records.1.name.SCHEMA_INVALID",
      "body.records.2.name.SCHEMA_INVALID",
      "body.records.3.name.SCHEMA_INVALID",
      "body.records.4.__proto__.SCHEMA_INVALID",
      "body.records.5.SCHEMA_INVALID",
      "body.records.6.SCHEMA_INVALID",
    ]);
  });

  it("is rejected by the service in the same shape", async () => {
    const { code, errors } = (await post({ records: [good, { ...good, type: "unknown" }] })).json();
    expect([code, errors]).toEqual([
      "BULK_RECORDS_REJECTED",
      [{ loc: ["body", "records", 1, "type"], msg: "unknown", type: "SCHEMA_INVALID" }],
    ]);
  });

  it("lists a hundred errors and tells that there are more", async () => {
    const { detail, errors } = (await post({ records: Array.from({ length: 300 }, () => ({})) })).json();
    expect(detail).toBe("300 of 300 records were rejected. Only the first 100 mistakes are listed.");
    expect(errors).toHaveLength(100);
  });

  it.each([
    ["no list", {}, ["body.records value_error.missing"]],
    ["an empty list", { records: [] }, ["body.records value_error.list.min_items"]],
    ["too many records", { records: Array(501).fill(good) }, ["body.records value_error.list.max_items"]],
    ["a field beside the list", { records: [good], more: 1 }, ["body.more value_error.extra"]],
    ["no object", [], ["body type_error.dict"]],
  ])("with %s is not valid as a request", async (_what, payload, expected) => {
    const { code, errors } = (await post(payload)).json();
    const said = errors.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);
    expect([code, said]).toEqual(["REQUEST_VALIDATION_FAILED", expected]);
  });

  it("answers a dry run with the number of records, or with the refusal", async () => {
    const dry = await post({ records: [good, good, good] }, "?dry_run=true");
    expect([dry.statusCode, dry.json()]).toEqual([200, { dry_run: true, valid: true, total: 3 }]);
    expect(dry.headers.location).toBeUndefined();
    const refused = [await post({ records: [{}] }, "?dry_run=true"), await post({ records: [{}] })];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
    const [one, two] = refused.map((answer) => ({ ...answer.json(), request_id: "" }));
    expect(one).toEqual(two);
  });
});
