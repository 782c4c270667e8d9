import { until } from "@emissions/testkit/poll";
import { beforeAll, expect, it } from "vitest";
import type { Answer, Backend } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

type Send = (method: string, path: string, body?: object) => Promise<Answer>;

let backend: Backend;
beforeAll(async () => {
  backend = await sharedBackend();
});

/** Sends requests as the signed-in admin of the organization, for it or for another one. */
async function adminOf(slug: string): Promise<(organizationId?: string) => Send> {
  const { email, password } = backend.users.find(
    ({ organization, role }) => organization === slug && role === "admin",
  )!;
  const { json } = await backend.call("POST", "/auth/login", { body: { email, password } });
  const authorization = `Bearer ${json.access_token}`;
  return (organizationId = backend.organizations.get(slug)!.id) =>
    (method, path, body) => {
      const headers = { authorization, "x-organization-id": organizationId };
      return backend.call(method, path, { headers, ...(body && { body }) });
    };
}

it("an organization is created below, archived and restored; archived, it is read and not changed", async () => {
  const admin = await adminOf("holding");
  const created = await admin()("POST", "/v2/organizations/children", { name: "Baltics", country: "SE" });
  expect([created.status, created.json.status]).toEqual([201, "active"]);
  const path = `/v2/organizations/children/${created.json.id}`;
  expect(created.headers.get("location")).toBe(path);
  const child = admin(created.json.id);
  const store = () => child("POST", "/v1/suppliers", { business_name: "Acme", country: "DE" });
  expect((await store()).status).toBe(201);
  expect((await admin()("POST", `${path}/archive`)).json.status).toBe("archived");
  const refused = await until("writes are refused", async () => {
    const answer = await store();
    return answer.status === 201 ? null : answer;
  });
  expect([refused.status, refused.json.code]).toEqual([409, "ORGANIZATION_ARCHIVED"]);
  expect((await child("GET", "/v1/suppliers")).json.total).toBeGreaterThan(0);
  expect((await admin()("POST", `${path}/restore`)).json.status).toBe("active");
  await until("writes are accepted", async () => (await store()).status === 201);
});

it("another organization joins the group by a link, and leaves it", async () => {
  const [above, other] = [(await adminOf("holding"))(), (await adminOf("outsider"))()];
  const { json: invitation } = await above("POST", "/v2/organizations/invitations", { note: "Outsider" });
  const accept = (query = "") =>
    other("POST", `/v2/organizations/invitations/accept${query}`, { token: invitation.token });
  expect((await accept("?dry_run=true")).status).toBe(200);
  expect((await accept()).json).toMatchObject({ parent_name: "Test holding" });
  expect((await accept()).status).toBe(404);
  const childrenOf = async () => (await above("GET", "/v2/organizations/children")).json.items;
  const { id } = backend.organizations.get("outsider")!;
  expect(await childrenOf()).toContainEqual(expect.objectContaining({ id, managed: false }));
  expect((await other("POST", "/v2/organizations/leave-group")).status).toBe(204);
  expect(await childrenOf()).not.toContainEqual(expect.objectContaining({ id }));
});
