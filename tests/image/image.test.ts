import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@emissions/testkit/poll";
import { freePorts } from "@emissions/testkit/ports";
import { type System, startSystem } from "@emissions/testkit/processes";
import { SERVICES } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROCESSES } from "../../deploy/image/processes.ts";
import { type Container, runOnce, start } from "./containers.ts";

const IMAGE_USER = 10001;

/** Database, NATS, ports, secrets and keys. The processes are containers. */
let system: System;
let folder: string;
const containers = new Map<string, Container>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "emissions-image-"));
  chmodSync(folder, 0o755);
  system = await startSystem({ services: [], dir: folder });
  for (const name of SERVICES) chownSync(join(system.keys, name, "key.json"), IMAGE_USER, IMAGE_USER);
});
afterAll(async () => {
  for (const container of containers.values()) container.stop();
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The environment of the test is not that of a container. */
function envOf(name: (typeof SERVICES)[number]): NodeJS.ProcessEnv {
  const all = system.envOf(name);
  const added = Object.keys(all).filter((variable) => all[variable] !== process.env[variable]);
  const own = Object.fromEntries(added.map((variable) => [variable, all[variable]]));
  const keys = { PRINCIPAL_KEY_FILE: `/keys/${name}/key.json`, PRINCIPAL_KEYS_FILE: "/keys/public/keys.json" };
  return { ...own, ...keys };
}

it.each(["servers", "", "toString"])("the image refuses %j as a process, and names all processes", (word) => {
  const { status, stderr } = runOnce({ args: word === "" ? [] : [word] });
  expect(status).toBe(2);
  expect(stderr).toContain(Object.keys(PROCESSES).join(", "));
});

it("migrate makes the schemas of all services", () => {
  const env = Object.fromEntries(
    SERVICES.map((name) => [`${name.toUpperCase()}_OWNER_URL`, system.databaseUrls.ownerOf(name)]),
  );
  expect(runOnce({ args: ["migrate", "--dry-run"], env })).toMatchObject({ status: 0 });
  const migrated = runOnce({ args: ["migrate"], env });
  expect(migrated.status, migrated.stderr).toBe(0);
  for (const name of SERVICES) expect(migrated.stdout).toContain(`${name}: applied`);
});

it("streams and all services become ready, without rights and on a read-only file system", async () => {
  const [opsPort] = await freePorts(1);
  const env = { NATS_URL: system.natsUrls.streams, OPS_PORT: String(opsPort), HOST: "127.0.0.1" };
  // One after the other, because a start takes a whole core. The gateway is ready when it reaches one of the others.
  const services = SERVICES.toSorted((a, b) => Number(a === "gateway") - Number(b === "gateway"));
  containers.set("streams", start({ args: ["streams"], env }));
  await containers.get("streams")!.ready(`http://127.0.0.1:${opsPort}`);
  for (const name of services) {
    containers.set(name, start({ args: [name], env: envOf(name), keys: system.keys }));
    await containers.get(name)!.ready(system.opsUrls[name]);
  }
  const { stdout } = containers
    .get("calc")!
    .exec("/usr/local/bin/node", "-p", "process.getuid() + ' ' + process.getgid()");
  expect(stdout.trim()).toBe("10001 10001");
});

it("answers the first requests of an organization that a command in the container has made", async () => {
  const { stdout, stderr } = containers
    .get("activity")!
    .exec(
      "node",
      "services/activity/src/commands/create-organization.ts",
      "--name=Acme",
      "--country=ES",
      "--admin-email=ada@acme.example",
    );
  expect(stderr).toBe("");
  const { id, api_key } = JSON.parse(stdout);
  const headers = { "x-organization-id": id, "x-api-key": api_key, "content-type": "application/json" };
  const call = async (path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await fetch(system.urls.gateway + path, {
      headers,
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return answer.json();
  };
  const units: { id: string; name: string }[] = await call("/v2/units");
  const purchase = {
    product_name: "Web shop",
    sector: "62.01",
    quantity: "1234.56",
    unit_id: units.find(({ name }) => name.endsWith("(EUR)"))!.id,
    purchase_date: "2025-03-14",
    expense_type: "opex",
  };
  const supplier = { business_name: "Taller Web", country: "ES", code_type: "nace", code: "62.01" };
  const { id: supplier_id } = await call("/v1/suppliers", supplier);
  const { id: purchaseId } = await call("/v1/purchases", { ...purchase, supplier_id });
  const calculated = await until("the calculation", async () => {
    const found = await call(`/v1/purchases/${purchaseId}`);
    return found.calculation_status !== "pending" && found;
  });
  expect(calculated).toMatchObject({ calculation_status: "calculated", co2e: 94.116808013334 });
});

it.each([
  ["gateway", "services/gateway/src/commands/limits.ts"],
  ["activity", "services/activity/src/commands/add-member.ts"],
  ["activity", "services/activity/src/commands/revoke-key.ts"],
  ["activity", "services/activity/src/commands/verify-audit.ts"],
  ["activity", "services/activity/src/commands/reconcile.ts"],
  ["calc", "services/calc/src/commands/verify-totals.ts"],
  ["calc", "services/calc/src/commands/current-records.ts"],
  ["gateway", "packages/kit/src/commands/service-accounts.ts"],
])("the container of %s has the command %s", (name, file) => {
  const { stdout, stderr } = containers.get(name)!.exec("node", file, "--unknown-option");
  expect(stdout + stderr).toMatch(/Unknown option/);
});

it.each(["activity", "notify"])("the container of %s encrypts its secrets again", (name) => {
  const { stdout, stderr } = containers.get(name)!.exec("node", `services/${name}/src/commands/reseal-secrets.ts`);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({ secrets: 0 });
});

it("the health check in a container tells a ready process from an absent one", async () => {
  const port = new URL(system.opsUrls.calc).port;
  const [absent] = await freePorts(1);
  expect(containers.get("calc")!.exec("node", "deploy/image/health.ts", port).status).toBe(0);
  expect(containers.get("calc")!.exec("node", "deploy/image/health.ts", String(absent)).status).toBe(1);
});

it("every process ends in order at SIGTERM", () => {
  for (const [name, container] of containers) {
    const code = container.stop();
    containers.delete(name);
    expect([name, code]).toEqual([name, "0"]);
  }
});

it("reads the code that the build has prepared", () => {
  const { stdout, stderr } = runOnce({ args: ["none"], env: { NODE_DEBUG_NATIVE: "COMPILE_CACHE" } });
  expect(stdout + stderr).toMatch(/retrieving transpile cache for StrippedTypeScript \S+entry\.ts\S*success/);
});
