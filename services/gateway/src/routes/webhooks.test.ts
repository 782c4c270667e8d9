import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import {
  WebhookDeliveryService,
  WebhookDeliveryStatus,
  WebhookEventType,
} from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { describe, expect, it } from "vitest";
import { as, type Who } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { ARRIVED_ID, DELIVERY_ID, ENDPOINT_ID, EVENT_ID } from "../../test/webhooks.ts";
import type { Route } from "../rest/route-spec.ts";

const { createWebhookEndpoint, updateWebhookEndpoint, rotateWebhookSecret } = WebhookEndpointService.method;
const { listWebhookDeliveries, retryFailedWebhookDeliveries } = WebhookDeliveryService.method;
const { app, calls, routes } = await gateway();

interface Sent {
  payload?: unknown;
  who?: Who;
  headers?: Record<string, string>;
}
const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path = "", { payload, who = "admin", headers }: Sent = {}) =>
  app.inject({
    method,
    url: `/v2/webhook-endpoints${path}`,
    headers: { ...as(who), ...headers },
    ...(payload !== undefined && { payload: payload as object }),
  });

const PROBLEM = /^application\/problem\+json/;
const NOW = "2026-01-31T10:00:00.250Z";
const endpoint = {
  id: ENDPOINT_ID,
  url: "https://hooks.example.com/",
  description: null,
  event_types: ["ingest_job.finished"],
  enabled: false,
  consecutive_failures: 5,
  disabled_reason: "TOO_MANY_FAILURES",
  created_at: NOW,
  updated_at: NOW,
};
const delivery = {
  id: DELIVERY_ID,
  endpoint_id: ENDPOINT_ID,
  event_id: EVENT_ID,
  event_type: "ingest_job.finished",
  status: "failed",
  attempts: 10,
  next_attempt_at: null,
  last_attempt_at: NOW,
  last_response_status: null,
  last_response_body: null,
  last_error_code: "DNS_FAILURE",
  created_at: NOW,
  finished_at: NOW,
};
const hook = { url: "https://hooks.example.com", event_types: ["ingest_job.finished"] };
const one = `/${ENDPOINT_ID}`;
const deliveries = `${one}/deliveries`;

describe("webhook endpoints", () => {
  it("are listed, and shown one by one, without secrets", async () => {
    const list = await call("GET");
    expect([list.statusCode, list.json()]).toEqual([200, { page: 1, size: 10, total: 1, items: [endpoint] }]);
    const answer = await call("GET", one);
    expect([answer.statusCode, answer.json()]).toEqual([200, endpoint]);
  });

  it("are created with a secret, which is shown", async () => {
    const answer = await call("POST", "", { payload: { ...hook, description: null } });
    expect([answer.statusCode, answer.headers.location]).toEqual([201, `/v2/webhook-endpoints/${ENDPOINT_ID}`]);
    expect(answer.json()).toEqual({ ...endpoint, secret: expect.stringMatching(/^whsec_/) });
    expect(calls.lastRequest(createWebhookEndpoint)).toMatchObject({
      url: hook.url,
      eventTypes: [WebhookEventType.INGEST_JOB_FINISHED],
    });
    expect(calls.lastRequest(createWebhookEndpoint).enabled).toBeUndefined();
    await call("POST", "", { payload: { ...hook, enabled: false } });
    expect(calls.lastRequest(createWebhookEndpoint).enabled).toBe(false);
  });

  it.each([
    { sent: { url: undefined }, loc: ["url"], type: "value_error.missing" },
    { sent: { url: 7 }, loc: ["url"], type: "type_error.string" },
    { sent: { url: "http://hooks.example.com" }, loc: ["url"], type: "value_error.url.scheme" },
    { sent: { event_types: [] }, loc: ["event_types"], type: "value_error.list.min_items" },
    { sent: { event_types: undefined }, loc: ["event_types"], type: "value_error.missing" },
    { sent: { event_types: ["ingest_job_finished"] }, loc: ["event_types", 0], type: "type_error.enum" },
    { sent: { description: " " }, loc: ["description"], type: "value_error.any_str.min_length" },
    { sent: { description: "x".repeat(256) }, loc: ["description"], type: "value_error.any_str.max_length" },
    { sent: { enabled: null }, loc: ["enabled"], type: "type_error.none.not_allowed" },
    { sent: { secret: "whsec_mine" }, loc: ["secret"], type: "value_error.extra" },
  ])("are not created with $sent", async ({ sent, loc, type }) => {
    const answer = await call("POST", "", { payload: { ...hook, ...sent } });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([422, expect.stringMatching(PROBLEM)]);
    expect(answer.json()).toMatchObject({
      code: "REQUEST_VALIDATION_FAILED",
      errors: [{ loc: ["body", ...loc], type }],
    });
    expect(answer.json().errors).toHaveLength(1);
  });

  it("are limited to ten", async () => {
    const answer = await call("POST", "", { payload: { ...hook, description: "the eleventh" } });
    expect([answer.statusCode, answer.json().code]).toEqual([409, "WEBHOOK_ENDPOINT_LIMIT"]);
  });

  it("are changed in what is sent and nothing else", async () => {
    const answer = await call("PATCH", one, { payload: { enabled: true, description: null } });
    expect([answer.statusCode, answer.json()]).toEqual([200, endpoint]);
    expect(calls.lastRequest(updateWebhookEndpoint)).toMatchObject({
      enabled: true,
      updateMask: { paths: ["description", "enabled"] },
    });
  });

  it("are deleted", async () => {
    const answer = await call("DELETE", one);
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  });
});

