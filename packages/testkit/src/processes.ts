import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrationsOf, servicesWithSchema } from "@emissions/kit/db/migration-files";
import type { Exit } from "./child.ts";
import { migrateAs } from "./database.ts";
import { choosePorts, eachService, environmentOf, newSecrets, type Ports, type Secrets, urlOf } from "./environment.ts";
import { testFolder, testInfra } from "./infra.ts";
import type { OwnNats } from "./nats.ts";
import { type NatsUrls, natsWithAccounts } from "./nats-accounts.ts";
import { until } from "./poll.ts";
import { ensurePrincipalKeys } from "./principal-keys.mjs";
import {
  copyDatabase,
  type DatabaseUrls,
  dropDatabase,
  prepareDatabase,
  SERVICES,
  type ServiceName,
  toDatabase,
} from "./roles.ts";
import { exitReason, readLog, type ServiceProcess, serviceProcess } from "./service-process.ts";
import { ensureTemplate, type Template } from "./template.ts";

export interface SystemOptions {
  /** The processes to start. Default: all six. */
  services?: readonly ServiceName[];
  /** Additional environment of every process. */
  env?: NodeJS.ProcessEnv;
  /** Folder of logs and pid files. Default: one that is removed at the end. */
  dir?: string;
  /** URL of an administrator. Default: that of the test Postgres. */
  postgresUrl?: string;
  /** The same of services whose schemas are on other servers. Without a template. */
  postgresUrls?: Partial<Record<ServiceName, string>>;
  /** Database to use and keep. Default: a new one that is dropped at the end. */
  database?: string;
  /** Content of the fresh database; without it, the schemas of the processes are migrated. */
  template?: Template;
  /** Off for a given database whose schemas somebody else migrates. */
  migrates?: boolean;
  /** Without it the system gets a NATS of its own. */
  natsUrls?: NatsUrls;
  /** Address of the processes. Default: 127.0.0.1. */
  host?: string;
  /** Default: free ports. */
  ports?: Record<ServiceName, Ports>;
  /** Default: new secrets. */
  secrets?: Secrets;
  /** Folder of the keys of principals; missing ones are created. Default: below `dir`. */
  keys?: string;
  /** Folder of `<service>/src/main.ts`. Default: that of the project. */
  sources?: string;
  /** Called when a process ends unexpectedly. */
  onExit?: (name: ServiceName, exit: Exit) => void;
  /** Ends the waits for processes that are not ready yet. A start then kills its processes and fails. */
  signal?: AbortSignal;
}

export interface System {
  /** Base URL of each service: REST for the gateway, gRPC for the others. */
  urls: Record<ServiceName, string>;
  /** Base URLs of health and metrics. */
  opsUrls: Record<ServiceName, string>;
  databaseUrls: DatabaseUrls;
  /** Administrator's URL of the system's database. */
  adminUrl: string;
  natsUrls: NatsUrls;
  /** Folder of the keys of principals. */
  keys: string;
  /** The NATS server of this system. Undefined if one was given. */
  nats: OwnNats | undefined;
  process(name: ServiceName): ServiceProcess;
  logs(name: ServiceName): string;
  envOf(name: ServiceName): NodeJS.ProcessEnv;
  /** Ends all processes, and fails if one of them exits with an error. */
  stop(): Promise<void>;
  /** Kills all processes. */
  kill(): Promise<void>;
}

/** A gateway is ready as soon as it reaches one service, and its connections to the others may still be refused. */
async function untilReached(opsUrl: string, services: readonly string[], signal?: AbortSignal): Promise<void> {
  await until("the gateway reaches the services", async () => {
    signal?.throwIfAborted();
    const answer = await fetch(`${opsUrl}/readyz`);
    const { failing = [] } = (await answer.json()) as { failing?: string[] };
    return !failing.some((name) => services.includes(name));
  });
}

