import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Authority, createAuthority } from "@emissions/testkit/authority";
import { until } from "@emissions/testkit/poll";
import { type Receiver, type Reply, startReceiver } from "@emissions/testkit/receiver";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutbound, type Outbound } from "./outbound.ts";

const TIMEOUT_MS = 400;
/** Time limit for a response body. */
const BODY_LIMIT_MS = 1_000;
/** Margin for a machine that is busy with other tests. */
const SLACK_MS = 3_000;
const KIB = 1024;
const MIB = 1024 * KIB;
const message = { headers: { "webhook-id": "7" }, body: Buffer.from("{}") };

let authority: Authority;
let receiver: Receiver;
/** `brief` has a short time limit, `patient` the default. */
let brief: Outbound;
let patient: Outbound;
beforeAll(async () => {
  authority = await createAuthority();
  const settings = { allowPrivateAddresses: true, caFile: authority.caFile };
  brief = createOutbound({ ...settings, timeoutMs: TIMEOUT_MS });
  patient = createOutbound(settings);
});
beforeEach(async () => {
  receiver = await startReceiver({ authority });
});
afterEach(() => receiver.close());
afterAll(() => {
  brief.close();
  patient.close();
  authority.remove();
});

/** Writes raw bytes, so a response can be invalid. */
const raw =
  (...parts: (string | Uint8Array)[]): Reply =>
  (_request, { socket }) => {
    for (const part of parts) socket!.write(part);
  };

/** Repeats the part without end: as fast as it is read, or with an interval. */
const endless = (head: string, part: string | Uint8Array, everyMs?: number): Reply => {
  return (_request, response) => {
    const socket = response.socket!;
    socket.write(head);
    if (everyMs === undefined) {
      const flood = () => {
        while (!socket.destroyed && socket.write(part));
      };
      socket.on("drain", flood);
      flood();
      return;
    }
    const timer = setInterval(() => socket.write(part), everyMs);
    socket.once("close", () => clearInterval(timer));
  };
};

const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

describe("no response in time is TIMEOUT", () => {
  it.each<{ what: string; reply: Reply }>([
    { what: "no data", reply: () => {} },
    { what: "half a status line", reply: raw("HTTP/1.1 20") },
    { what: "headers without an end", reply: raw(OK) },
    { what: "a slow endless header", reply: endless(`${OK}a: `, "b", 20) },
    { what: "slow endless headers", reply: endless(OK, "a: b\r\n", 20) },
    { what: "only 100 Continue", reply: raw("HTTP/1.1 100 Continue\r\n\r\n") },
    { what: "only 103 Early Hints", reply: raw("HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n") },
    { what: "empty lines before the response", reply: endless("", "\r\n", 20) },
  ])("$what", async ({ reply }) => {
    receiver.reply = reply;
    const outcome = await brief.post(receiver.url, message);
    expect(outcome).toMatchObject({ status: null, body: null, errorCode: "TIMEOUT" });
    expect(outcome.durationMs).toBeGreaterThan(TIMEOUT_MS - 50);
    expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    await until("no connection is open", () => receiver.connections.open === 0);
  });

  it.each([
    { what: "time limit of the attempt", settings: { timeoutMs: TIMEOUT_MS } },
    { what: "time limit for connecting", settings: { connectTimeoutMs: TIMEOUT_MS } },
  ])("a server without a TLS handshake: $what", async ({ settings }) => {
    const outbound = createOutbound({ allowPrivateAddresses: true, ...settings });
    const server = createServer((socket) => socket.on("error", () => {}).resume());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const outcome = await outbound.post(`https://localhost:${port}/`, message);
    expect(outcome).toMatchObject({ errorCode: "TIMEOUT" });
    expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    outbound.close();
    server.close();
    await once(server, "close");
  });
});

it("the time limit for connecting does not apply to the response", async () => {
  const outbound = createOutbound({ allowPrivateAddresses: true, caFile: authority.caFile, connectTimeoutMs: 300 });
  receiver.reply = (_request, response) => void setTimeout(() => response.end("late"), 600);
  expect(await outbound.post(receiver.url, message)).toMatchObject({ status: 200, body: "late" });
  outbound.close();
});

