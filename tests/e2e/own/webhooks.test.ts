import { createHmac } from "node:crypto";
import { newId } from "@emissions/kit/process/id";
import { type Authority, createAuthority } from "@emissions/testkit/authority";
import { until } from "@emissions/testkit/poll";
import { type Receiver, startReceiver } from "@emissions/testkit/receiver";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, finished, type OwnBackend, startBackend } from "../../support/backend.ts";
import { description } from "../../support/conformance.ts";

const ENDPOINTS = "/v2/webhook-endpoints";
/** Pauses between attempts, in milliseconds. */
const SCHEDULE = [0, 300, 300, 300];

let authority: Authority;
let receiver: Receiver;
let backend: OwnBackend;
let admin: Caller;

beforeAll(async () => {
  authority = await createAuthority();
  receiver = await startReceiver({ authority });
  const WEBHOOK_SCHEDULE = SCHEDULE.map((ms) => `${ms}ms`).join(",");
  backend = await startBackend({
    services: ["gateway", "activity", "notify"],
    env: { WEBHOOK_CA_FILE: authority.caFile, WEBHOOK_SCHEDULE },
  });
  admin = backend.caller("outsider", "admin");
});
afterAll(async () => {
  await backend.stop();
  await receiver.close();
  authority.remove();
});

const call = (method: string, path: string, body?: object, as: Caller = admin, headers = {}) =>
  backend.call(method, path, { as, headers, ...(body && { body }) });
const register = async (body: object = {}) => {
  const made = await call("POST", ENDPOINTS, { url: receiver.url, event_types: ["ingest_job.finished"], ...body });
  expect(made.status).toBe(201);
  return made.json;
};
const remove = (endpoint: { id: string }) => call("DELETE", `${ENDPOINTS}/${endpoint.id}`);

/** A job that deletes a missing facility: it ends at once. */
async function runJob(as: Caller = admin): Promise<Awaited<ReturnType<typeof finished>>> {
  const body = { facility_ids: [newId()] };
  const { status, json } = await call("POST", "/v2/facilities/delete", body, as, { "idempotency-key": newId() });
  expect(status).toBe(202);
  return finished(backend, as, json.id);
}
const aboutJob = (id: string) => receiver.requests.filter(({ body }) => JSON.parse(body.toString()).data.job.id === id);
const arrived = (id: string, times = 1) =>
  until(`event ${times} about job ${id}`, () => {
    const requests = aboutJob(id);
    return requests.length >= times && requests;
  });
const headersOf = ({ headers }: { headers: object }) => headers as Record<string, string>;

