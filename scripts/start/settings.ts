import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceFile } from "@emissions/testkit/durable-file";
import { eachService, newSecrets, type Ports, type Secrets } from "@emissions/testkit/environment";
import { isTaken } from "@emissions/testkit/ports";
import { SERVICES, type ServiceName } from "@emissions/testkit/roles";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Settings {
  fresh: boolean;
  /** Folder of all data that survives a restart. */
  state: string;
  ports: Record<ServiceName, Ports>;
  databaseUrl: string | undefined;
  natsUrl: string | undefined;
}

const GATEWAY_PORT = 8080;
const PORT_BASE = 8100;
const OPS_OFFSET = 1000;
const PORT_MAX = 65_535 - OPS_OFFSET;

export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const unknown = args.find((arg) => arg !== "--fresh");
  if (unknown !== undefined) throw new Error(`unknown argument ${unknown}; there is only --fresh, which begins anew`);
  const gateway = portOf(env, "PORT", GATEWAY_PORT);
  const base = portOf(env, "PORT_BASE", PORT_BASE);
  const settings = {
    fresh: args.includes("--fresh"),
    state: resolve(ROOT, env.STATE_DIR || ".local"),
    ports: eachService((name, index) => withOps(name === "gateway" ? gateway : base + index)),
    databaseUrl: env.DATABASE_URL || undefined,
    natsUrl: env.NATS_URL || undefined,
  };
  if (settings.fresh && settings.databaseUrl !== undefined) {
    throw new Error("--fresh does not empty the database that DATABASE_URL names; give a new one instead");
  }
  return settings;
}

function portOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const port = Number(env[name] || otherwise);
  if (Number.isInteger(port) && port > 0 && port <= PORT_MAX) return port;
  throw new Error(`${name}=${env[name]} is not a port from 1 to ${PORT_MAX}`);
}

function withOps(port: number): Ports {
  return { port, opsPort: port + OPS_OFFSET };
}

export async function refuseTakenPorts(ports: Record<ServiceName, Ports>) {
  const seen = new Set<number>();
  for (const name of SERVICES) {
    for (const port of [ports[name].port, ports[name].opsPort]) {
      if (!seen.has(port) && !(await isTaken(port))) {
        seen.add(port);
        continue;
      }
      const cure = name === "gateway" ? "PORT=<port>" : "PORT_BASE=<port> for the services (now 8100)";
      throw new Error(`port ${port}, which ${name} needs, is taken; free it or choose another with ${cure}`);
    }
  }
}

/** Creates the secrets once, so that signatures and hashes stay valid over restarts. */
export function keptSecrets(state: string): Secrets {
  const file = join(state, "secrets.json");
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const secrets = { ...newSecrets(), ...kept };
  writePrivate(file, secrets);
  return secrets;
}

/** Writes a file atomically, readable by this user only. */
export function writePrivate(file: string, value: unknown) {
  replaceFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** The path relative to the checkout, where it is below it. */
export function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}
