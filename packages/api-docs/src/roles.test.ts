import { readFileSync } from "node:fs";
import type { Role, Route } from "@emissions/gateway/rest/route-spec";
import { as, type Who } from "@emissions/gateway/test/access";
import { gateway } from "@emissions/gateway/test/gateway";
import { MISSING_ID } from "@emissions/gateway/test/samples";
import { STATED } from "@emissions/gateway/test/stated-roles";
import { accessTo } from "@emissions/kit/wire/access";
import { describe, expect, it } from "vitest";
import { NO, ROLES, YES } from "./roles.ts";

const { app, routes } = await gateway();
const withRoles = routes.filter(({ spec }) => spec.auth === "pair");
const KEYS: Record<Role, Who> = {
  viewer: "viewer",
  auditor: "auditor",
  editor: "editor",
  human_resources: "humanResources",
  admin: "admin",
};

/** The cells of the committed page, by route. */
const page = new Map(
  readFileSync(new URL("../../../docs/roles.md", import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| `|`$| \|$/g, "")))
    .filter((cells) => cells.length === ROLES.length + 1 && /^[A-Z]+ \//.test(cells[0]!))
    .map(([route, ...cells]) => [route!, cells]),
);

it("docs/roles.md has every route with a role once", () => {
  expect([...page.keys()].sort()).toEqual(withRoles.map(({ verb, path }) => `${verb} ${path}`).sort());
});

/** Stated routes that call no method of a service, and admit anybody. */
const WITHOUT_METHOD = ["GET /auth/oidc/login", "GET /auth/oidc/callback", "GET /status"];

it("every route admits the callers that are stated, and a new one is stated", () => {
  const admitted = routes.map(({ verb, path, spec }) => {
    const who = spec.auth === "pair" ? ROLES.filter((role) => spec.roles.includes(role)).join() : spec.auth;
    return [`${verb} ${path}`, who] as const;
  });
  const anybody = WITHOUT_METHOD.map((operation) => [operation, "none"] as const);
  const stated = [...STATED].map(([operation, who]) => [operation, typeof who === "string" ? who : who.join()]);
  expect(Object.fromEntries([...admitted, ...anybody])).toEqual(Object.fromEntries(stated));
});

/** Whether the gateway lets the role call the route. The request has no body, so that refusals of the role come first. */
async function admits(route: Route, role: Role): Promise<string> {
  const url = route.path.replace(/\{\w+\}/g, MISSING_ID);
  const { statusCode, body } = await app.inject({ method: route.verb, url, headers: as(KEYS[role]) });
  if (statusCode !== 403) return statusCode === 401 ? "unauthenticated" : YES;
  return ["FORBIDDEN", "ORG_ADMIN_REQUIRED"].includes(JSON.parse(body).code) ? NO : body;
}

it.each(ROLES.map((role, column) => ({ role, column })))(
  "$role may call exactly the routes that docs/roles.md says",
  async ({ role, column }) => {
    const outcomes = await Promise.all(withRoles.map(async (route) => [route, await admits(route, role)] as const));
    const wrong = outcomes.filter(([{ verb, path }, outcome]) => page.get(`${verb} ${path}`)?.[column] !== outcome);
    expect(wrong.map(([{ verb, path }, outcome]) => `${verb} ${path}: ${outcome}`)).toEqual([]);
  },
);

/** Paths of people's data. */
const PEOPLE = /^\/v[12]\/(employees|employee-historic|surveys|own_workforces|own_workforce_trainings)(\/|$)/;
/** Paths without activity data, or with a part of them for each role. */
const SHARED =
  /^\/v[12]\/(files|folders|imports|ingest-jobs|notifications|countries|units|exchange-rates|organizations\/tree|organizations\/\{id\}$)/;
const ONLY_ADMINS = ["GET /v1/own_workforces/salary-reads"];

describe("human_resources", () => {
  it("reaches no activity data but that of people", () => {
    const reached = withRoles.filter(({ spec }) => spec.roles.includes("human_resources")).map(({ path }) => path);
    expect(reached.filter((path) => !PEOPLE.test(path) && !SHARED.test(path))).toEqual([]);
  });

  it("reaches all data of people", () => {
    const people = withRoles.filter(({ path }) => PEOPLE.test(path));
    const refused = people.filter(({ spec }) => !spec.roles.includes("human_resources"));
    expect(refused.map(({ verb, path }) => `${verb} ${path}`)).toEqual(ONLY_ADMINS);
  });
});

describe("the protos", () => {
  /** Called by routes of other methods. */
  const COMPOSED: Readonly<Record<string, readonly Role[]>> = {
    "OwnershipService.GetBoundary": ["viewer", "auditor", "editor", "admin"],
    "RestatedAmountService.GetRestatedAmounts": ["viewer", "auditor", "editor", "admin"],
    "AcceptanceService.AcceptRecalculation": ["admin"],
    "OrganizationService.GetGwpSet": ["admin"],
    "FileService.BeginFile": ["editor", "human_resources", "admin"],
    "FileService.AppendFileChunk": ["editor", "human_resources", "admin"],
    "ImportSessionService.CreateImportSession": ["editor", "human_resources", "admin"],
    "ImportSessionService.GetImportValidation": ["editor", "human_resources", "admin"],
    // For explanations.
    "LibraryService.LookUpEditions": ROLES,
    // For exported lists.
    "FacilityFuelService.ListFacilityFuels": ["viewer", "auditor", "editor", "admin"],
    // Any member with a key, without an organization.
    "VehicleCatalogueService.ListVehicleFuels": ROLES,
    // Any person who has signed in, without an organization.
    "SessionService.GetAccount": ROLES,
    "SessionService.ListSessions": ROLES,
    "SessionService.EndSession": ROLES,
    "SessionService.EndSessions": ROLES,
    "PasswordService.ChangePassword": ROLES,
    "TotpService.GetTotp": ROLES,
    "TotpService.BeginTotp": ROLES,
    "TotpService.ConfirmTotp": ROLES,
    "TotpService.DisableTotp": ROLES,
    // Over gRPC alone.
    "SelectionService.ResolveFactors": ["viewer", "auditor", "editor", "admin"],
  };

  it("admit the roles of the routes to each method, and no others", () => {
    const services = new Set(routes.map(({ method }) => method.parent));
    const wrong = [...services]
      .flatMap(({ methods }) => methods)
      .flatMap((method) => {
        const name = `${method.parent.name}.${method.name}`;
        const own = withRoles.filter((route) => route.method === method).flatMap(({ spec }) => spec.roles);
        const expected = COMPOSED[name] ?? own;
        const admitted = new Set<string>(accessTo(method).roles);
        return admitted.symmetricDifference(new Set(expected)).size > 0 ? [name] : [];
      });
    expect(wrong).toEqual([]);
  });
});
