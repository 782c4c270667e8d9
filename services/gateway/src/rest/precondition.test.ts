import { conflict } from "@emissions/kit/wire/errors";
import { EXPECTED_VERSIONS, RECORD_VERSION } from "@emissions/kit/wire/headers";
import { serve } from "@emissions/kit/wire/services";
import {
  LogisticsRechargeSchema,
  LogisticsRechargeService,
} from "@emissions/proto/activity/v1/logistics_recharge_service";
import {
  LogisticsRequestSchema,
  LogisticsRequestService,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { PurchaseSchema, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const ONE = `/v1/purchases/${SAMPLE_ID}`;
const CURRENT = "v2";
const purchase = sample(PurchaseSchema);
type Call = { requestHeader: Headers; responseHeader: Headers };

/** Services with one record each, whose version is the current one. */
const show =
  <T extends object>(reply: T) =>
  (_: object, call: Call) => {
    call.responseHeader.set(RECORD_VERSION, CURRENT);
    return reply;
  };
const remove = (_: object, call: Call) => {
  compare(call);
  return { count: 1 };
};
const purchases = {
  getPurchase: show({ purchase }),
  updatePurchase: (_: object, call: Call) => {
    compare(call);
    call.responseHeader.set(RECORD_VERSION, "v3");
    return { purchase };
  },
  deletePurchase: remove,
};
const requests = {
  getLogisticsRequest: show({ logisticsRequest: sample(LogisticsRequestSchema) }),
  deleteLogisticsRequest: remove,
};
const recharges = {
  getLogisticsRecharge: show({ logisticsRecharge: sample(LogisticsRechargeSchema) }),
  deleteLogisticsRecharge: remove,
};
function compare({ requestHeader }: Call) {
  const expected = requestHeader.get(EXPECTED_VERSIONS);
  if (expected !== null && !expected.split(" ").includes(CURRENT)) throw conflict("PRECONDITION_FAILED", "changed");
}
const { app } = await gateway({
  handlers: [
    serve(PurchaseService, purchases as never),
    serve(LogisticsRequestService, requests as never),
    serve(LogisticsRechargeService, recharges as never),
  ],
});

const send = (method: "GET" | "PATCH" | "DELETE", headers: Record<string, string> = {}, url = ONE) =>
  app.inject({
    method,
    url,
    headers: { ...as("editor"), ...headers },
    ...(method === "PATCH" && { payload: { description: "new" } }),
  });

describe.each(["PATCH", "DELETE"] as const)("%s with If-Match", (method) => {
  it("takes the tag of a record in each of its forms", async () => {
    for (const form of [{}, { "accept-encoding": "gzip, identity;q=0" }, { prefer: "decimals=string" }]) {
      const etag = String((await send("GET", form as Record<string, string>)).headers.etag);
      expect(etag).toMatch(/^"v2\.[\w-]+"$/);
      expect((await send(method, { "if-match": etag })).statusCode).toBeLessThan(300);
    }
  });

  it.each(["*", '"v1.a", "v2.b"'])("%s is met", async (tag) => {
    expect((await send(method, { "if-match": tag })).statusCode).toBeLessThan(300);
  });

  it.each(['"v1.a"', 'W/"v2.a"', '"v2"', "v2.a", "", ",", '"v2.a b"', `"${"v".repeat(4_000)}.a"`])(
    "%j is refused with 412",
    async (tag) => {
      const answer = await send(method, { "if-match": tag });
      expect([answer.statusCode, answer.json().code]).toEqual([412, "PRECONDITION_FAILED"]);
    },
  );
});

it.each(["requests", "recharges"])("DELETE of one of the logistics %s compares its version", async (path) => {
  const url = `/v1/logistics/${path}/${SAMPLE_ID}`;
  const etag = String((await send("GET", {}, url)).headers.etag);
  const former = await send("DELETE", { "if-match": '"v1.a"' }, url);
  expect([former.statusCode, former.json().code]).toEqual([412, "PRECONDITION_FAILED"]);
  expect((await send("DELETE", { "if-match": etag }, url)).statusCode).toBeLessThan(300);
});

it("the answer to a change has the tag of the new version", async () => {
  expect((await send("PATCH")).headers.etag).toMatch(/^"v3\.[\w-]+"$/);
});

it("a tag is refused where versions are not compared, so that no change is lost", async () => {
  const url = `/v1/files/${SAMPLE_ID}`;
  const answer = await send("DELETE", { "if-match": '"v1.a"' }, url);
  expect([answer.statusCode, answer.json().code]).toEqual([412, "PRECONDITION_FAILED"]);
  expect((await send("DELETE", { "if-match": "*" }, url)).statusCode).toBeLessThan(300);
});
