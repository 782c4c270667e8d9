import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { createSecureContext } from "node:tls";
import { promisify } from "node:util";
import { type Authority, createAuthority } from "@emissions/testkit/authority";
import { until } from "@emissions/testkit/poll";
import { freePort } from "@emissions/testkit/ports";
import { type Receiver, type Reply, startReceiver } from "@emissions/testkit/receiver";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isAllowed } from "./addresses.ts";
import { openSocket, startTls } from "./connection.ts";
import { type NameServer, startNameServer } from "./name-server.fixture.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { startCountingServer } from "./sockets.fixture.ts";

const run = promisify(execFile);
const body = Buffer.from('{"type":"ingest_job.finished","ä":"\\u0000"}');
const message = { headers: { "webhook-id": "7", "content-type": "application/json", Host: "other.example" }, body };
const DAY_MS = 86_400_000;

let authority: Authority;
let receiver: Receiver;
let names: NameServer;
let outbound: Outbound;
beforeAll(async () => {
  authority = await createAuthority();
  names = await startNameServer((_name, type) => (type === "A" ? ["127.0.0.1"] : []));
  outbound = createOutbound({ allowPrivateAddresses: true, caFile: authority.caFile, dnsServers: [names.address] });
});
beforeEach(async () => {
  receiver = await startReceiver({ authority });
});
afterEach(() => receiver.close());
afterAll(() => {
  outbound.close();
  names.close();
  authority.remove();
});

async function postTo(reply: Reply) {
  receiver.reply = reply;
  const { durationMs, ...outcome } = await outbound.post(receiver.url, message);
  return outcome;
}

describe("post", () => {
  it("sends the exact bytes to the host and path of the URL", async () => {
    const { port } = receiver;
    const outcome = await outbound.post(`https://hooks.receivers.example:${port}/in/ä?q=1`, message);
    expect(outcome).toMatchObject({ status: 200, body: "", retryAfterMs: null, errorCode: null });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: "POST", path: "/in/%C3%A4?q=1", body });
    expect(request).toHaveProperty("serverName", "hooks.receivers.example");
    expect(request!.headers).toEqual({
      host: `hooks.receivers.example:${port}`,
      "webhook-id": "7",
      "content-type": "application/json",
      "accept-encoding": "identity",
      "content-length": String(body.length),
      connection: "close",
    });
  });

  it.each(["127.0.0.1", "localhost", "a.localhost"])(
    "may send to %s where private addresses are allowed",
    async (host) => {
      const certified = await startReceiver({ authority, certificate: await authority.issue({ hosts: [host] }) });
      expect(await outbound.post(`https://${host}:${certified.port}/`, message)).toMatchObject({ errorCode: null });
      await certified.close();
    },
  );

  it("opens one connection per attempt and closes it", async () => {
    for (let round = 0; round < 3; round++) await outbound.post(receiver.url, message);
    expect(receiver.connections.total).toBe(3);
    await until("no connection is open", () => receiver.connections.open === 0);
  });

  it("ignores proxy variables of the environment", async () => {
    const proxy = await startCountingServer();
    const url = `http://127.0.0.1:${proxy.port}`;
    const env = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: url, https_proxy: url, ALL_PROXY: url };
    expect(await postFromProcess(env, authority.caFile)).toMatchObject({ status: 200 });
    expect(proxy.connections).toBe(0);
    await proxy.close();
  });

  it("trusts the additional certificate authority and the default ones", async () => {
    const further = await createAuthority();
    const env = { NODE_EXTRA_CA_CERTS: authority.caFile };
    expect(await postFromProcess(env, further.caFile)).toMatchObject({ status: 200 });
    further.remove();
  });
});

