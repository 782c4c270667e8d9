import type { Role } from "@emissions/gateway/rest/route-spec";
import { type Admitted, NEEDS_PERSON, STATED } from "@emissions/gateway/test/stated-roles";
import { newId } from "@emissions/kit/process/id";
import { beforeAll, expect, it } from "vitest";
import type { Answer, Backend, Caller } from "../support/backend.ts";
import { filledPath, operationsOf } from "../support/id-fields.ts";
import { openApi } from "../support/open-api.ts";
import { sharedBackend } from "../support/shared-backend.ts";
import { signIn } from "../support/specimens/scene.ts";

const ROLES: readonly Role[] = ["viewer", "auditor", "editor", "human_resources", "admin"];
const REFUSALS = ["FORBIDDEN", "ORG_ADMIN_REQUIRED"];
/** One id for all operations: the limit of failed logins counts different ids. */
const missingOrganization = newId();

let backend: Backend;
/** Headers of a person who has signed in. */
let person: Record<string, string> = {};
let theirs: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  theirs = backend.caller("iberia", "admin");
});

/** Callers whose key and organization do not belong together. */
const MIXED = ["our key for them", "their key for us", "a key for nobody"];

/** The outcome of the answer for the caller. A missing organization may also be that of the path. */
function outcome({ status, json, text }: Answer, who: string): string {
  if (status >= 500) return `${status} ${text}`;
  if (status === 401) return json.code === "INVALID_API_KEY" ? "invalid key" : "unauthenticated";
  if (json?.code === "ORGANIZATION_NOT_FOUND" && MIXED.includes(who)) return "invalid key";
  if (status === 403) return REFUSALS.includes(json.code) ? "refused" : json.code;
  return "admitted";
}

/** The outcome for each caller. */
function expected(admitted: Admitted, http: string): Record<string, string> {
  const all = (what: string) => Object.fromEntries(ROLES.map((role) => [role, what]));
  if (admitted === "session") return { ...all("SIGN_IN_REQUIRED"), person: "admitted", nobody: "unauthenticated" };
  if (admitted === "key") return { ...all("admitted"), nobody: "unauthenticated" };
  if (typeof admitted === "string") return { nobody: "admitted" };
  const withKey = NEEDS_PERSON.has(http) ? "SIGN_IN_REQUIRED" : "admitted";
  const roles = ROLES.map((role) => [role, admitted.includes(role) ? withKey : "refused"]);
  const mixed = MIXED.map((who) => [who, "invalid key"]);
  return Object.fromEntries([...roles, ...mixed, ["nobody", "unauthenticated"]]);
}

const operations = operationsOf(openApi).map(({ verb, path }) => ({ http: `${verb} ${path}`, verb, path }));

it.each(operations)("$http admits the stated callers and no others", async ({ http, verb, path }) => {
  const admitted = STATED.get(http);
  if (admitted === undefined) throw new Error(`State who may call ${http} in services/gateway/test/stated-roles.ts`);
  const ours = backend.caller("outsider", "admin");
  // The route before may have ended the session.
  if (admitted === "session") person = await signIn(backend, "outsider");
  const callers: Record<string, Record<string, string>> = {
    ...Object.fromEntries(ROLES.map((role) => [role, backend.caller("outsider", role)])),
    person,
    "our key for them": { ...ours, "x-organization-id": theirs["x-organization-id"] },
    "their key for us": { ...theirs, "x-organization-id": ours["x-organization-id"] },
    "a key for nobody": { ...ours, "x-organization-id": missingOrganization },
    nobody: { "x-organization-id": ours["x-organization-id"] },
  };
  const url = filledPath(path, () => newId());
  const outcomes = await Promise.all(
    Object.keys(expected(admitted, http)).map(async (who) => {
      // Without a body or an id that exists nothing is stored.
      const answer = await backend.call(verb, url, { headers: callers[who]! });
      return [who, outcome(answer, who)] as const;
    }),
  );
  expect(Object.fromEntries(outcomes)).toEqual(expected(admitted, http));
});
