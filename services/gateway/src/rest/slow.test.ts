import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setInterval as every } from "node:timers/promises";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { samplePurchase } from "../../test/samples.ts";

const LIMITS = { headersMs: 300, requestMs: 600 };
/** The server checks for late requests once a second, and the machine may be busy. */
const SLACK_MS = 2_500;
const DRIP_MS = 20;
const IDLE_CONNECTIONS = 300;

const { app, calls } = await gateway();
const server = app.server;
const usual = [server.headersTimeout, server.requestTimeout];
let port: number;

beforeAll(async () => {
  server.headersTimeout = LIMITS.headersMs;
  server.requestTimeout = LIMITS.requestMs;
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (server.address() as { port: number }).port;
});
afterAll(() => app.close());

const begin = (line: string, headers: Record<string, string>) =>
  `${line} HTTP/1.1\r\n${Object.entries({ host: "a", ...as("admin"), ...headers })
    .map((header) => `${header.join(": ")}\r\n`)
    .join("")}\r\n`;
const JSON_TYPE = { "content-type": "application/json" };
const LONG = { ...JSON_TYPE, "content-length": "100000" };
const purchase = JSON.stringify(samplePurchase);
const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n';

const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
const allGone = () => until("all connections to be gone", async () => (await connections()) === 0);

/** Sends the beginning at once, then one byte after another until it is disconnected, also after the answer. */
async function drip(sent: string) {
  const startedAt = performance.now();
  const socket: Socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let [answer, answeredMs] = ["", 0];
  socket.on("error", () => {});
  socket.on("data", (data) => {
    answeredMs ||= performance.now() - startedAt;
    answer += data;
  });
  socket.write(sent);
  for await (const _ of every(DRIP_MS)) {
    if (socket.destroyed) break;
    socket.write("1");
  }
  const [head = "", text = ""] = answer.split("\r\n\r\n");
  return { head: head.toLowerCase(), text, answeredMs };
}

const countries = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/countries`, {
    headers: { ...as("viewer"), connection: "close" },
  });
  await answer.text();
  return answer.status;
};

it("the limits are 10 s for headers and 30 s for requests, as docs/errors.md says", () => {
  expect(usual).toEqual([10_000, 30_000]);
});

describe.concurrent("a slow client", () => {
  it.each([
    { what: "headers", sent: "GET /v1/countries HTTP/1.1\r\nhost: a\r\nx: ", limitMs: LIMITS.headersMs },
    { what: "a body of known length", sent: begin("POST /v1/purchases", LONG) },
    {
      what: "a body in chunks",
      sent: `${begin("POST /v1/purchases", { ...JSON_TYPE, "transfer-encoding": "chunked" })}186a0\r\n`,
    },
    {
      what: "a file",
      sent: `${begin("POST /v1/files", { ...LONG, "content-type": "multipart/form-data; boundary=x" })}${part}`,
    },
    {
      what: "a body to a route with problem details",
      sent: begin("POST /v2/webhook-endpoints", LONG),
      type: "problem+json",
    },
  ])(
    "is refused and disconnected: $what",
    async ({ sent, limitMs = LIMITS.requestMs, type = "json; charset=utf-8" }) => {
      const { head, text, answeredMs } = await drip(sent);
      expect(head).toMatch(/^http\/1.1 408 request timeout\r\n/);
      expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}(\r\n|$)/);
      expect(head).toContain(`content-type: application/${type}\r\n`);
      expect(JSON.parse(text)).toMatchObject({ detail: expect.any(String), code: "REQUEST_TIMEOUT" });
      expect(answeredMs).toBeGreaterThanOrEqual(limitMs);
      expect(answeredMs).toBeLessThan(limitMs + SLACK_MS);
    },
  );
});

describe("a refused client", () => {
  it("cannot complete its request later", async () => {
    const before = calls.count(PurchaseService.method.createPurchase);
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
    socket.write(begin("POST /v1/purchases", { ...JSON_TYPE, "content-length": `${purchase.length}` }));
    socket.write(purchase.slice(0, -1));
    const [answer] = await once(socket, "data");
    socket.write(purchase.slice(-1));
    await allGone();
    expect([String(answer).slice(0, 12), calls.count(PurchaseService.method.createPurchase)]).toEqual([
      "HTTP/1.1 408",
      before,
    ]);
  });
});

it("at most 10,000 connections are open; further ones are closed until another ends", async () => {
  const usualMax = server.maxConnections;
  expect(usualMax).toBe(10_000);
  onTestFinished(() => {
    server.maxConnections = usualMax;
  });
  server.maxConnections = 2;
  const first = connect({ port, host: "127.0.0.1" });
  const second = connect({ port, host: "127.0.0.1" });
  await until("both connections to be open", async () => (await connections()) === 2);
  const third = connect({ port, host: "127.0.0.1" }).on("error", () => {});
  await once(third, "close");
  first.destroy();
  await until("one connection to be open", async () => (await connections()) === 1);
  expect(await countries()).toBe(200);
  second.destroy();
  await allGone();
});

it("hundreds of silent connections are closed, and others are answered meanwhile", async () => {
  const sockets = Array.from({ length: IDLE_CONNECTIONS }, () =>
    connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {}),
  );
  await until("all connections to be open", async () => (await connections()) === IDLE_CONNECTIONS);
  expect(await countries()).toBe(200);
  const slow = drip(begin("POST /v1/purchases", LONG));
  expect(await countries()).toBe(200);
  await slow;
  await allGone();
  for (const socket of sockets) socket.destroy();
});