describe("a secret", () => {
  const rotate = (sent: Sent = {}, query = "") => call("POST", `${one}/rotate-secret${query}`, sent);

  it.each([
    { what: "no body", sent: {} },
    { what: "an empty object", sent: { payload: {} } },
  ])("is replaced by a request with $what", async ({ sent }) => {
    const answer = await rotate(sent);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ...endpoint, secret: expect.stringMatching(/^whsec_/) },
    ]);
  });

  it("is replaced by a JSON request with an empty body", async () => {
    const answer = await rotate({ headers: { "content-type": "application/json" } });
    expect(answer.statusCode).toBe(200);
  });

  it("is replaced once by a repeated request, and not by a dry run", async () => {
    const headers = { "idempotency-key": newId() };
    const [first, again] = [await rotate({ headers }), await rotate({ headers })];
    expect(again.json()).toEqual(first.json());
    expect(again.headers["idempotent-replayed"]).toBe("true");
    const tried = await rotate({}, "?dry_run=true");
    expect([tried.statusCode, tried.json()]).toEqual([200, { dry_run: true, valid: true, total: 1 }]);
    expect(tried.body).not.toContain("whsec_");
    expect(calls.lastHeaders(rotateWebhookSecret).get("dry-run")).toBe("true");
  });
});

describe("deliveries", () => {
  it("of a test event are answered with their location", async () => {
    const answer = await call("POST", `${one}/test`);
    const path = `/v2/webhook-endpoints/${ENDPOINT_ID}/deliveries/${DELIVERY_ID}`;
    expect([answer.statusCode, answer.headers.location]).toEqual([202, path]);
    expect(answer.json()).toMatchObject({
      status: "pending",
      attempts: 0,
      next_attempt_at: NOW,
      last_error_code: null,
    });
  });

  it("are listed and filtered", async () => {
    const answer = await call("GET", deliveries);
    expect([answer.statusCode, answer.json()]).toEqual([200, { page: 1, size: 10, total: 11, items: [delivery] }]);
    const filter = `?status[]=failed&status[]=cancelled&event_type=ingest_job.finished&created_at_from=${NOW}&size=100`;
    expect((await call("GET", deliveries + filter)).statusCode).toBe(200);
    const asked = calls.lastRequest(listWebhookDeliveries);
    expect(asked).toMatchObject({
      endpointId: ENDPOINT_ID,
      size: 100,
      status: [WebhookDeliveryStatus.FAILED, WebhookDeliveryStatus.CANCELLED],
      eventType: [WebhookEventType.INGEST_JOB_FINISHED],
    });
    expect(timestampDate(asked.createdAtFrom!).toISOString()).toBe(NOW);
    for (const query of ["?status=lost", "?event_type=ingest_job_finished", "?created_at_to=2026-01-31"]) {
      expect((await call("GET", deliveries + query)).statusCode).toBe(422);
    }
  });

  it("are shown one by one, with their attempts", async () => {
    expect((await call("GET", `${deliveries}/${DELIVERY_ID}`)).json()).toEqual(delivery);
    expect((await call("GET", `${deliveries}/${DELIVERY_ID}/attempts`)).json()).toEqual({
      page: 1,
      size: 10,
      total: 1,
      items: [{ number: 1, at: NOW, duration_ms: 7, response_status: 500, error_code: "HTTP_STATUS" }],
    });
  });

  it("can be retried when they have failed, and not otherwise", async () => {
    const answer = await call("POST", `${deliveries}/${DELIVERY_ID}/retry`);
    expect([answer.statusCode, answer.json().status]).toEqual([202, "pending"]);
    const refused = await call("POST", `${deliveries}/${ARRIVED_ID}/retry`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "DELIVERY_NOT_FAILED"]);
  });

  it("are retried from a time on, which is required", async () => {
    const retry = (payload: object, query = "") => call("POST", `${deliveries}/retry${query}`, { payload });
    const answer = await retry({ since: NOW });
    expect([answer.statusCode, answer.json()]).toEqual([202, { retried: 3 }]);
    expect(timestampDate(calls.lastRequest(retryFailedWebhookDeliveries).since!).toISOString()).toBe(NOW);
    expect((await retry({ since: NOW }, "?dry_run=true")).json()).toEqual({ dry_run: true, valid: true, total: 3 });
    expect((await retry({})).json()).toMatchObject({
      errors: [{ loc: ["body", "since"], type: "value_error.missing" }],
    });
  });
});

