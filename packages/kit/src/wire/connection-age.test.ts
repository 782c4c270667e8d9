import { promises as dns } from "node:dns";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "@connectrpc/connect";
import { startChild } from "@emissions/testkit/child";
import { testFolder } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { freePort } from "@emissions/testkit/ports";
import { afterEach, expect, it, vi } from "vitest";
import { grpcTransport } from "./client.ts";
import { EchoService } from "./echo.fixture.ts";

const SERVER = fileURLToPath(new URL("echo-process.fixture.ts", import.meta.url));
const CONNECTION_AGE_MS = 1_000;
const CALLERS = 8;
const MEASURED_MS = 3 * CONNECTION_AGE_MS;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startServer(host: string, port: number) {
  const child = await startChild({
    command: process.execPath,
    args: [SERVER, host, String(port), String(CONNECTION_AGE_MS)],
    env: { ...process.env },
    log: join(testFolder(), "server.log"),
  });
  closing.push(() => child.stop("SIGKILL"));
  const transport = grpcTransport({ baseUrl: `http://${host}:${port}` });
  closing.push(() => transport.close());
  const answers = () =>
    transport.checkHealth().then(
      () => true,
      () => false,
    );
  await until(`${host} answers`, answers);
}

it("calls reach a server that joins later, in equal parts, and none fails when connections are renewed", async () => {
  const port = await freePort();
  const hosts = ["127.0.0.2", "127.0.0.3"];
  // The addresses of a name in the cluster: the name of a service is not in the DNS of this machine.
  const lookup = vi.spyOn(dns, "lookup") as unknown as { mockImplementation(answer: () => unknown): void };
  lookup.mockImplementation(async () => hosts.map((address) => ({ address, family: 4 })));
  closing.push(() => vi.restoreAllMocks());
  await Promise.all(hosts.map((host) => startServer(host, port)));

  const transport = grpcTransport({ baseUrl: `http://replicas.test:${port}` });
  closing.push(() => transport.close());
  const { say } = createClient(EchoService, transport);
  const answered: string[] = [];
  let stopping = false;
  const caller = async () => {
    while (!stopping) answered.push((await say({ value: "" })).value);
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  callers.catch(() => {});
  await until("both servers answer", () => hosts.every((host) => answered.includes(host)));

  await startServer("127.0.0.4", port);
  hosts.push("127.0.0.4");
  await until("the third server answers", () => answered.includes("127.0.0.4"));
  const since = answered.length;
  await sleep(MEASURED_MS);
  stopping = true;
  await callers;
  const calls = answered.slice(since);
  for (const host of hosts) {
    expect(calls.filter((one) => one === host).length).toBeGreaterThan(calls.length / 6);
  }
});
