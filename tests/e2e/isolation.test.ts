import type { Route } from "@emissions/gateway/rest/route-spec";
import { routeTable } from "@emissions/gateway/routes/table";
import { newId } from "@emissions/kit/process/id";
import postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer, Backend, Caller } from "../support/backend.ts";
import { filledPath } from "../support/id-fields.ts";
import { sharedBackend } from "../support/shared-backend.ts";
import { sceneOf, specimenFor } from "../support/specimens/all.ts";
import { personOf } from "../support/specimens/people.ts";
import { vehicleOf } from "../support/specimens/records.ts";
import { GROUPS, type Scene, signIn } from "../support/specimens/scene.ts";

const unused = () => Promise.reject(new Error("not used"));
const all = routeTable({ verify: unused, issue: unused });
const routes = all.filter(({ spec }) => spec.auth === "pair");
const sessionRoutes = all.filter(({ spec }) => spec.auth === "session");

/** Part of every text of our records. Must never appear in their responses. */
const MARK = "Xk7-our-secret-mark";

let backend: Backend;
let ours: Scene;
let us: Caller;
let them: Caller;
/** Headers of an admin of another organization, who has signed in. */
let signedIn: Record<string, string>;

beforeAll(async () => {
  backend = await sharedBackend();
  ours = await sceneOf(backend, "iberia", MARK);
  us = ours.as;
  them = backend.caller("outsider", "admin");
  signedIn = await signIn(backend, "outsider");
});

const filled = ({ path }: Route, id: (name: string) => string) => filledPath(path, id);

/** Status and body, without the request id and the requested id, which differ each time. */
const comparable = ({ status, text }: Answer) => ({
  status,
  text: text.replace(/"request_id":"[0-9a-f-]{36}"/, "").replace(/UUID\('[0-9a-f-]{36}'\)/, ""),
});

/** Published factors belong to no organization. */
const LIBRARY = "/v1/emission-factors/library";
const without = routes.filter(({ path }) => !path.includes("{"));
const named = (list: Route[]) => list.map((route) => ({ http: `${route.verb} ${route.path}`, route }));

/** The parameters of the route that could show our data. */
function widestQuery({ spec }: Route): URLSearchParams {
  const values = {
    ...{ start_date: "2025-01-01", end_date: "2025-12-31", include_children: "true", search: MARK },
    ...{ currency: "EUR", date: "2025-05-05", field: "file_id" },
    ...{ quantity: "1", from_unit_id: ours.unit("USD"), to_unit_id: ours.unit("EUR") },
  };
  const shape = spec.query?.shape ?? {};
  // Routes that take a day or a period refuse both together.
  const isSent = (name: string) => name in shape && !(name === "date" && "start_date" in shape);
  return new URLSearchParams(Object.entries(values).filter(([name]) => isSent(name)));
}

describe.each(named(without.filter(({ verb }) => verb === "GET")))("$http", ({ route }) => {
  it("shows none of our data to them", async () => {
    const read = async (more = "") => {
      const { status, text } = await backend.call("GET", `${route.path}?${widestQuery(route)}${more}`, { as: them });
      expect(status).toBe(200);
      return text;
    };
    const text = await read();
    const exported = route.serves.kind === "exported" ? await read("&format=csv") : "";
    const secrets = [
      MARK,
      us["x-organization-id"],
      ...[...ours.specimens.values()].flatMap(({ ids }) => Object.values(ids)),
    ];
    for (const secret of secrets) expect(text + exported).not.toContain(secret);
    if (route.path === "/v1/total-impacts") expect(text).toContain('"total_co2e":0');
  });
});

it("shows and ends no session of another person, and shows no organization of others", async () => {
  const routesOfSessions = [
    "GET /v2/account",
    "GET /v2/sessions",
    "DELETE /v2/sessions/{id}",
    "DELETE /v2/sessions",
    "POST /auth/password",
    ...["GET /auth/totp", "POST /auth/totp", "POST /auth/totp/confirm", "DELETE /auth/totp"],
  ];
  expect(sessionRoutes.map(({ verb, path }) => `${verb} ${path}`).toSorted()).toEqual(routesOfSessions.toSorted());
  const call = (verb: string, path: string, headers: Record<string, string>) => backend.call(verb, path, { headers });
  const own = (await call("GET", "/v2/sessions", ours.headers)).json as { id: string }[];
  expect(own.length).toBeGreaterThan(0);
  const account = await call("GET", "/v2/account", signedIn);
  expect(account.json.organizations.map(({ id }: { id: string }) => id)).toEqual([them["x-organization-id"]]);
  const theirs = await call("GET", "/v2/sessions", signedIn);
  for (const { id } of own) expect(theirs.text).not.toContain(id);
  const end = (id: string) => call("DELETE", `/v2/sessions/${id}`, signedIn);
  const [refused, missing] = [await end(own[0]!.id), await end(newId())];
  expect(comparable(refused)).toEqual(comparable(missing));
  expect(refused.status).toBe(404);
  const other = await signIn(backend, "outsider");
  expect((await call("DELETE", "/v2/sessions", other)).status).toBe(204);
  expect((await call("GET", "/v2/sessions", ours.headers)).json).toEqual(own);
});

