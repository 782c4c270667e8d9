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

it("an invited organization sees the allowed widgets of a dashboard, changes nothing, and sees nothing once withdrawn", async () => {
  const above = (await adminOf("holding"))();
  const member = (await above("GET", "/v1/members")).json.items[0].user_id;
  const { json: project } = await above("POST", "/v1/projects", { name: "Report", responsible_user_id: member });
  const { json: created } = await above("POST", "/v2/dashboard", { project_id: project.id });
  const path = `/v2/dashboard/${created.id}`;
  const organizations = [{ id: backend.organizations.get("holding")!.id }];
  const chartOf = (category: string) => ({
    id: category,
    name: category,
    type: "bar",
    tab_id: null,
    config: {
      metrics: [{ id: `emissions_${category}`, category, aggregation: { organizations } }],
      periodicity: "quarter",
      periods: [{ start_date: "2025-01-01", end_date: "2025-12-31" }],
      unit: "tCO2e",
      share: 1.5,
    },
  });
  const places = (...ids: string[]) => ids.map((i) => ({ i, x: 0, y: 0, w: 1, h: 1 }));
  const widgets = [chartOf("wastes"), chartOf("water")];
  const changed = await above("PATCH", path, { widgets, layouts: { lg: places("water", "wastes") } });
  expect([changed.status, changed.json.widgets, changed.json.revision]).toEqual([200, widgets, 2]);

  const below = (method: string, url: string, body?: object) =>
    backend.call(method, url, { as: backend.caller("nordics", "admin"), ...(body && { body }) });
  expect([(await below("GET", path)).status, (await below("PATCH", path, {})).status]).toEqual([404, 404]);
  const invitations = `/v1/projects/${project.id}/invitations`;
  const organization_id = backend.organizations.get("nordics")!.id;
  await above("POST", invitations, { organization_id, allowed_views: ["wastes"] });
  const seen = await below("GET", path);
  expect(seen.json).toMatchObject({ widgets: widgets.slice(0, 1), layouts: { lg: places("wastes") }, revision: null });
  expect((await below("GET", "/v2/dashboard")).json).toContainEqual(seen.json);
  const figures = await below("GET", `${path}/widgets/wastes/data`);
  const { share: _, ...config } = widgets[0]!.config;
  expect(figures.json).toEqual((await above("POST", "/v2/dashboard/widgets/calculate", config)).json);
  expect(figures.json.series[0].points).toHaveLength(4);
  const [hidden, unknown] = [
    await below("GET", `${path}/widgets/water/data`),
    await below("GET", `${path}/widgets/x/data`),
  ];
  expect([hidden.status, hidden.json]).toEqual([404, unknown.json]);
  const numberFor = async (send: Send) =>
    (await send("GET", `/v1/projects/${project.id}`)).json.extended.number_of_widgets;
  await until("the project counts its widgets", async () => (await numberFor(above)) === 2);
  expect(await numberFor(below)).toBe(1);
  const refused = await below("PATCH", path, {});
  expect([refused.status, refused.json.detail]).toEqual([
    403,
    "Only the owning organization can modify the dashboard.",
  ]);
  await above("DELETE", `${invitations}/${organization_id}`);
  for (const url of [path, `${path}/widgets/wastes/data`])
    expect((await below("GET", url)).json).toMatchObject({ detail: "Not found." });
  expect((await above("DELETE", `/v1/projects/${project.id}`)).status).toBe(204);
  expect((await above("GET", path)).status).toBe(404);
});
