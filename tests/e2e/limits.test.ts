import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import type { Backend } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const COMMAND = fileURLToPath(new URL("../../services/gateway/src/commands/limits.ts", import.meta.url));

let backend: Backend;
beforeAll(async () => {
  backend = await sharedBackend();
});

const command = (...options: string[]) => commandFor("outsider", ...options);
async function commandFor(slug: string, ...options: string[]) {
  const { id } = backend.organizations.get(slug)!;
  const args = [COMMAND, "--organization-id", id, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { DATABASE_URL: backend.adminUrl } });
  return { id, ...JSON.parse(stdout) };
}

const ask = () => backend.call("GET", "/v1/countries", { as: backend.caller("outsider") });

it("an organization has the limits of the contract, and others when an operator says so", async () => {
  expect((await command("--usual")).overrides).toEqual([]);
  const { status, headers } = await ask();
  expect([status, headers.get("ratelimit-policy")]).toEqual([200, "account;q=600;w=60;burst=900"]);
  expect(headers.get("ratelimit")).toMatch(/^account;r=899;t=1$/);
  expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["900", "899"]);
  expect(Math.abs(Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000)).toBeLessThan(5);

  const { id, overrides } = await command("--requests", "6", "--burst", "3");
  expect(overrides).toEqual([{ organization_id: id, policy: "account", requests: 6, burst: 3, window_seconds: 60 }]);
  // The token of the first request is still missing: it comes back after 10 s now.
  const answers = [await ask(), await ask(), await ask()];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429]);
  expect(answers[2]!.headers.get("retry-after")).toMatch(/^([1-9]|10)$/);
  expect(answers[2]!.json).toEqual({ detail: "Rate limit exceeded", code: "TOO_MANY_REQUESTS" });
});

it("two organizations of a group share its budget, and the account of a person shows what is used", async () => {
  const askAs = (slug: string) => backend.call("GET", "/v1/countries", { as: backend.caller(slug) });
  await commandFor("holding", "--policy", "group", "--requests", "1", "--burst", "4");
  expect([await askAs("iberia"), await askAs("nordics")].map(({ status }) => status)).toEqual([200, 200]);
  const { email, password } = backend.users.find(
    ({ organization, role }) => `${organization} ${role}` === "iberia viewer",
  )!;
  const login = await backend.call("POST", "/auth/login", { body: { email, password } });
  const headers = { authorization: `Bearer ${login.json.access_token}` };
  const account = (await backend.call("GET", "/v2/account", { headers })).json;
  const { id } = backend.organizations.get("holding")!;
  expect(account.organizations).toMatchObject([{ id: backend.organizations.get("iberia")!.id, group_id: id }]);
  expect(account.groups).toEqual([
    {
      id,
      requests: { limit: 4, used: 2 },
      api_keys: { limit: 500, used: 20 },
      organizations: { limit: 200, used: 3 },
    },
  ]);
  const answers = [await askAs("nordics-depot"), await askAs("holding"), await askAs("iberia")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[2]!.headers.get("ratelimit-policy")).toBe("group;q=1;w=60;burst=4");
  await commandFor("holding", "--policy", "group", "--usual");
});