it("shows the same published factors to every organization", async () => {
  const get = (path: string, as: Caller) => backend.call("GET", path, { as });
  const path = `${LIBRARY}?search=natural+gas&category=fuels&region=GB&year=2025&unit=kWh`;
  const [ours, theirs] = [await get(path, us), await get(path, them)];
  expect(comparable(ours)).toEqual(comparable(theirs));
  expect(ours.json.items[0]).toMatchObject({ key: "natural_gas", values: { co2e: 0.18296, co2: 0.18259 } });
  const one = `${LIBRARY}/${ours.json.items[0].id}`;
  expect((await get(one, us)).json.factor).toEqual(ours.json.items[0]);
  expect(comparable(await get(one, us))).toEqual(comparable(await get(one, them)));
});

it("lists the light groups of the organization in the header, with any key", async () => {
  const light = (organization: Caller, key: Caller) =>
    backend.call("GET", "/custom_emission_groups/light", {
      headers: { "x-organization-id": organization["x-organization-id"], "x-api-key": key["x-api-key"] },
    });
  const { id } = ours.specimens.get(GROUPS)!.ids;
  expect((await light(us, them)).json).toMatchObject([{ id, parent: null }]);
  for (const key of [us, them]) expect((await light(them, key)).text).toBe("[]");
});

it("gives our license plate, our person's external id and our shipment's id to them", async () => {
  const leg = { toc: "van_diesel", load: 1, distance_km: 1, movement_id: MARK };
  const repeated = {
    "/v1/vehicles": vehicleOf(MARK),
    "/v1/own_workforces": personOf(ours, MARK),
    "/v1/logistics/requests": leg,
  };
  for (const [path, body] of Object.entries(repeated)) {
    const { status, json } = await backend.call("POST", path, { as: them, body });
    expect([path, status]).toEqual([path, path.includes("logistics") ? 200 : 201]);
    expect(json.id).not.toBe(Object.values(ours.specimens.get(path)!.ids)[0]);
    expect((await backend.call("DELETE", `${path}/${json.id}`, { as: them })).status).toBe(204);
  }
});

it("includes subsidiaries in the totals of a holding, and only itself in those of a subsidiary", async () => {
  const total = async (as: Caller, children: boolean) => {
    const path = `/v1/total-impacts?start_date=2025-05-01&end_date=2025-05-31&include_children=${children}`;
    return (await backend.call("GET", path, { as })).json.total_co2e as number;
  };
  const own = await total(us, false);
  expect(own).toBeGreaterThan(0);
  expect(await total(backend.caller("holding"), true)).toBe(own);
  expect(await total(backend.caller("holding"), false)).toBe(0);
  expect(await total(backend.caller("nordics"), true)).toBe(0);
});

// `npm run statements` switches it off.
it.skipIf(process.env.STATEMENTS !== undefined)(
  "every table with an organization column has forced row-level security and a policy",
  async () => {
    const sql = postgres(backend.adminUrl, { max: 1 });
    const open = await sql`
    select c.relnamespace::regnamespace || '.' || c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('gateway', 'factors', 'activity', 'calc', 'imports', 'notify')
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`;
    await sql.end();
    expect(open).toEqual([]);
  },
);

const changed = routes.filter(({ spec, verb }) => spec.versioned && verb !== "DELETE");
const deleted = routes.filter(({ spec, verb }) => spec.versioned && verb === "DELETE");

describe.each(named(deleted))("$http with If-Match", ({ route }) => {
  it("deletes no other version", async () => {
    const { ids, signedIn: needsPerson } = specimenFor(ours, route.path);
    const path = filled(route, (name) => ids[name]!);
    const as = needsPerson ? ours.headers : us;
    const answer = await backend.call("DELETE", path, { headers: { ...as, "if-match": '"1.a"' } });
    // Some of them are in use, which is the first refusal.
    expect([409, 412]).toContain(answer.status);
    const { status, headers } = await backend.call("GET", path, { headers: as });
    expect([status, headers.get("etag")]).toEqual([200, expect.stringMatching(/^"[\w-]+\.[\w-]+"$/)]);
  });
});

describe.each(named(changed))("$http with If-Match", ({ route }) => {
  it("of two changes that expect one version, one is made", async () => {
    const { ids, change, bodies, signedIn: needsPerson } = specimenFor(ours, route.path);
    const path = filled(route, (name) => ids[name]!);
    const as = needsPerson ? ours.headers : us;
    const { headers } = await backend.call("GET", path, { headers: as });
    const body = bodies?.[`${route.verb} ${route.path}`] ?? change;
    const attempt = () =>
      backend.call(route.verb, path, { headers: { ...as, "if-match": headers.get("etag")! }, body });
    const answers = await Promise.all([attempt(), attempt()]);
    expect(answers.map(({ status, json }) => json.code ?? status).toSorted()).toEqual([200, "PRECONDITION_FAILED"]);
    const version = (of: Headers) => of.get("etag")?.split(".")[0];
    const now = answers.find(({ status }) => status === 200)!;
    expect(version(now.headers)).not.toBe(version(headers));
    expect(version((await backend.call("GET", path, { headers: as })).headers)).toBe(version(now.headers));
  });
});
