import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { NIL_ID } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessChangedSchema, AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { SessionService } from "@emissions/proto/activity/v1/session_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, describe, expect, it } from "vitest";
import { activity, allTests, PEPPER, SEALING_KEYS } from "../activity.fixture.ts";
import { login, personWithApp } from "../totp/totp.fixture.ts";
import type { Demo } from "./demo-file.ts";

const exec = promisify(execFile);

let folder: string;

allTests(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (command: string, args: Record<string, string>, ...actions: string[]) =>
  runWith({}, command, args, ...actions);

async function runWith(more: NodeJS.ProcessEnv, command: string, args: Record<string, string>, ...actions: string[]) {
  const script = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
  const flags = Object.entries(args).flatMap(([name, value]) => [`--${name}`, value]);
  const env = { ...process.env, DATABASE_URL: activity.url, API_KEY_PEPPER: PEPPER, ...more };
  const { stdout } = await exec(process.execPath, [script, ...actions, ...flags], { env });
  return JSON.parse(stdout);
}
const access = (org: string) => activity.as(servicePrincipal(org), AccessService);
const authenticate = (org: string, key: string) =>
  access(org).authenticate({ organizationId: org, credential: { case: "apiKey", value: key } });

describe("create-organization", () => {
  it("creates an organization with a valid key, and announces it to its ancestors", async () => {
    const parent = await activity.organization();
    const created = await run("create-organization", {
      name: "Ibérica, S.A.",
      country: "ES",
      "admin-email": "Ada@iberica.example",
      "parent-id": parent.organizationId,
    });
    expect(created).toMatchObject({ slug: "iberica-s-a", admin_email: "ada@iberica.example" });
    const { membership } = await authenticate(created.id, created.api_key);
    expect(membership).toMatchObject({ role: Role.ADMIN, ancestors: [{ id: parent.organizationId }] });
    expect(await activity.events(parent, AccessChangedSchema)).toHaveLength(1);
  });

  it("gives a new admin the password, and never changes that of a known person", async () => {
    const options = { country: "ES", "admin-email": "grace@iberica.example" };
    const create = (name: string, password: string) =>
      runWith({ ADMIN_PASSWORD: password }, "create-organization", { ...options, name });
    expect(await create("First", "the password of Grace")).toMatchObject({ password_set: true });
    const second = await create("Second", "a password of somebody else");
    expect(second).toMatchObject({ admin_email: "grace@iberica.example", password_set: false });
    const login = (password: string) => access(second.id).login({ email: "grace@iberica.example", password });
    expect(await login("the password of Grace")).toMatchObject({ email: "grace@iberica.example" });
    expect(await refusalOf(login("a password of somebody else"))).toMatchObject({ code: "INVALID_CREDENTIALS" });
  });

  it("obeys the limits of the group", async () => {
    const parent = await activity.organization();
    const options = { country: "ES", "admin-email": "full@acme.example", "parent-id": parent.organizationId };
    const create = (name: string, limits: Record<string, string>) =>
      runWith(limits, "create-organization", { ...options, name });
    await expect(create("No place", { GROUP_ORGANIZATIONS_MAX: "0" })).rejects.toThrow("at most 0 organizations");
    await create("First place", { GROUP_ORGANIZATIONS_MAX: "1", GROUP_API_KEYS_MAX: "1" });
    await expect(create("No key", { GROUP_API_KEYS_MAX: "1" })).rejects.toThrow("more than 1 active keys");
  });

  it("names a missing option and fails", async () => {
    await expect(run("create-organization", { name: "Acme" })).rejects.toThrow("--country is missing");
  });
});

describe("add-member", () => {
  it("adds a member with a role and a valid key, and changes the role of a member", async () => {
    const { organizationId: org } = await activity.organization();
    const add = (role: string) => run("add-member", { "organization-id": org, email: "Hr@acme.example", role });
    const { api_key } = await add("human_resources");
    expect((await authenticate(org, api_key)).membership?.role).toBe(Role.HUMAN_RESOURCES);
    await add("viewer");
    expect((await authenticate(org, api_key)).membership?.role).toBe(Role.VIEWER);
    expect(await activity.events(servicePrincipal(org), AccessChangedSchema)).toHaveLength(2);
    await expect(add("owner")).rejects.toThrow("--role is one of");
  });
});

describe("admin", () => {
  it("manages an organization as its admins do, and logs its changes", async () => {
    const own = await activity.organization();
    const common = { "organization-id": own.organizationId };
    const admin = (action: string, args = {}) => run("admin", { ...common, ...args }, action);
    const { member_invitation } = await admin("invite-member", { email: "hr@acme.example", role: "human_resources" });
    expect(member_invitation).toMatchObject({ role: "human_resources", token: expect.any(String) });
    const last = admin("change-member", { "user-id": own.userId, role: "viewer" });
    await expect(last).rejects.toThrow("only active admin");
    const log = await activity.rows<Record<string, unknown>>(own, "audit_log");
    expect(log).toMatchObject([{ actorKind: "service", action: "InviteMember", entityId: member_invitation.id }]);
  });
});

describe("revoke-key", () => {
  it("revokes a key and announces AccessChanged", async () => {
    const options = { name: "Acme", country: "DE", "admin-email": "ada@acme.example" };
    const { id, api_key } = await run("create-organization", options);
    await run("revoke-key", { "organization-id": id, prefix: activity.context.keys.prefix(api_key) });
    expect(await refusalOf(authenticate(id, api_key))).toMatchObject({ code: "INVALID_API_KEY" });
    expect((await activity.events(servicePrincipal(id), AccessChangedSchema))[0]?.apiKeyId).not.toBe("");
  });
});

describe("identities", () => {
  it("lists the identities of a person, and removes one with its sessions", async () => {
    const { userId } = await activity.organization();
    const email = `${userId}@example.com`;
    const [issuer, other] = ["https://issuer.example", "https://other.example"];
    const login = (of: string, verifiedEmail = "") =>
      access(NIL_ID).loginWithIdentity({ identity: { issuer: of, subject: "ada", verifiedEmail } });
    const { sessionId } = await login(issuer, email);
    await login(other, email);
    const link = (of: string) => ({ issuer: of, subject: "ada", linked_at: expect.stringMatching(/Z$/) });
    expect(await run("identities", { email: email.toUpperCase() })).toEqual({
      identities: [link(issuer), link(other)],
    });

    expect(await run("identities", { email, remove: "ada", issuer })).toEqual({ removed: { issuer, subject: "ada" } });
    expect(await run("identities", { email })).toEqual({ identities: [link(other)] });
    expect(await refusalOf(login(issuer))).toMatchObject({ code: "LOGGED_USER_NOT_MEMBER" });
    const used = activity.as(servicePrincipal(NIL_ID), SessionService).checkSession({ userId, sessionId });
    expect(await refusalOf(used)).toMatchObject({ code: "INVALID_TOKEN" });
    await expect(run("identities", { email, remove: "ada", issuer })).rejects.toThrow("no such identity");
    await expect(run("identities", { email, remove: "ada" })).rejects.toThrow("--issuer is missing");
    expect(await run("identities", { email: "nobody@example.com" })).toEqual({ identities: [] });
  });
});

describe("totp", () => {
  it("shows whether a person signs in with codes, and turns them off with a row in the audit log", async () => {
    const ana = await personWithApp();
    const email = `${ana.userId}@example.com`;
    expect(await run("totp", { email })).toEqual({ email, enabled: true, recovery_codes_left: 10 });
    expect(await run("totp", { email }, "--remove")).toMatchObject({ enabled: false, removed: true });
    expect(await login(ana)).toMatchObject({ userId: ana.userId });
    const log = await activity.rows<Record<string, unknown>>(ana, "audit_log");
    const row = { actorKind: "service", action: "DisableTotp", entityId: ana.userId };
    expect(log).toEqual(expect.arrayContaining([expect.objectContaining(row)]));
  });
});

describe("reseal-secrets", () => {
  it("encrypts the secrets of authenticator apps with the first key, once", async () => {
    await personWithApp();
    const env = { SEALING_KEYS: `new:${randomBytes(32).toString("base64")},${SEALING_KEYS}` };
    expect(await runWith(env, "reseal-secrets", {})).toEqual({ secrets: 1 });
    expect(await runWith(env, "reseal-secrets", {})).toEqual({ secrets: 0 });
  });
});

describe("demo", () => {
  it("creates the group once, prints the same result again, and replaces only lost secrets", async () => {
    const file = join(folder, "demo.json");
    const first: Demo = await run("demo", { file });
    const slugs = ["holding", "iberia", "nordics", "nordics-depot", "outsider"];
    expect(first.organizations.map(({ slug }) => slug)).toEqual(slugs);
    expect(await run("demo", { file })).toEqual(first);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const [holding, , nordics] = first.organizations;
    const { membership } = await authenticate(nordics!.id, nordics!.api_keys.viewer);
    expect(membership).toMatchObject({ role: Role.VIEWER, ancestors: [{ id: holding!.id, name: holding!.name }] });
    expect(membership?.descendantIds).toHaveLength(1);
    const people = await authenticate(nordics!.id, nordics!.api_keys.human_resources);
    expect(people.membership?.role).toBe(Role.HUMAN_RESOURCES);
    const { tree } = await activity.as(adminOf(nordics!.id), OrganizationService).getOrganizationTree({});
    expect(tree?.children.map(({ name }) => name)).toEqual(["Demo Iberia", "Demo Nordics"]);
    const { email, password } = first.users[0]!;
    expect(await access(holding!.id).login({ email, password })).toMatchObject({ email });

    const second: Demo = await run("demo", { file: join(folder, "other.json") });
    expect(second.organizations.map(({ id }) => id)).toEqual(first.organizations.map(({ id }) => id));
    const lost = authenticate(holding!.id, holding!.api_keys.admin);
    expect(await refusalOf(lost)).toMatchObject({ code: "INVALID_API_KEY" });
    await authenticate(holding!.id, second.organizations[0]!.api_keys.admin);
    const login = access(holding!.id).login({ email, password });
    expect(await refusalOf(login)).toMatchObject({ code: "INVALID_CREDENTIALS" });
  });
});
