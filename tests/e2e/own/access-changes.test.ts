import { newSecrets } from "@emissions/testkit/environment";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type OwnBackend, startBackend, startReplicas } from "../../support/backend.ts";

let first: OwnBackend;
let second: OwnBackend;
beforeAll(async () => {
  const secrets = newSecrets();
  first = await startBackend({ services: ["activity", "gateway"], secrets });
  second = await startReplicas(first, { services: ["gateway"], secrets, env: { ACTIVITY_URL: first.urls.activity } });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Sends requests as a signed-in admin of the organization. They must succeed. */
async function adminOf(slug: string) {
  const { email, password } = first.users.find(({ organization, role }) => organization === slug && role === "admin")!;
  const { json } = await first.call("POST", "/auth/login", { body: { email, password } });
  const organization = first.organizations.get(slug)!.id;
  const headers = { authorization: `Bearer ${json.access_token}`, "x-organization-id": organization };
  const manage = async (method: string, path: string, body?: object) => {
    const answer = await first.call(method, path, { headers, ...(body && { body }) });
    expect([200, 201, 204], `${method} ${path}: ${answer.text}`).toContain(answer.status);
    return answer.json;
  };
  return { organization, manage };
}

/** Milliseconds from the change until both gateways refuse the request, which both answer just before it. */
async function msUntilRefused(
  request: (gateway: OwnBackend) => Promise<Answer>,
  change: () => Promise<unknown>,
  { before, after }: { before: number; after: number },
): Promise<number> {
  const statuses = async () => (await Promise.all([first, second].map(request))).map(({ status }) => status);
  expect(await statuses()).toEqual([before, before]);
  await change();
  const begun = performance.now();
  await until("both gateways refuse", async () => (await statuses()).every((status) => status === after));
  return performance.now() - begun;
}

it.each([
  { nats: "with NATS", slug: "holding", limitMs: 5_000 },
  { nats: "without NATS", slug: "iberia", limitMs: 10_000 },
])(
  "two gateways refuse a revoked key, a former role, a disabled member and a withdrawn invitation in time $nats",
  async ({ nats, slug, limitMs }) => {
    if (nats === "without NATS") await first.system.nats!.kill();
    const { organization, manage } = await adminOf(slug);
    const { id, key } = await manage("POST", "/v1/api-keys", { name: "Import", role: "viewer" });
    const invitation = await manage("POST", "/v1/members", { email: `${slug}@example.com`, role: "viewer" });
    const { items } = await manage("GET", "/v1/members");
    const pathOf = (role: string) =>
      `/v1/members/${items.find(({ email }: { email: string }) => email.startsWith(`${role}@`)).user_id}`;
    const revoked = { "x-api-key": key, "x-organization-id": organization };
    const times = await Promise.all([
      msUntilRefused(
        (gateway) => gateway.call("GET", "/v1/suppliers", { as: revoked }),
        () => manage("DELETE", `/v1/api-keys/${id}`),
        { before: 200, after: 401 },
      ),
      msUntilRefused(
        // An editor learns what is missing, and a viewer may not write.
        (gateway) => gateway.call("POST", "/v1/suppliers", { as: first.caller(slug, "editor"), body: {} }),
        () => manage("PATCH", pathOf("editor"), { role: "viewer" }),
        { before: 422, after: 403 },
      ),
      msUntilRefused(
        (gateway) => gateway.call("GET", "/v1/suppliers", { as: first.caller(slug, "viewer") }),
        () => manage("PATCH", pathOf("viewer"), { status: "disabled" }),
        { before: 200, after: 403 },
      ),
      msUntilRefused(
        (gateway) => gateway.call("GET", `/v1/members/join/${invitation.token}`),
        () => manage("DELETE", `/v1/members/invitations/${invitation.id}`),
        { before: 200, after: 404 },
      ),
    ]);
    for (const ms of times) expect(ms).toBeLessThan(limitMs);
  },
);
