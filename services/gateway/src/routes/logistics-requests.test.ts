import {
  LogisticsRequestBulkSchema,
  LogisticsRequestSchema,
  LogisticsRequestService,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";
import { logisticsRechargeRoutes } from "./logistics-recharges.ts";
import { logisticsRequestRoutes } from "./logistics-requests.ts";

const leg = { toc: "artic_truck_diesel", load: 5000, distance_km: 203, shipment_date: "2025-03-10" };
const shown = { ...leg, load: "5000", distance_km: "203", tkm: "1015", co2e: "164.43", status: "active" };
const counts = { total_received: 2, total_processed: 2, success: 1, failed: 1 };
const errors = [{ index: 1, loc: ["body", "records", "1", "toc"], msg: "no such TOC", code: "SCHEMA_INVALID" }];
/** Each test has limits of its own. */
const start = () =>
  gateway({
    samples: [sample(LogisticsRequestSchema, shown), sample(LogisticsRequestBulkSchema, { ...counts, errors })],
  });
type Gateway = Awaited<ReturnType<typeof start>>;
const post = ({ app }: Pick<Gateway, "app">, url: string, payload: object, role: "editor" | "admin" = "editor") =>
  app.inject({ method: "POST", url, headers: as(role), payload });
const { method } = LogisticsRequestService;

type Calls = Gateway["calls"];
const v1 = {
  path: "/v1/logistics/requests",
  one: (calls: Calls) => calls.lastRequest(method.createLogisticsRequest),
  many: (calls: Calls) => calls.lastRequest(method.createLogisticsRequests),
};
const v2 = {
  path: "/v2/logistics/requests",
  one: (calls: Calls) => calls.lastRequest(method.enqueueLogisticsRequest),
  many: (calls: Calls) => calls.lastRequest(method.enqueueLogisticsRequests),
};

describe.each([v1, v2])("POST $path", ({ path, one, many }) => {
  it("answers 200 with the inputs and the values that follow from them", async () => {
    const running = await start();
    const answer = await post(running, path, { ...leg, load_unit: "teu", category: "road", hub_id: SAMPLE_ID });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ ...leg, tkm: 1015, co2e: 164.43, status: "active", estimated_data: [] });
    expect(one(running.calls)).toMatchObject({ toc: leg.toc, load: { value: "5000" }, loadUnit: 4 });
  });

  it.each([
    ["load", -1, "value_error.number.not_gt"],
    ["load", 1_000_000_000, "value_error.number.not_le"],
    ["distance_km", 0, "value_error.number.not_gt"],
    ["load_unit", "lb", "type_error.enum"],
    ["load_factor", 1.5, "value_error.number.not_le"],
    ["category", "barge", "type_error.enum"],
    ["shipment_date", "10.03.2025", "value_error.date"],
    ["cleaning", "yes", "type_error.boolean"],
    ["hub_id", "hub", "type_error.uuid"],
    ["co2e", 1, "value_error.extra"],
  ])("refuses %s %s", async (field, value, type) => {
    const answer = await post(await start(), path, { ...leg, [field]: value });
    const { detail, errors: problems = detail } = answer.json();
    expect([answer.statusCode, problems]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("passes days out of range on to the service, whose code the contract fixes", async () => {
    const running = await start();
    await post(running, path, { ...leg, shipment_date: "1969-12-31" });
    expect(one(running.calls)).toMatchObject({ shipmentDate: "1969-12-31" });
  });

  it("in bulk answers with the outcome of each record", async () => {
    const running = await start();
    const options = { continue_on_error: false };
    const answer = await post(running, `${path}/bulk`, { records: [leg, leg], options });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { ...counts, errors: [{ ...errors[0], loc: ["body", "records", 1, "toc"] }] },
    ]);
    const refused = await post(running, `${path}/bulk`, { records: [leg, { ...leg, load: -1 }], options });
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: "BULK_RECORDS_REJECTED", errors: [{}] }]);
    expect(many(running.calls)).toMatchObject({
      options: { continueOnError: false },
      rejected: [{ index: 1, violations: [{ loc: ["body", "load"] }] }],
    });
  });

  it("is limited to 30 requests a second of a key, with headers that tell the rest", async () => {
    const running = await start();
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(running, path, leg)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(30);
    expect(refused[0]!.json()).toMatchObject({ detail: "Rate limit exceeded", code: "TOO_MANY_REQUESTS" });
    expect(refused[0]!.headers).toMatchObject({ "retry-after": "1", "x-ratelimit-remaining": "0" });
    const policy = { "x-ratelimit-limit": "30", "ratelimit-policy": "logistics-write;q=30;w=1;burst=30" };
    for (const { headers } of answers) expect(headers).toMatchObject(policy);
    expect((await post(running, path, leg, "admin")).statusCode).toBe(200);
  });

  it("in bulk is limited to ten unanswered requests of a key, without headers of a rate", async () => {
    const running = await start();
    const records = { records: [leg] };
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(running, `${path}/bulk`, records)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]!.json()).toMatchObject({ detail: "Too many concurrent requests", code: "TOO_MANY_REQUESTS" });
    expect(refused[0]!.headers).toMatchObject({ "retry-after": "1" });
    expect(Object.keys(refused[0]!.headers).filter((name) => name.includes("ratelimit"))).toEqual([]);
    expect((await post(running, `${path}/bulk`, records)).statusCode).toBe(200);
  });
});

it("every creation of requests and recharges has a limit of its own", () => {
  const limits = [...logisticsRequestRoutes, ...logisticsRechargeRoutes]
    .filter(({ verb }) => verb === "POST")
    .map(({ path, spec }) => [path, spec.limits.rate?.requests, spec.limits.atOnce]);
  expect(limits).toEqual([
    ["/v1/logistics/requests", 30, undefined],
    ["/v1/logistics/requests/bulk", undefined, 10],
    ["/v2/logistics/requests", 30, undefined],
    ["/v2/logistics/requests/bulk", undefined, 10],
    ["/v1/logistics/recharges", 30, undefined],
    ["/v1/logistics/recharges/bulk", undefined, 10],
  ]);
});