describe("a broken or invalid response is CONNECTION_RESET, without waiting", () => {
  it.each<{ what: string; reply: Reply }>([
    { what: "a closed connection", reply: (_request, { socket }) => void socket!.end() },
    { what: "a reset", reply: (_request, { socket }) => void socket!.destroy() },
    { what: "a connection closed within the headers", reply: (_request, { socket }) => void socket!.end(`${OK}a:`) },
    { what: "another text protocol", reply: raw("220 mail.example ESMTP\r\n") },
    { what: "a status of 0", reply: raw("HTTP/1.1 000 None\r\n\r\n") },
    { what: "two content lengths", reply: raw(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`) },
    {
      what: "content length and chunked encoding",
      reply: raw(`${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`),
    },
    { what: "a header of 17 KiB", reply: raw(`${OK}a: ${"b".repeat(17 * KIB)}\r\n\r\n`) },
    { what: "4,000 headers", reply: raw(`${OK}${"a: 12345\r\n".repeat(4_000)}\r\n`) },
    { what: "endless headers", reply: endless(OK, `a: ${"b".repeat(900)}\r\n`) },
    { what: "endless 100 Continue", reply: endless("", "HTTP/1.1 100 Continue\r\n\r\n") },
    { what: "endless 103 Early Hints", reply: endless("", `HTTP/1.1 103 A\r\na: ${"b".repeat(8 * KIB)}\r\n\r\n`) },
    { what: "a protocol upgrade", reply: raw("HTTP/1.1 101 A\r\nconnection: upgrade\r\nupgrade: a\r\n\r\n") },
  ])("$what", async ({ reply }) => {
    receiver.reply = reply;
    const outcome = await patient.post(receiver.url, message);
    expect(outcome).toMatchObject({ status: null, body: null, errorCode: "CONNECTION_RESET" });
    expect(outcome.durationMs).toBeLessThan(SLACK_MS);
    await until("no connection is open", () => receiver.connections.open === 0);
  });
});

describe("the status decides, also with a faulty body", () => {
  it.each<{ what: string; reply: Reply; body: unknown; limitMs: number }>([
    { what: "an endless body", reply: endless(`${OK}\r\n`, "a".repeat(KIB)), body: "a".repeat(2 * KIB), limitMs: 0 },
    {
      what: "an endless chunk",
      reply: endless(`${CHUNKED}fffffff\r\n`, "a".repeat(KIB)),
      body: "a".repeat(2 * KIB),
      limitMs: 0,
    },
    { what: "a huge body", reply: { body: Buffer.alloc(8 * MIB, "a") }, body: "a".repeat(2 * KIB), limitMs: 0 },
    {
      what: "a slow endless body",
      reply: endless(`${OK}\r\n`, "a", 20),
      body: expect.stringMatching(/^a+$/),
      limitMs: BODY_LIMIT_MS,
    },
    { what: "a body that stops", reply: raw(`${OK}content-length: 9\r\n\r\nab`), body: "ab", limitMs: BODY_LIMIT_MS },
    { what: "a missing body", reply: raw(`${OK}content-length: 9\r\n\r\n`), body: "", limitMs: BODY_LIMIT_MS },
    { what: "an incomplete body", reply: breakOff(`${OK}content-length: 9\r\n\r\nab`), body: "ab", limitMs: 0 },
    { what: "an invalid chunk", reply: raw(`${CHUNKED}2\r\nab\r\nzz`), body: "ab", limitMs: 0 },
    { what: "an endless chunk extension", reply: endless(`${CHUNKED}1;`, "a".repeat(KIB)), body: "", limitMs: 0 },
    {
      what: "endless trailers",
      reply: endless(`${CHUNKED}1\r\na\r\n0\r\n`, `a: ${"b".repeat(KIB)}\r\n`),
      body: "a",
      limitMs: 0,
    },
    {
      what: "an incomplete character at the end",
      reply: raw(`${OK}content-length: 9\r\n\r\n`, Buffer.from([0x61, 0xe2])),
      body: "a",
      limitMs: BODY_LIMIT_MS,
    },
  ])("$what", async ({ reply, body, limitMs }) => {
    receiver.reply = reply;
    const outcome = await patient.post(receiver.url, message);
    expect(outcome).toMatchObject({ status: 200, body, errorCode: null });
    expect(outcome.durationMs).toBeLessThan(limitMs + SLACK_MS);
    await until("no connection is open", () => receiver.connections.open === 0);
  });

  it("also if the attempt times out within the body", async () => {
    receiver.reply = endless("HTTP/1.1 503 No\r\n\r\n", "a", 20);
    const outcome = await brief.post(receiver.url, message);
    expect(outcome).toMatchObject({ status: 503, body: expect.stringMatching(/^a+$/), errorCode: "HTTP_STATUS" });
    expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + SLACK_MS);
  });

  function breakOff(head: string): Reply {
    return (_request: unknown, { socket }: ServerResponse) => void socket!.end(head);
  }
});

it("200 endless responses use no more memory, and most of their data is not read", async () => {
  const sent: (() => number)[] = [];
  receiver.reply = (request, response) => {
    const { socket } = response;
    sent.push(() => socket!.bytesWritten);
    const reply = endless(`${OK}\r\n`, Buffer.alloc(16 * KIB, "a"));
    if (typeof reply === "function") return reply(request, response);
  };
  const postMany = async (count: number) => {
    const outcomes = await Promise.all(Array.from({ length: count }, () => patient.post(receiver.url, message)));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 200, errorCode: null });
    await until("no connection is open", () => receiver.connections.open === 0);
  };
  await postMany(20);
  const before = memory();
  for (let round = 0; round < 10; round++) await postMany(20);
  expect(memory() - before).toBeLessThan(16 * MIB);
  expect(Math.max(...sent.map((bytes) => bytes()))).toBeLessThan(8 * MIB);
});

/** Bytes in use after a garbage collection, in the heap and in buffers. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
