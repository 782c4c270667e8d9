import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { until } from "@emissions/testkit/poll";
import { ensurePrincipalKeys, keyFiles } from "@emissions/testkit/principal-keys.mjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { createAccount, listAccounts, revokeAccount } from "../wire/account-keys.ts";
import { startSigner } from "../wire/key-files.ts";
import { principalOf } from "../wire/principal.ts";
import { type GrpcServer, startGrpcServer } from "../wire/server.ts";
import { serve } from "../wire/services.ts";
import { verifyCalls } from "../wire/signer.ts";

const COMMAND = fileURLToPath(new URL("service-accounts.ts", import.meta.url));
const CLIENT = fileURLToPath(new URL("../../../../examples/grpc-client/client.ts", import.meta.url));
const LIST_PURCHASES = "emissions.activity.v1.PurchaseService/ListPurchases";
const organization = newId();

let folder: string;
let publicKeys: string;
let server: GrpcServer;
let watch: Background;
const changes: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "service-accounts-"));
  ensurePrincipalKeys(folder, ["activity"]);
  const { own, all } = keyFiles(folder, "activity");
  publicKeys = all;
  const started = startSigner({
    issuer: "activity",
    files: { PRINCIPAL_KEY_FILE: own, PRINCIPAL_KEYS_FILE: all },
    log: { info: (_, message) => void changes.push(message), error: (fields) => expect.unreachable(String(fields)) },
    reloadMs: 10,
  });
  watch = started.watch;
  const services = [
    serve(PurchaseService, {
      listPurchases: (_, call) => ({ purchases: [{ head: { organizationId: principalOf(call).organizationId } }] }),
    }),
  ];
  const log = { error: (fields: object) => expect.unreachable(JSON.stringify(fields)) };
  const interceptors = [verifyCalls(started.signer)];
  server = await startGrpcServer({ host: "127.0.0.1", port: 0, services, log, interceptors });
});
afterAll(async () => {
  await watch.stop();
  server.close();
  rmSync(folder, { recursive: true });
});

const run = promisify(execFile);
const command = (...args: string[]) =>
  run(process.execPath, [COMMAND, ...args], { env: { PRINCIPAL_KEYS_FILE: publicKeys } });
const REPORTING = {
  name: "reporting",
  scopes: [LIST_PURCHASES],
  organizations: [organization],
  role: "viewer",
  days: 7,
};

async function reloaded(change: () => Promise<unknown>): Promise<void> {
  changes.length = 0;
  await change();
  await until("the service has read the keys", () => changes.length > 0);
}

describe("a service account", () => {
  const keyFile = () => join(folder, "account.json");
  const client = (id: string) =>
    run(process.execPath, [CLIENT, `127.0.0.1:${server.port}`, id], { env: { ACCOUNT_KEY_FILE: keyFile() } });

  it("works as soon as it is created, for its organization, until it is revoked", async () => {
    const { mode } = statSync(publicKeys);
    const args = ["--name", "reporting", "--scope", LIST_PURCHASES, "--organization", organization];
    await reloaded(async () => writeFileSync(keyFile(), (await command("create", ...args)).stdout));
    expect(JSON.parse((await client(organization)).stdout)).toMatchObject({
      purchases: [{ head: { organizationId: organization } }],
    });
    await reloaded(() => command("revoke", "--name", "reporting"));
    await expect(client(organization)).rejects.toThrow("not genuine");
    expect(statSync(publicKeys).mode).toBe(mode);
  });

  it("is listed without its private key, which is printed once", async () => {
    const { d, kid } = await createAccount(publicKeys, REPORTING);
    expect(d).toMatch(/^[\w-]{43}$/);
    const listed = listAccounts(publicKeys);
    expect(listed).toEqual([
      {
        name: "reporting",
        kid,
        role: "viewer",
        scopes: [LIST_PURCHASES],
        organizations: [organization],
        expires_at: expect.any(String),
        expired: false,
      },
    ]);
    expect(JSON.stringify(listed) + readFileSync(publicKeys, "utf8")).not.toContain(d);
  });

  it("has a second key for a rotation, and no third one", async () => {
    const [first] = listAccounts(publicKeys);
    const second = await createAccount(publicKeys, REPORTING);
    await expect(createAccount(publicKeys, REPORTING)).rejects.toThrow("more than 2 keys");
    revokeAccount(publicKeys, { name: "reporting", kid: first!.kid });
    expect(listAccounts(publicKeys).map(({ kid }) => kid)).toEqual([second.kid]);
  });
});

const MEMBERS = "emissions.activity.v1.MemberService/ListMembers";

it.each<[string, Partial<typeof REPORTING>, string]>([
  ["with a name that is none", { name: "Reporting!" }, "at iss"],
  ["without a scope", { scopes: [] }, "at scopes"],
  ["with a misspelled scope", { scopes: [`${LIST_PURCHASES}s`] }, "names no method"],
  ["with a scope of services only", { scopes: ["emissions.activity.v1.AccessService/*"] }, "names no method"],
  ["with a scope above its role", { scopes: [MEMBERS] }, "the role viewer may call"],
  [
    "with a scope that writes",
    { scopes: [LIST_PURCHASES.replace("List", "Delete")], role: "editor" },
    "no method that",
  ],
  ["for an organization that is no id", { organizations: ["all"] }, "at organizations"],
  ["with a role of services", { role: "service" }, "at role"],
])("no account is created %s", async (_, values, reason) => {
  const before = readFileSync(publicKeys, "utf8");
  await expect(createAccount(publicKeys, { ...REPORTING, name: "other", ...values })).rejects.toThrow(reason);
  expect(readFileSync(publicKeys, "utf8")).toBe(before);
});

it("an unknown account is not revoked", () => {
  expect(() => revokeAccount(publicKeys, { name: "nobody" })).toThrow("no such account");
});
