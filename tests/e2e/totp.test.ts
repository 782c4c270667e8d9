import { beforeAll, expect, it } from "vitest";
import type { Backend } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";
import { codeOf } from "../support/totp-code.ts";

const PASSWORD = "a phrase of several words";
const EMAIL = "totp@iberia.example";

let backend: Backend;
beforeAll(async () => {
  backend = await sharedBackend();
});

const login = async (body: object) => backend.call("POST", "/auth/login", { body });
const bearer = async (body: object) => {
  const { status, json, text } = await login(body);
  expect(status, text).toBe(200);
  return { authorization: `Bearer ${json.access_token}` };
};

/** Signs in as a new member of an organization. */
async function newPerson() {
  const { email, password } = backend.users.find(
    ({ organization, role }) => organization === "iberia" && role === "admin",
  )!;
  const organization = backend.organizations.get("iberia")!.id;
  const headers = { ...(await bearer({ email, password })), "x-organization-id": organization };
  const invited = await backend.call("POST", "/v1/members", { headers, body: { email: EMAIL, role: "viewer" } });
  const path = `/v1/members/join/${invited.json.token}`;
  const joined = await backend.call("POST", path, { body: { password: PASSWORD } });
  expect([200, 201], joined.text).toContain(joined.status);
  return { headers, session: await bearer({ email: EMAIL, password: PASSWORD }) };
}

it("a person turns codes on, signs in with a recovery code, turns them off, and admins see both", async () => {
  const { headers: admin, session: headers } = await newPerson();
  const made = await backend.call("POST", "/auth/totp", { headers, body: { password: PASSWORD } });
  expect([made.status, made.json.uri]).toEqual([201, expect.stringContaining(`secret=${made.json.secret}`)]);
  const body = { code: codeOf(made.json.secret) };
  const confirmed = await backend.call("POST", "/auth/totp/confirm", { headers, body });
  expect([confirmed.status, confirmed.json.recovery_codes]).toEqual([200, expect.any(Array)]);

  const [first, second] = confirmed.json.recovery_codes;
  const refused = await login({ email: EMAIL, password: PASSWORD });
  expect([refused.status, refused.json.code]).toEqual([401, "TOTP_REQUIRED"]);
  const used = await login({ email: EMAIL, password: PASSWORD, ...body });
  expect([used.status, used.json.code]).toEqual([401, "TOTP_INVALID"]);
  const again = await bearer({ email: EMAIL, password: PASSWORD, code: first });
  const state = await backend.call("GET", "/auth/totp", { headers: again });
  expect(state.json).toEqual({ enabled: true, recovery_codes_left: 9 });
  const off = await backend.call("DELETE", "/auth/totp", {
    headers: again,
    body: { password: PASSWORD, code: second },
  });
  expect(off.status, off.text).toBe(204);

  const events = await backend.call("GET", "/v2/audit-events?entity_kind=totp", { headers: admin });
  expect(events.json.items.map(({ action }: { action: string }) => action).sort()).toEqual([
    "ConfirmTotp",
    "DisableTotp",
  ]);
});
