import { fileURLToPath } from "node:url";
import { choosePorts, type Secrets } from "@emissions/testkit/environment";
import type { SystemOptions } from "@emissions/testkit/processes";
import { SERVICES } from "@emissions/testkit/roles";
import { type OwnBackend, startBackend, startReplicas } from "../support/backend.ts";

const NAME = "replicas.test";
const NAME_LOADER = fileURLToPath(new URL("replica-name.mjs", import.meta.url));

/**
 * Starts processes of all services on addresses of their own. Each calls the others by a name that has the addresses of
 * all, as in a cluster. The first one may run the NATS of all: it must stop last.
 */
export async function startAll(count: number, options: SystemOptions & { secrets: Secrets }): Promise<OwnBackend[]> {
  const hosts = Array.from({ length: count }, (_, index) => `127.0.0.${index + 1}`);
  const ports = await choosePorts();
  const urls = SERVICES.map((name) => [`${name.toUpperCase()}_URL`, `http://${NAME}:${ports[name].port}`]);
  const env = {
    ...options.env,
    ...Object.fromEntries(urls),
    REPLICA_NAME: NAME,
    REPLICA_HOSTS: hosts.join(","),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${NAME_LOADER}`,
  };
  const started: OwnBackend[] = [];
  for (const host of hosts) {
    const own = { ...options, host, ports, env };
    started.push(await (started[0] ? startReplicas(started[0], own) : startBackend(own)));
  }
  return started;
}
