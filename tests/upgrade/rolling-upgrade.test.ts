import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { servicesWithSchema } from "@emissions/kit/db/migration-files";
import { choosePorts, newSecrets } from "@emissions/testkit/environment";
import { type OwnPostgres, ownPostgres, testFolder } from "@emissions/testkit/infra";
import { type AccountNats, natsWithAccounts } from "@emissions/testkit/nats-accounts";
import { until } from "@emissions/testkit/poll";
import { type System, startSystem } from "@emissions/testkit/processes";
import { type DatabaseUrls, prepareDatabase, SERVICES, type ServiceName } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Balancer, startBalancer } from "./balancer.ts";
import { type Owner, startLoad } from "./load.ts";
import { checkOut, releasedCommit, runIn } from "./previous-release.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DATABASE = "emissions";
/** Services that others call come first, so that no new process meets a callee without its methods. */
const ORDER: readonly ServiceName[] = ["factors", "calc", "imports", "activity", "notify", "gateway"];
/** A stopping process still serves for this long, until the balancer has noticed. */
const STOP_DELAY_MS = 2_000;
/** Both versions of a service share the load for this long. */
const MIXED_MS = 3_000;
const SETTLE_MS = 180_000;
const MIGRATE = "packages/kit/src/commands/migrate.ts";

let folder: string;
let previous: string;
let postgres: OwnPostgres;
let nats: AccountNats;
let urls: DatabaseUrls;
let balancers: Map<ServiceName, Balancer>;
let old: System;
let owner: Owner;
let baseUrl: string;
const replacements: System[] = [];
/** The system of the present process of each service. */
const present = new Map<ServiceName, System>();
const secrets = newSecrets();

const env = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries([...balancers].map(([name, { port }]) => [`${name.toUpperCase()}_URL`, urlOf(port)])),
  PUBLIC_URL: baseUrl,
  STOP_DELAY_MS: String(STOP_DELAY_MS),
});
const urlOf = (port: number) => `http://127.0.0.1:${port}`;

async function migrate(checkout: string): Promise<void> {
  const schemas = (await servicesWithSchema()) as ServiceName[];
  const owners = Object.fromEntries(schemas.map((name) => [`${name.toUpperCase()}_OWNER_URL`, urls.ownerOf(name)]));
  await runIn(checkout, MIGRATE, { env: { ...process.env, ...owners } });
}

/** The previous release with its demo organizations and records, all made by its own programs. */
beforeAll(async () => {
  folder = testFolder();
  previous = join(folder, "previous");
  const commit = await releasedCommit();
  console.info(`upgrading from ${commit}`);
  await checkOut(commit, previous);
  postgres = await ownPostgres();
  urls = await prepareDatabase(postgres.url, DATABASE);
  nats = await natsWithAccounts({ storeDir: join(folder, "nats"), log: join(folder, "nats.log") });
  balancers = new Map();
  for (const name of SERVICES) balancers.set(name, await startBalancer());
  baseUrl = urlOf(balancers.get("gateway")!.port);
  await migrate(previous);
  old = await startVersion(join(previous, "services"), SERVICES);
  owner = await seed();
});
afterAll(async () => {
  for (const system of [...replacements, old]) await system?.kill();
  for (const balancer of balancers?.values() ?? []) balancer.close();
  await nats?.remove();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function startVersion(sources: string, services: readonly ServiceName[]): Promise<System> {
  const [dir, ports] = [testFolder(folder), await choosePorts()];
  const shared = { postgresUrl: postgres.url, database: DATABASE, natsUrls: nats.urls, keys: join(folder, "keys") };
  // Before the start: a gateway is ready when it reaches the services, and it reaches them through the balancers.
  for (const name of services) {
    const { port, opsPort } = ports[name];
    balancers.get(name)!.add({ port, opsUrl: urlOf(opsPort) });
  }
  // The migrate command alone changes the schemas.
  return startSystem({ ...shared, migrates: false, sources, services, dir, ports, secrets, env: env() });
}

async function seed(): Promise<Owner> {
  const file = join(folder, "demo.json");
  const activity = { ...process.env, ...old.envOf("activity") };
  await runIn(previous, "services/activity/src/commands/demo.ts", { args: ["--file", file], env: activity });
  const demo = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...demo, base_url: baseUrl }));
  const ids = demo.organizations.flatMap(({ id }: Owner) => ["--organization-id", id]);
  const most = ["--requests", "1000000", "--burst", "1000000"];
  const limits = { args: [...ids, ...most], env: { ...process.env, ...old.envOf("gateway") } };
  await runIn(previous, "services/gateway/src/commands/limits.ts", limits);
  await until("the balancer knows the gateway", async () => (await fetch(baseUrl).catch(() => null))?.ok);
  await runIn(previous, "scripts/demo/records.ts", { args: [file], env: process.env });
  return demo.organizations.find(({ slug }: { slug: string }) => slug === "outsider");
}

/** A process of the other version beside the present one, then the end of that one. */
async function replace(name: ServiceName, sources: string): Promise<void> {
  const system = await startVersion(sources, [name]);
  replacements.push(system);
  await pause(MIXED_MS);
  const { code, signal } = await (present.get(name) ?? old).process(name).kill("SIGTERM");
  present.set(name, system);
  expect({ name, code, signal }).toEqual({ name, code: 0, signal: null });
}

it("an upgrade from the previous release, and the way back on the new schemas, fail no request and lose no record", {
  timeout: 45 * 60_000,
}, async () => {
  const { outcome, stop } = await startLoad(baseUrl, owner);
  const requestsAtLeast = (n: number) => until("requests", () => outcome.requests >= n, SETTLE_MS);
  await requestsAtLeast(200);
  await migrate(ROOT);
  // The processes of the previous release stay in service on the new schemas.
  await requestsAtLeast(outcome.requests + 200);
  for (const name of ORDER) await replace(name, join(ROOT, "services"));
  await requestsAtLeast(outcome.requests + 200);
  const upgraded = outcome.requests;
  // Callers first: none of the new release meets a callee without its methods.
  for (const name of ORDER.toReversed()) await replace(name, join(previous, "services"));
  await requestsAtLeast(outcome.requests + 200);
  await stop();
  console.info(`${upgraded} requests until the end of the upgrade`);
  const { requests, purchases, wastes, failures, slowestMs } = outcome;
  console.info(
    `${requests} requests, slowest ${Math.round(slowestMs)} ms, ${purchases.length} purchases, ${wastes} wastes`,
  );
  expect(failures).toEqual([]);

  const headers = { "x-organization-id": owner.id, "x-api-key": owner.api_keys.editor };
  const total = async (path: string) =>
    ((await (await fetch(baseUrl + path, { headers })).json()) as { total: number }).total;
  const [done, filter] = [SETTLE_MS, "size=1&calculation_status[]=calculated"];
  await until(
    "purchases to be calculated",
    async () => (await total(`/v1/purchases?${filter}`)) === purchases.length,
    done,
  );
  await until(
    "wastes to be calculated",
    async () => (await total("/v1/wastes?size=1&co2e_status=calculated")) === wastes,
    done,
  );
  const calc = { ...process.env, ...present.get("calc")!.envOf("calc") };
  await runIn(ROOT, "services/calc/src/commands/verify-totals.ts", { env: calc });
});