/** Posts from a new process, because Node reads these variables at its start. */
async function postFromProcess(env: Record<string, string>, caFile: string, url = receiver.url): Promise<unknown> {
  const script = `import { createOutbound } from ${JSON.stringify(new URL("./outbound.ts", import.meta.url).href)};
    const outbound = createOutbound({ allowPrivateAddresses: true, caFile: process.argv[2] });
    console.log(JSON.stringify(await outbound.post(process.argv[1], { headers: {}, body: new Uint8Array() })));`;
  const args = ["--input-type=module", "-e", script, url, caFile];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  return JSON.parse(stdout);
}

describe("the status of the response decides", () => {
  it.each([
    { status: 200, errorCode: null },
    { status: 204, errorCode: null },
    { status: 299, errorCode: null },
    { status: 300, errorCode: "REDIRECT" },
    { status: 304, errorCode: "REDIRECT" },
    { status: 400, errorCode: "HTTP_STATUS" },
    { status: 410, errorCode: "HTTP_STATUS" },
    { status: 503, errorCode: "HTTP_STATUS" },
    { status: 999, errorCode: "HTTP_STATUS" },
  ])("$status is $errorCode", async ({ status, errorCode }) => {
    expect(await postTo({ status })).toEqual({ status, body: "", retryAfterMs: null, errorCode });
  });

  it.each([301, 302, 303, 307, 308])("redirect %i is not followed", async (status) => {
    const counter = await startCountingServer();
    const location = `https://127.0.0.1:${counter.port}/`;
    expect(await postTo({ status, headers: { location }, body: "there" })).toMatchObject({
      status,
      body: "there",
      errorCode: "REDIRECT",
    });
    expect(counter.connections).toBe(0);
    await counter.close();
  });

  it.each([
    { status: 429, value: "7", ms: 7_000 },
    { status: 503, value: "100000", ms: 3_600_000 },
    { status: 429, value: "Thu, 01 Jan 2099 00:00:00 GMT", ms: 3_600_000 },
    { status: 429, value: "tomorrow", ms: null },
    { status: 200, value: "7", ms: null },
  ])("$status with Retry-After: $value is $ms ms", async ({ status, value, ms }) => {
    expect(await postTo({ status, headers: { "retry-after": value } })).toMatchObject({ status, retryAfterMs: ms });
  });

  it("the body is stored as text of at most 2,048 bytes", async () => {
    const invalid = Buffer.concat([Buffer.from("<script>\0"), Buffer.from([0xff]), Buffer.from("ä".repeat(3000))]);
    const { body: kept } = await postTo({ status: 500, body: invalid });
    expect(kept).toMatch(/^<script>\ufffdä+$/);
    expect(Buffer.byteLength(kept!)).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(kept!)).toBeGreaterThan(2040);
  });

  it("a compressed body is not decompressed", async () => {
    const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0]);
    const { body: kept } = await postTo({ headers: { "content-encoding": "gzip" }, body: packed });
    expect(kept).toBe("\x1f\ufffd\b");
  });
});

describe("an invalid certificate is TLS_FAILURE, and nothing is sent", () => {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  it.each([
    { what: "for another host", options: { hosts: ["other.example"] } },
    { what: "for another address", options: { hosts: ["127.0.0.2"] } },
    { what: "expired", options: { from: hour(-48), until: hour(-24) } },
    { what: "not yet valid", options: { from: hour(24), until: hour(48) } },
    { what: "self-signed", options: { selfSigned: true } },
  ])("$what", async ({ options }) => {
    const doubtful = await startReceiver({ authority, certificate: await authority.issue(options) });
    expect(await outbound.post(doubtful.url, message)).toMatchObject({
      status: null,
      body: null,
      errorCode: "TLS_FAILURE",
    });
    expect(doubtful.requests).toEqual([]);
    await doubtful.close();
  });

  it("self-signed, also with NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
    const doubtful = await startReceiver({ authority, certificate: await authority.issue({ selfSigned: true }) });
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect(await postFromProcess(env, authority.caFile, doubtful.url)).toMatchObject({ errorCode: "TLS_FAILURE" });
    await doubtful.close();
  });

  it("of an unknown certificate authority", async () => {
    const withoutCa = createOutbound({ allowPrivateAddresses: true });
    expect(await withoutCa.post(receiver.url, message)).toMatchObject({ errorCode: "TLS_FAILURE" });
    withoutCa.close();
  });

  it("no TLS, or an outdated TLS version", async () => {
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const outdated = await startReceiver({ authority, ...old });
    expect(await outbound.post(outdated.url, message)).toMatchObject({ errorCode: "TLS_FAILURE" });
    await outdated.close();
    const plain = createServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\n\r\n"));
    await once(plain.listen(0, "127.0.0.1"), "listening");
    const { port } = plain.address() as AddressInfo;
    expect(await outbound.post(`https://localhost:${port}/`, message)).toMatchObject({ errorCode: "TLS_FAILURE" });
    plain.close();
  });

  it("a receiver that demands a client certificate", async () => {
    const demanding = await startReceiver({ authority, requestCert: true });
    expect(await outbound.post(demanding.url, message)).toMatchObject({ errorCode: "TLS_FAILURE" });
    await demanding.close();
  });
});

