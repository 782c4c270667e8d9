import { expect, it } from "vitest";
import { Conformance, type ReceivedAnswer } from "../../test/conformance.ts";

const item = {
  type: "object",
  properties: { id: { type: "string", format: "uuid" }, note: { type: ["string", "null"] } },
  required: ["id", "note"],
};
const json = (schema: object, more = {}) => ({
  description: "x",
  content: { "application/json": { schema } },
  ...more,
});
const errors = { type: "array", items: { type: "object", properties: { index: { type: "integer" } } } };
const bulk = { type: "object", properties: { records: { type: "array", items: item } } };
const conformance = new Conformance({
  paths: {
    "/v1/items/{id}": {
      get: {
        responses: { 200: json({ $ref: "#/components/schemas/Item" }, { headers: { etag: { required: true } } }) },
      },
    },
    "/v1/items/new": {
      post: {
        requestBody: { content: { "application/json": { schema: item } } },
        responses: { 201: json({ $ref: "#/components/schemas/Item" }), 204: { description: "x" } },
        "x-dry-run-response": json({ type: "object", properties: { valid: { const: true } }, required: ["valid"] }),
      },
    },
    "/v1/items/bulk": {
      post: {
        requestBody: { content: { "application/json": { schema: bulk } } },
        responses: { 200: json({ type: "object", properties: { errors } }) },
      },
    },
  },
  components: {
    schemas: {
      Item: item,
      Error: {
        type: "object",
        properties: { detail: { type: "string" }, code: { type: "string" } },
        required: ["code"],
      },
    },
  },
});

const ID = "0190f3a0-0000-7000-8000-0000000000a1";
const good = { id: ID, note: null };
const get = (body: unknown, more: Partial<ReceivedAnswer> = {}): ReceivedAnswer => ({
  method: "GET",
  url: `/v1/items/${ID}?a=1`,
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8", etag: "1" },
  text: JSON.stringify(body),
  ...more,
});
const post = (body: unknown, more: Partial<ReceivedAnswer> = {}) =>
  get(body, { method: "POST", url: "/v1/items/new", status: 201, ...more });

const bulkOf = (records: object[], refused: number[]) =>
  post(
    { errors: refused.map((index) => ({ index })) },
    { url: "/v1/items/bulk", status: 200, sent: JSON.stringify({ records }) },
  );

it.each([
  ["an answer as described", get(good)],
  ["a bulk request with a refused record that the description refuses", bulkOf([good, {}], [1])],
  ["a new resource", post(good, { sent: JSON.stringify(good) })],
  ["an empty answer", post(undefined, { status: 204, text: "", headers: {} })],
  ["a dry run", post({ valid: true }, { url: "/v1/items/new?dry_run=true", status: 200 })],
  ["a refusal of HTTP", get({ detail: "x", code: "BAD_REQUEST" }, { status: 400 })],
  ["an address that does not exist", get({ detail: "x", code: "NOT_FOUND" }, { url: "/v1/no", status: 404 })],
])("accepts %s", (_, answer) => {
  expect(conformance.faults(answer)).toEqual([]);
});

it.each([
  ["another property", get({ ...good, more: 1 }), "must NOT have additional properties"],
  ["a missing property", get({ id: ID }), "must have required property 'note'"],
  ["a value of another form", get({ ...good, id: "7" }), 'must match format "uuid"'],
  ["an unexpected null", get({ ...good, id: null }), "must be string"],
  ["another status", get(good, { status: 202 }), "the status is not described"],
  ["another media type", get(good, { headers: { "content-type": "text/html" } }), "the media type text/html"],
  ["a missing header", get(good, { headers: { "content-type": "application/json" } }), "the header etag is missing"],
  ["a body where none is described", post(good, { status: 204 }), "the answer should be empty"],
  ["an unknown operation", get(good, { method: "DELETE" }), "the operation is not described"],
  ["a request that the description refuses", post(good, { sent: JSON.stringify({ ...good, more: 1 }) }), "request: "],
  ["a stored record of a bulk request that the description refuses", bulkOf([{}, {}], [1]), "request: /records/0"],
  ["the answer of a dry run without one", post({ valid: true }, { status: 200 }), "the status is not described"],
  ["a refusal in another shape", get({ code: "BAD_REQUEST", x: 1 }, { status: 400 }), "additional properties"],
])("finds %s", (_, answer, fault) => {
  expect(conformance.faults(answer).join()).toContain(fault);
  expect(() => conformance.check(answer)).toThrow(fault);
});
