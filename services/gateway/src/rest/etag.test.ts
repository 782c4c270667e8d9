import { serve } from "@emissions/kit/wire/services";
import { PurchaseSchema, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";
import { COMPRESSED_BYTES_MIN } from "./compression.ts";

const LIST = "/v1/purchases";
const ONE = `${LIST}/${SAMPLE_ID}`;

/** The service shows this purchase. */
let purchase = sample(PurchaseSchema, { quantity: "2.50", product_name: "x".repeat(COMPRESSED_BYTES_MIN) });
const getPurchase = () => ({ purchase });
const { app } = await gateway({ handlers: [serve(PurchaseService, { getPurchase } as never)] });

type Headers = Record<string, string>;
const get = (url: string, headers: Headers = {}, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers: { ...as("viewer"), ...headers } });
const tagOf = async (url: string, headers: Headers = {}) => String((await get(url, headers)).headers.etag);

describe.each([ONE, LIST, "/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31", "/docs"])("GET %s", (url) => {
  it("has a strong ETag, and 304 answers the client that sends it", async () => {
    const first = await get(url);
    expect(first.statusCode).toBe(200);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get(url, { "if-none-match": sent });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
      expect(again.headers).not.toHaveProperty("content-type");
      const { "x-request-id": _, ...same } = again.headers;
      for (const name of ["vary", "cache-control", "ratelimit-policy", "x-ratelimit-limit"])
        expect([name, same[name]]).toEqual([name, first.headers[name]]);
    }
  });

  it.each(['"other"', "", "other", ",", '"'])("is sent in full to a client with %j", async (sent) => {
    expect((await get(url, { "if-none-match": sent })).statusCode).toBe(200);
  });
});

it("a change of the content changes the tag", async () => {
  const before = await tagOf(ONE);
  const was = purchase;
  purchase = sample(PurchaseSchema, { quantity: "2.51" });
  const after = await get(ONE, { "if-none-match": before });
  purchase = was;
  expect([after.statusCode, after.headers.etag === before]).toEqual([200, false]);
});

it("each encoding and each form of decimals has its own tag, and any of them is known", async () => {
  const forms: Headers[] = [
    {},
    { "accept-encoding": "br" },
    { "accept-encoding": "gzip" },
    { prefer: "decimals=string" },
  ];
  const tags = await Promise.all(forms.map((headers) => tagOf(ONE, headers)));
  expect(new Set(tags).size).toBe(forms.length);
  for (const [index, headers] of forms.entries()) {
    const again = await get(ONE, { ...headers, "if-none-match": tags[index]! });
    expect([again.statusCode, again.headers.etag]).toEqual([304, tags[index]]);
  }
  expect((await get(ONE, { "if-none-match": tags[3]! })).statusCode).toBe(200);
});

it("the answer tells what it depends on", async () => {
  const { vary } = (await get(ONE)).headers;
  expect(String(vary).split(", ")).toEqual(expect.arrayContaining(["prefer", "accept-encoding"]));
});

it("HEAD answers 304 too, with the length of the content", async () => {
  const { headers } = await get(ONE, {}, "HEAD");
  const again = await get(ONE, { "if-none-match": String(headers.etag) }, "HEAD");
  expect([again.statusCode, again.headers["content-length"]]).toEqual([304, headers["content-length"]]);
});

it("a refusal has no tag, and credentials are checked first", async () => {
  const etag = await tagOf(ONE);
  const refused = await app.inject({
    url: ONE,
    headers: { ...as("viewer"), "x-api-key": "none", "if-none-match": etag },
  });
  expect([refused.statusCode, refused.headers.etag]).toEqual([401, undefined]);
  const missing = await get(`${LIST}?unknown=1`, { "if-none-match": "*" });
  expect([missing.statusCode, missing.headers.etag]).toEqual([422, undefined]);
});

it("answers to other methods have no tag", async () => {
  const answer = await app.inject({ method: "DELETE", url: ONE, headers: { ...as("editor"), "if-none-match": "*" } });
  expect([answer.statusCode, answer.headers.etag]).toEqual([204, undefined]);
});