describe("a job started with an API key", () => {
  it("is sent to the endpoint, signed, with the job as in the API", async () => {
    const endpoint = await register();
    const job = await runJob(backend.caller("outsider", "editor"));
    const [request] = await arrived(job.id);
    const { body, headers } = request!;
    expect(new Webhook(endpoint.secret).verify(body.toString(), headersOf(request!))).toEqual({
      id: headers["webhook-id"],
      type: "ingest_job.finished",
      api_version: "2026-10-05",
      timestamp: job.finished_at,
      organization_id: admin["x-organization-id"],
      data: { job },
    });
    const event = { $ref: "#/components/schemas/IngestJobFinished" };
    expect(description.faultsOf(event, JSON.parse(body.toString()))).toEqual([]);
    const key = Buffer.from(endpoint.secret.slice("whsec_".length), "base64");
    const signed = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`), body]);
    const mac = createHmac("sha256", key).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${mac}`);
    expect(headers["content-type"]).toBe("application/json");

    // notify records the result only after the response of the receiver.
    const delivery = await until("the end of the delivery", async () => {
      const { json } = await call("GET", `${ENDPOINTS}/${endpoint.id}/deliveries`);
      expect(json.total).toBe(1);
      return json.items[0].status !== "pending" && json.items[0];
    });
    expect(delivery).toMatchObject({ status: "succeeded", attempts: 1, last_response_status: 200 });
    expect(delivery.event_id).toBe(headers["webhook-id"]);
    await remove(endpoint);
  });

  it("is sent under one id until the receiver accepts it, signed with the current secret", async () => {
    receiver.reply = { status: 503, body: "not now" };
    const endpoint = await register();
    const job = await runJob();
    await arrived(job.id);
    const rotated = (await call("POST", `${ENDPOINTS}/${endpoint.id}/rotate-secret`)).json;
    expect(rotated.secret).not.toBe(endpoint.secret);
    const before = aboutJob(job.id).length;
    await arrived(job.id, before + 1);
    receiver.reply = {};
    const deliveries = () => call("GET", `${ENDPOINTS}/${endpoint.id}/deliveries?status=succeeded`);
    await until("the delivery succeeds", async () => (await deliveries()).json.total === 1);
    const requests = aboutJob(job.id);
    expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1);
    const [old, now] = [new Webhook(endpoint.secret), new Webhook(rotated.secret)];
    const last = requests.at(-1)!;
    now.verify(last.body.toString(), headersOf(last));
    expect(() => old.verify(last.body.toString(), headersOf(last))).toThrow(/signature/);
    await remove(endpoint);
  });

  it("is sent again on request after a failed delivery", async () => {
    receiver.reply = { status: 410, body: "gone" };
    const endpoint = await register();
    const job = await runJob();
    const path = `${ENDPOINTS}/${endpoint.id}/deliveries`;
    const failed = await until("the delivery fails", async () => {
      const { json } = await call("GET", `${path}?status=failed`);
      return json.items[0];
    });
    expect(failed).toMatchObject({ attempts: 1, last_error_code: "HTTP_STATUS", last_response_body: "gone" });
    expect((await call("GET", `${ENDPOINTS}/${endpoint.id}`)).json.consecutive_failures).toBe(1);
    receiver.reply = {};
    expect((await call("POST", `${path}/${failed.id}/retry`)).status).toBe(202);
    const [first, second] = await arrived(job.id, 2);
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    await until("it counts no more", async () => {
      const { json } = await call("GET", `${ENDPOINTS}/${endpoint.id}`);
      return json.consecutive_failures === 0;
    });
    expect(await call("POST", `${path}/${failed.id}/retry`)).toMatchObject({
      status: 409,
      json: { code: "DELIVERY_NOT_FAILED" },
    });
    await remove(endpoint);
  });
});

describe("a job started in the app", () => {
  it("leads to a notification for the user, and to no webhook", async () => {
    const endpoint = await register();
    const { email, password, organization } = backend.users.find(({ role }) => role !== "viewer")!;
    const { json: login } = await backend.call("POST", "/auth/login", { body: { email, password } });
    const { id } = backend.organizations.get(organization)!;
    const person = { authorization: `Bearer ${login.access_token}`, "x-organization-id": id } as unknown as Caller;
    const job = await runJob(person);
    expect(job.source).toBe("app");
    const notification = await until("the notification", async () => {
      const { json } = await call("GET", "/v1/notifications", undefined, person);
      return json.items.find((one: { job: { id: string } }) => one.job.id === job.id);
    });
    expect(notification).toMatchObject({ type: "ingest_job_finished", read: false, job });
    const count = async () =>
      (await call("GET", "/v1/notifications/unread-count", undefined, person)).json.unread_count;
    expect(await count()).toBe(1);
    await call("PATCH", `/v1/notifications/${notification.id}`, { read: true }, person);
    expect(await count()).toBe(0);
    // The event of a later job has arrived, so an event of this job would have arrived before.
    await arrived((await runJob()).id);
    expect(aboutJob(job.id)).toEqual([]);
    await remove(endpoint);
  });
});

it("only admins of the organization have access to an endpoint", async () => {
  const endpoint = await register();
  const one = `${ENDPOINTS}/${endpoint.id}`;
  for (const role of ["editor", "viewer"] as const) {
    const refused = await call("GET", one, undefined, backend.caller("outsider", role));
    expect(refused).toMatchObject({ status: 403, json: { code: "ORG_ADMIN_REQUIRED" } });
  }
  const foreign = await call("GET", one, undefined, backend.caller("holding", "admin"));
  const missing = await call("GET", `${ENDPOINTS}/${newId()}`);
  expect(foreign).toMatchObject({ status: 404, json: { detail: "Not found.", code: "NOT_FOUND" } });
  const { request_id: _one, ...left } = foreign.json;
  const { request_id: _other, ...right } = missing.json;
  expect(left).toEqual(right);
  await remove(endpoint);
});
