import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { samplePurchase } from "../../test/samples.ts";

const { createPurchases } = PurchaseService.method;
const { app, calls } = await gateway();

const batch = (records: unknown, headers: Record<string, string> = { "idempotency-key": "k1" }, who = as("editor")) =>
  app.inject({ method: "POST", url: "/v2/purchases", headers: { ...who, ...headers }, payload: { records } });

describe("POST /v2/purchases", () => {
  it("answers 202 with the job and its location", async () => {
    const answer = await batch([samplePurchase, { ...samplePurchase, external_id: "x-1" }]);
    expect([answer.statusCode, answer.headers.location]).toEqual([202, `/v2/ingest-jobs/${answer.json().id}`]);
    expect(answer.json()).toMatchObject({
      entity_type: "purchases",
      operation: "create",
      status: "queued",
      total_items: 2,
    });
    expect(calls.lastRequest(createPurchases)).toMatchObject({
      records: [{ productName: "Paper", quantity: { value: "100.5" } }, { externalId: "x-1" }],
      rejected: [],
    });
  });

  it("passes a record that it cannot parse to the service as rejected, in its place", async () => {
    const answer = await batch([samplePurchase, { ...samplePurchase, sector: undefined, colour: 1 }, samplePurchase]);
    expect([answer.statusCode, answer.headers["content-type"], answer.json().code]).toEqual([
      422,
      "application/problem+json",
      "BULK_RECORDS_REJECTED",
    ]);
    const { records, rejected } = calls.lastRequest(createPurchases);
    expect(records.map(({ productName }) => productName)).toEqual(["Paper", "", "Paper"]);
    expect(rejected).toMatchObject([
      { index: 1, violations: [{ type: "value_error.missing" }, { type: "value_error.extra" }] },
    ]);
  });

  it.each([
    ["no key", [samplePurchase], {}, undefined, 422],
    ["no record", [], undefined, undefined, 422],
    ["more than 5,000", Array(5_001).fill(samplePurchase), undefined, undefined, 422],
    ["a viewer", [samplePurchase], undefined, as("viewer"), 403],
  ])("refuses %s with problem details", async (_what, records, headers, who, status) => {
    const answer = await batch(records, headers, who);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([status, "application/problem+json"]);
  });
});