/** Starts the real processes on one database, and waits until all of them are ready. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const undo: (() => Promise<unknown>)[] = [];
  const clean = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    return await assemble(options, undo, clean);
  } catch (error) {
    await clean();
    throw error;
  }
}

async function assemble(
  options: SystemOptions,
  undo: (() => Promise<unknown>)[],
  clean: () => Promise<void>,
): Promise<System> {
  const dir = options.dir ?? testFolder();
  if (options.dir === undefined) undo.push(() => rm(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, "run"), { recursive: true });

  const postgresUrl = options.postgresUrl ?? testInfra().postgresUrl;
  const database = options.database ?? `system_${randomBytes(6).toString("hex")}`;
  const databaseUrls = await (options.template === undefined
    ? prepareServers(postgresUrl, database, options.postgresUrls)
    : copyDatabase(postgresUrl, database, await ensureTemplate(postgresUrl, options.template)));
  if (options.database === undefined) undo.push(() => dropDatabase(postgresUrl, database));
  const services = options.services ?? SERVICES;
  if (options.template === undefined && options.migrates !== false) await migrateAll(databaseUrls, services);

  let nats: OwnNats | undefined;
  let natsUrls = options.natsUrls;
  if (natsUrls === undefined) {
    const own = await natsWithAccounts({ storeDir: join(dir, "nats"), log: join(dir, "logs", "nats.log") });
    undo.push(own.remove);
    nats = own;
    natsUrls = own.urls;
  }
  const { host } = options;
  const ports = options.ports ?? (await choosePorts());
  const secrets = options.secrets ?? newSecrets();
  const keys = options.keys ?? join(dir, "keys");
  ensurePrincipalKeys(keys, SERVICES);
  const envOf = (name: ServiceName) =>
    environmentOf(name, { databaseUrls, natsUrls, host, ports, secrets, keys, more: options.env ?? {} });
  const opsUrls = eachService((name) => urlOf({ port: ports[name].opsPort }, host));

  const { sources, onExit, signal } = options;
  const processes = services.map((name) => ({
    name,
    process: serviceProcess({ name, dir, sources, opsUrl: opsUrls[name], env: envOf(name), onExit, signal }),
  }));
  undo.push(() => Promise.all(processes.map(({ process }) => process.kill("SIGKILL"))));
  await all(processes.map(({ process }) => process.restart()));
  if (services.includes("gateway")) await untilReached(opsUrls.gateway, services, signal);
  return {
    urls: eachService((name) => urlOf(ports[name], host)),
    opsUrls,
    databaseUrls,
    adminUrl: toDatabase(postgresUrl, database),
    natsUrls,
    keys,
    nats,
    process: (name) => {
      const found = processes.find((one) => one.name === name);
      if (found === undefined) throw new Error(`${name} is not part of this system`);
      return found.process;
    },
    logs: (name) => readLog(dir, name),
    envOf,
    kill: async () => {
      await Promise.all(processes.map(({ process }) => process.kill("SIGKILL")));
      await clean();
    },
    stop: async () => {
      const failures = await stopAll(processes, dir);
      await clean();
      if (failures.length > 0) throw new Error(failures.join("\n"));
    },
  };
}

/** The database on each server, with the logins of the services that use it. */
async function prepareServers(
  postgresUrl: string,
  database: string,
  others: SystemOptions["postgresUrls"] = {},
): Promise<DatabaseUrls> {
  const prepared = new Map<string, DatabaseUrls>();
  for (const url of new Set([postgresUrl, ...Object.values(others)])) {
    prepared.set(url, await prepareDatabase(url, database));
  }
  const serverOf = (service: ServiceName) => prepared.get(others[service] ?? postgresUrl)!;
  return {
    ownerOf: (service) => serverOf(service).ownerOf(service),
    of: (service) => serverOf(service).of(service),
  };
}

async function migrateAll(urls: DatabaseUrls, services: readonly ServiceName[]) {
  const schemas = await servicesWithSchema();
  const migrated = services.filter((service) => schemas.includes(service));
  await all(migrated.map((service) => migrateAs(urls, service, [migrationsOf(service)])));
}

/** Waits for all starts before it fails, so that none is still running afterwards. */
async function all(jobs: Promise<void>[]) {
  const failed = (await Promise.allSettled(jobs)).find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** The gateway first, so that no request arrives while the services behind it stop. */
async function stopAll(processes: { name: ServiceName; process: ServiceProcess }[], dir: string): Promise<string[]> {
  const failures: string[] = [];
  const stop = async ({ name, process }: { name: ServiceName; process: ServiceProcess }) => {
    if (!process.running()) return;
    const { code, signal } = await process.kill("SIGTERM");
    if (code !== 0) failures.push(`${name} ended with ${signal ?? `code ${code}`}: ${exitReason(dir, name)}`);
  };
  await Promise.all(processes.filter(({ name }) => name === "gateway").map(stop));
  await Promise.all(processes.filter(({ name }) => name !== "gateway").map(stop));
  return failures;
}
