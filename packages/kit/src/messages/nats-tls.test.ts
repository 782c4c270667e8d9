import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newAuthority } from "@emissions/testkit/certificates";
import { restartableNats } from "@emissions/testkit/nats";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectionOptions, keepConnected, type NatsConfig, natsLogin } from "./nats.ts";

type Authority = Awaited<ReturnType<typeof newAuthority>>;

const log = pino({ level: "silent" });
const closing: (() => unknown)[] = [];
let folder: string;
let ours: Authority;
let theirs: Authority;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "nats-tls-"));
  [ours, theirs] = await Promise.all([newAuthority(), newAuthority()]);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

/** Writes the certificate of a process, and the authority that it trusts. */
async function writeFiles(name: string, { issuer, trusted = issuer }: { issuer: Authority; trusted?: Authority }) {
  const { cert, key } = await issuer.issue({ commonName: name, dnsNames: ["localhost"] });
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`), ca: join(folder, `${name}.ca`) };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  writeFileSync(files.ca, trusted.cert);
  return files;
}

/** A server that requires a certificate of each client. */
async function startServer() {
  const { cert, key, ca } = await writeFiles("nats", { issuer: ours });
  const config = `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}", verify: true }`;
  const paths = { storeDir: join(folder, "store"), log: join(folder, "nats.log") };
  const server = await restartableNats({ ...paths, accounts: { config, env: {} } });
  closing.push(() => server.kill());
  return { server, url: `tls://localhost:${new URL(server.url).port}` };
}

const configOf = (url: string, { cert, key, ca }: Partial<Awaited<ReturnType<typeof writeFiles>>>): NatsConfig => ({
  NATS_URL: url,
  NATS_CERT_FILE: cert,
  NATS_KEY_FILE: key,
  NATS_CA_FILE: ca,
});

const open = async (config: NatsConfig) => {
  const nats = await connect({ ...connectionOptions(natsLogin(config, "calc")), reconnect: false });
  closing.push(() => nats.close());
};

describe("NATS over mutual TLS", () => {
  it("refuses a client without a certificate of the authority", async () => {
    const { url } = await startServer();
    const good = await writeFiles("calc", { issuer: ours });
    await open(configOf(url, good));
    await expect(open(configOf(url, { ca: good.ca }))).rejects.toThrow();
    await expect(open(configOf(url, await writeFiles("calc", { issuer: theirs, trusted: ours })))).rejects.toThrow();
  });

  it("refuses a server that another authority has signed, and one without TLS", async () => {
    const { url } = await startServer();
    const files = await writeFiles("calc", { issuer: ours, trusted: theirs });
    await expect(open(configOf(url, files))).rejects.toThrow("certificate");
    const plain = await restartableNats({ storeDir: join(folder, "plain"), log: join(folder, "plain.log") });
    closing.push(() => plain.kill());
    await expect(open(configOf(plain.url.replace("nats:", "tls:"), files))).rejects.toThrow("tls");
  });

  it("takes new certificates at the next connection, without a restart", async () => {
    const { server, url } = await startServer();
    const files = await writeFiles("calc", { issuer: ours });
    let nats: NatsConnection | undefined;
    const connection = keepConnected({
      ...natsLogin(configOf(url, files), "calc"),
      log,
      onConnected: (opened) => {
        nats = opened;
      },
    });
    closing.push(() => connection.stop());
    await until("it is connected", () => nats !== undefined);
    await server.stop();
    await writeFiles("nats", { issuer: theirs });
    await server.start();
    await writeFiles("calc", { issuer: theirs });
    await until("it is connected again", () => nats!.rtt().then(Boolean, () => false));
  });
});

describe("a configuration of NATS", () => {
  it.each([
    { what: "an authority for an address without TLS", config: { NATS_URL: "nats://a", NATS_CA_FILE: "ca" } },
    { what: "addresses with and without TLS", config: { NATS_URL: "tls://a,b:4222" } },
    { what: "a certificate without its key", config: { NATS_URL: "tls://a", NATS_CERT_FILE: "cert" } },
  ])("is refused with $what", ({ config }) => {
    expect(() => natsLogin(config, "calc")).toThrow("NATS_");
  });
});
