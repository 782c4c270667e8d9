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
import { openSocket, secure } from "./connection.ts";
import { type NameServer, startNameServer } from "./name-server.fixture.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { startSentinel } from "./sockets.fixture.ts";

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

describe("a delivery", () => {
  it("arrives byte for byte, at the host and path of the URL", async () => {
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
    "may go to %s where private addresses are allowed",
    async (host) => {
      const certified = await startReceiver({ authority, certificate: await authority.issue({ hosts: [host] }) });
      expect(await outbound.post(`https://${host}:${certified.port}/`, message)).toMatchObject({ errorCode: null });
      await certified.close();
    },
  );

  it("has a connection of its own, which is closed after it", async () => {
    for (let round = 0; round < 3; round++) await outbound.post(receiver.url, message);
    expect(receiver.connections.total).toBe(3);
    await until("no connection is open", () => receiver.connections.open === 0);
  });

  it("ignores the proxy of the environment", async () => {
    const proxy = await startSentinel();
    const url = `http://127.0.0.1:${proxy.port}`;
    const env = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: url, https_proxy: url, ALL_PROXY: url };
    expect(await postFromProcess(env, authority.caFile)).toMatchObject({ status: 200 });
    expect(proxy.connections).toBe(0);
    await proxy.close();
  });

  it("a further authority does not replace those that are known anyway", async () => {
    const further = await createAuthority();
    const env = { NODE_EXTRA_CA_CERTS: authority.caFile };
    expect(await postFromProcess(env, further.caFile)).toMatchObject({ status: 200 });
    further.remove();
  });
});

/** From a process of its own, for variables that Node reads at its start. */
async function postFromProcess(env: Record<string, string>, caFile: string, url = receiver.url): Promise<unknown> {
  const script = `import { createOutbound } from ${JSON.stringify(new URL("./outbound.ts", import.meta.url).href)};
    const outbound = createOutbound({ allowPrivateAddresses: true, caFile: process.argv[2] });
    console.log(JSON.stringify(await outbound.post(process.argv[1], { headers: {}, body: new Uint8Array() })));`;
  const args = ["--input-type=module", "-e", script, url, caFile];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  return JSON.parse(stdout);
}

describe("the answer decides", () => {
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

  it.each([301, 302, 303, 307, 308])("a redirect is not followed: %i", async (status) => {
    const sentinel = await startSentinel();
    const location = `https://127.0.0.1:${sentinel.port}/`;
    expect(await postTo({ status, headers: { location }, body: "there" })).toMatchObject({
      status,
      body: "there",
      errorCode: "REDIRECT",
    });
    expect(sentinel.connections).toBe(0);
    await sentinel.close();
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

  it("keeps the body as text, and no more than 2,048 bytes of it", async () => {
    const hostile = Buffer.concat([Buffer.from("<script>\0"), Buffer.from([0xff]), Buffer.from("ä".repeat(3000))]);
    const { body: kept } = await postTo({ status: 500, body: hostile });
    expect(kept).toMatch(/^<script>\ufffdä+$/);
    expect(Buffer.byteLength(kept!)).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(kept!)).toBeGreaterThan(2040);
  });

  it("does not unpack what comes compressed though it was not asked for", async () => {
    const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0]);
    const { body: kept } = await postTo({ headers: { "content-encoding": "gzip" }, body: packed });
    expect(kept).toBe("\x1f\ufffd\b");
  });
});

describe("a certificate that does not convince is TLS_FAILURE, and nothing was sent", () => {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  it.each([
    { what: "for another host", wishes: { hosts: ["other.example"] } },
    { what: "for another address", wishes: { hosts: ["127.0.0.2"] } },
    { what: "expired", wishes: { from: hour(-48), until: hour(-24) } },
    { what: "not yet valid", wishes: { from: hour(24), until: hour(48) } },
    { what: "self-signed", wishes: { selfSigned: true } },
  ])("$what", async ({ wishes }) => {
    const doubtful = await startReceiver({ authority, certificate: await authority.issue(wishes) });
    expect(await outbound.post(doubtful.url, message)).toMatchObject({
      status: null,
      body: null,
      errorCode: "TLS_FAILURE",
    });
    expect(doubtful.requests).toEqual([]);
    await doubtful.close();
  });

  it("self-signed, also when the environment says that it does not matter", async () => {
    const doubtful = await startReceiver({ authority, certificate: await authority.issue({ selfSigned: true }) });
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect(await postFromProcess(env, authority.caFile, doubtful.url)).toMatchObject({ errorCode: "TLS_FAILURE" });
    await doubtful.close();
  });

  it("of an authority that is not known", async () => {
    const unknowing = createOutbound({ allowPrivateAddresses: true });
    expect(await unknowing.post(receiver.url, message)).toMatchObject({ errorCode: "TLS_FAILURE" });
    unknowing.close();
  });

  it("none, because it is no TLS or an old one", async () => {
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

  it("ours, because the receiver asks for one", async () => {
    const demanding = await startReceiver({ authority, requestCert: true });
    expect(await outbound.post(demanding.url, message)).toMatchObject({ errorCode: "TLS_FAILURE" });
    await demanding.close();
  });
});

it.each([
  { host: "::1", certified: ["::1"], isConvincing: true },
  { host: "2606:4700::1111", certified: ["a.example", "2606:4700:0::1111"], isConvincing: true },
  { host: "::1", certified: ["::2", "127.0.0.1"], isConvincing: false },
])("a certificate for $certified convinces of $host: $isConvincing", async ({ host, certified, isConvincing }) => {
  const other = await startReceiver({ authority, certificate: await authority.issue({ hosts: certified }) });
  const socket = connect(other.port, "127.0.0.1");
  const context = createSecureContext({ ca: readFileSync(authority.caFile) });
  const secured = await secure(socket, { host, context, signal: AbortSignal.timeout(5_000) });
  if (isConvincing) expect(secured).toHaveProperty("authorized", true);
  else expect(secured).toBe("TLS_FAILURE");
  socket.destroy();
  await other.close();
});

it("nobody listens: CONNECTION_REFUSED", async () => {
  const url = `https://localhost:${await freePort()}/`;
  expect(await outbound.post(url, message)).toMatchObject({ status: null, errorCode: "CONNECTION_REFUSED" });
});

it("a connection that led elsewhere after all is given up before a byte is sent", async () => {
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

it("a name with a dead and a living address is reached at the living one", async () => {
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

it("close ends what is under way, and what comes after it", async () => {
  const brief = createOutbound({ allowPrivateAddresses: true, caFile: authority.caFile, timeoutMs: DAY_MS });
  receiver.reply = () => brief.close();
  const first = await brief.post(receiver.url, message);
  expect([first, await brief.post(receiver.url, message)]).toMatchObject([
    { errorCode: "CONNECTION_RESET" },
    { errorCode: "CONNECTION_RESET" },
  ]);
  expect(receiver.requests).toHaveLength(1);
});

it("a file of authorities that is missing is told at the start", () => {
  expect(() => createOutbound({ allowPrivateAddresses: false, caFile: "/nowhere/ca.pem" })).toThrow("ENOENT");
});
