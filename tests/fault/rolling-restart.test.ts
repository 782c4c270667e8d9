import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { choosePorts, newSecrets, urlOf } from "@emissions/testkit/environment";
import { until } from "@emissions/testkit/poll";
import { SERVICES, type ServiceName } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend, startReplicas, unitIds } from "../support/backend.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { expectAllCounted, purchaseOf, SETTLE_MS } from "./purchases.ts";

const CLIENTS = 8;
const REPLICAS = 2;
const REQUESTS_MIN = 20_000;
/** As in production: a stopping process serves until load balancers have noticed. */
const STOP_DELAY_MS = 5_000;
const STOP_MS_MAX = 15_000;
const LIMIT_MS = 15 * 60_000;

const balancers = new Map<ServiceName, Balancer>();
const replicas: OwnBackend[] = [];
let as: Caller;
beforeAll(async () => {
  for (const name of SERVICES) balancers.set(name, await startBalancer());
  const urls = [...balancers].map(([name, { url }]) => [`${name.toUpperCase()}_URL`, url]);
  const env = { ...Object.fromEntries(urls), STOP_DELAY_MS: String(STOP_DELAY_MS) };
  const secrets = newSecrets();
  while (replicas.length < REPLICAS) {
    const ports = await choosePorts();
    for (const [name, { targets }] of balancers) {
      targets.push({ url: urlOf(ports[name]), opsUrl: urlOf({ port: ports[name].opsPort }) });
    }
    const options = { env, secrets, ports };
    replicas.push(await (replicas[0] ? startReplicas(replicas[0], options) : startBackend(options)));
  }
  as = replicas[0]!.caller("outsider");
});
afterAll(async () => {
  // The first one runs the NATS of all.
  for (const replica of replicas.toReversed()) await replica.stop();
  for (const { close } of balancers.values()) close();
});

/** A client with one connection that it keeps. It repeats nothing: each answer must be a success. */
function newClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(balancers.get("gateway")!.url);
  return async (method: string, path: string, body?: object) => {
    const headers = { ...as, ...(body && { "content-type": "application/json" }) };
    const sent = request({ hostname, port, method, path, agent, headers });
    sent.end(body && JSON.stringify(body));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const content = await text(answer);
    if (answer.statusCode! >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${content}`);
  };
}

it("no request fails while every process is replaced in turn", { timeout: LIMIT_MS + 2 * SETTLE_MS }, async () => {
  const unit = (await unitIds(replicas[0]!, as))("EUR");
  const end = Date.now() + LIMIT_MS;
  const failures: string[] = [];
  let [requests, purchases, isRestarted] = [0, 0, false];
  const isOver = () => failures.length > 0 || Date.now() > end || (isRestarted && requests >= REQUESTS_MIN);
  const client = async () => {
    const send = newClient();
    const run = (...what: Parameters<typeof send>) =>
      send(...what)
        .catch((error) => void failures.push(String(error)))
        .finally(() => requests++);
    while (!isOver()) {
      await run("POST", "/v1/purchases", purchaseOf(purchases++, unit));
      await run("GET", "/v1/purchases?size=5");
      await run("GET", "/v1/total-impacts?start_date=2025-06-01&end_date=2025-06-30&group_by=month");
    }
  };
  const stopMs: number[] = [];
  const restartAll = async () => {
    for (const name of SERVICES) {
      for (const { system } of replicas) {
        if (failures.length > 0) return;
        const begun = performance.now();
        expect(await system.process(name).kill("SIGTERM")).toEqual({ code: 0, signal: null });
        stopMs.push(performance.now() - begun);
        await system.process(name).restart();
        // As Kubernetes, which ends the next process only when the new one gets connections.
        const { ready, targets } = balancers.get(name)!;
        await until(`the balancer of ${name} knows all processes`, () => ready.size === targets.length);
      }
    }
    isRestarted = true;
  };
  await Promise.all([restartAll(), ...Array.from({ length: CLIENTS }, client)]);

  console.info(
    `${requests} requests, ${failures.length} failed; ${stopMs.length} processes ended within ${Math.round(Math.max(...stopMs))} ms`,
  );
  expect(failures).toEqual([]);
  expect(Math.max(...stopMs)).toBeLessThan(STOP_MS_MAX);
  await expectAllCounted(replicas[0]!, as, purchases);
});
