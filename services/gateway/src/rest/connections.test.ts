import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { until } from "@emissions/testkit/poll";
import { afterEach, beforeEach, expect, it } from "vitest";
import { renewConnections } from "./connections.ts";

const AGE_MS = 200;

let server: Server;
let agent: Agent;
let connections: number;
beforeEach(async () => {
  server = createServer((_request, response) => void response.end("ok"));
  connections = 0;
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => {
  agent.destroy();
  server.close();
});

async function ask(): Promise<IncomingMessage> {
  const request = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", agent });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  expect(await text(answer)).toBe("ok");
  return answer;
}

it("a client opens a new connection after the age, without a failed request", async () => {
  renewConnections(server, { stopping: new AbortController().signal, ageMs: AGE_MS });
  expect((await ask()).headers.connection).toBe("keep-alive");
  await until("three connections", async () => {
    await ask();
    return connections === 3;
  });
});

it("a stopping server asks its clients to leave", async () => {
  const stopping = new AbortController();
  renewConnections(server, { stopping: stopping.signal });
  await ask();
  await ask();
  expect(connections).toBe(1);
  stopping.abort();
  expect((await ask()).headers.connection).toBe("close");
});
