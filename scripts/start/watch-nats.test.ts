import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@emissions/testkit/poll";
import { afterEach, beforeEach, expect, it } from "vitest";
import { watchNats } from "./watch-nats.ts";

const EVERY_MS = 5;
const WRITE_ERROR = `{"status":"unavailable","error":"JetStream stream 'A > B' write error: no space left on device"}`;
const OTHER_ERROR = '{"status":"unavailable","error":"JetStream stream is not current"}';
let server: Server;
/** NATS gives this answer, or is healthy. */
let health: string | undefined;
let asked = 0;

beforeEach(async () => {
  server = createServer((_, response) => {
    asked += 1;
    response.writeHead(health === undefined ? 200 : 503).end(health ?? '{"status":"ok"}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Waits until several answers of the present health were seen. */
const someRounds = () => {
  const before = asked;
  return until("some rounds", () => asked > before + 5);
};

it("NATS is ended for a write error that lasts, and only while there is space", async () => {
  let [ends, free] = [0, 0];
  const watch = watchNats({
    healthUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`,
    storeDir: "/unused",
    endServer: async () => {
      ends += 1;
      health = undefined;
    },
    everyMs: EVERY_MS,
    faultMsMax: 2 * EVERY_MS,
    freeBytes: async () => free,
  });
  try {
    free = 1e12;
    for (const other of [undefined, OTHER_ERROR]) {
      health = other;
      await someRounds();
    }
    [free, health] = [0, WRITE_ERROR];
    await someRounds();
    expect(ends).toBe(0);
    free = 1e12;
    await until("an end", () => ends > 0);
    await someRounds();
    expect(ends).toBe(1);
  } finally {
    await watch.stop();
  }
});