it.each([
  { host: "::1", certified: ["::1"], isValid: true },
  { host: "2606:4700::1111", certified: ["a.example", "2606:4700:0::1111"], isValid: true },
  { host: "::1", certified: ["::2", "127.0.0.1"], isValid: false },
])("a certificate for $certified is valid for $host: $isValid", async ({ host, certified, isValid }) => {
  const other = await startReceiver({ authority, certificate: await authority.issue({ hosts: certified }) });
  const socket = connect(other.port, "127.0.0.1");
  const context = createSecureContext({ ca: readFileSync(authority.caFile) });
  const secured = await startTls(socket, { host, context, signal: AbortSignal.timeout(5_000) });
  if (isValid) expect(secured).toHaveProperty("authorized", true);
  else expect(secured).toBe("TLS_FAILURE");
  socket.destroy();
  await other.close();
});

it("a port without a listener is CONNECTION_REFUSED", async () => {
  const url = `https://localhost:${await freePort()}/`;
  expect(await outbound.post(url, message)).toMatchObject({ status: null, errorCode: "CONNECTION_REFUSED" });
});

it("a connection to a forbidden peer address is closed before a byte is sent", async () => {
  const received: Buffer[] = [];
  const server = createServer((socket) => socket.on("data", (data) => received.push(data)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const socket = await openSocket({
    host: "a.example",
    port,
    addresses: [{ address: "127.0.0.1", family: 4 }],
    isAllowed: (address) => isAllowed(address, { allowPrivate: false }),
    signal: AbortSignal.timeout(5_000),
  });
  expect(socket).toBe("ADDRESS_NOT_PUBLIC");
  server.close();
  await once(server, "close");
  expect(received).toEqual([]);
});

it("a name with one unreachable address is reached at the other one", async () => {
  const socket = await openSocket({
    host: "a.example",
    port: receiver.port,
    addresses: [
      { address: "127.0.0.77", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ],
    isAllowed: () => true,
    signal: AbortSignal.timeout(5_000),
  });
  expect(socket).toHaveProperty("remoteAddress", "127.0.0.1");
  if (typeof socket !== "string") socket.destroy();
});

it("close aborts attempts in flight and refuses later ones", async () => {
  const brief = createOutbound({ allowPrivateAddresses: true, caFile: authority.caFile, timeoutMs: DAY_MS });
  receiver.reply = () => brief.close();
  const first = await brief.post(receiver.url, message);
  expect([first, await brief.post(receiver.url, message)]).toMatchObject([
    { errorCode: "CONNECTION_RESET" },
    { errorCode: "CONNECTION_RESET" },
  ]);
  expect(receiver.requests).toHaveLength(1);
});

it("a missing CA file is an error at the start", () => {
  expect(() => createOutbound({ allowPrivateAddresses: false, caFile: "/nowhere/ca.pem" })).toThrow("ENOENT");
});