const named = routes
  .filter(({ path }) => path.startsWith("/v2/webhook-endpoints"))
  .map((route) => ({ http: `${route.verb} ${route.path}`, route }));
const withId = named.filter(({ route }) => route.path.includes("{"));

const sender = (route: Route) => (who: Who, endpointId: string, payload?: object) => {
  const url = route.path.replace("{endpoint_id}", endpointId).replace("{delivery_id}", DELIVERY_ID);
  return app.inject({ method: route.verb, url, headers: as(who), ...(payload && { payload }) });
};

describe.each(named)("$http", ({ route }) => {
  it.each(["viewer", "editor", "humanResources"] as const)("is refused for a %s before validation", async (who) => {
    for (const id of [ENDPOINT_ID, "x"]) {
      const answer = await sender(route)(who, id, route.verb === "GET" ? undefined : { nonsense: true });
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([403, expect.stringMatching(PROBLEM)]);
      expect(answer.json()).toMatchObject({
        type: "https://emissions.example/errors#ORG_ADMIN_REQUIRED",
        code: "ORG_ADMIN_REQUIRED",
        status: 403,
        errors: [],
      });
    }
  });
});

describe.each(withId)("$http", ({ route }) => {
  it("answers alike for missing ids and ids of another organization", async () => {
    const { spec } = route;
    const payload = spec.body && (spec.body.meta()!.examples as object[])[0];
    const send = sender(route);
    const [missing, foreign] = [await send("admin", newId(), payload), await send("stranger", ENDPOINT_ID, payload)];
    for (const answer of [missing, foreign]) {
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, expect.stringMatching(PROBLEM)]);
      expect(answer.json()).toMatchObject({ code: "NOT_FOUND", title: "Not found", detail: "Not found.", errors: [] });
    }
  });
});
