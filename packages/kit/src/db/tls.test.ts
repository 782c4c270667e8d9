import { chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Code } from "@connectrpc/connect";
import { newAuthority } from "@emissions/testkit/certificates";
import { testFolder } from "@emissions/testkit/infra";
import { type Postgres, removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { serverUser } from "@emissions/testkit/postgres-files";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { closePool, openPool, type Pool } from "./pool.ts";
import { readUnowned } from "./run-transaction.ts";
import type { TlsFiles } from "./tls.ts";

let folder: string;
let files: Required<TlsFiles>;
let authority: Awaited<ReturnType<typeof newAuthority>>;
let server: Postgres;
const pools: Pool[] = [];

beforeAll(async () => {
  folder = testFolder();
  authority = await newAuthority();
  const own = { ca: join(folder, "ca.pem"), cert: join(folder, "server.pem"), key: join(folder, "server-key.pem") };
  // The server has one address of the two by which the tests reach it.
  const { cert, key } = await authority.issue({ commonName: "postgres", ipAddresses: ["127.0.0.1"] });
  await Promise.all([writeFile(own.ca, authority.cert), writeFile(own.cert, cert)]);
  await writeFile(own.key, key, { mode: 0o600 });
  const user = serverUser();
  if (user !== undefined) await chown(own.key, user.uid, user.gid);
  files = {
    DATABASE_CA_FILE: own.ca,
    DATABASE_CERT_FILE: join(folder, "client.pem"),
    DATABASE_KEY_FILE: join(folder, "client-key.pem"),
  };
  await useCertificateOf("activity one");
  server = await startPostgres({
    dataDir: join(folder, "postgres"),
    log: join(folder, "postgres.log"),
    durable: false,
    settings: { ssl: "on", ssl_ca_file: own.ca, ssl_cert_file: own.cert, ssl_key_file: own.key },
  });
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await closePool(pool);
});
afterAll(async () => {
  await server.kill();
  await removePostgres(join(folder, "postgres"));
  await rm(folder, { recursive: true, force: true });
});

async function useCertificateOf(commonName: string): Promise<void> {
  const { cert, key } = await authority.issue({ commonName });
  await Promise.all([writeFile(files.DATABASE_CERT_FILE, cert), writeFile(files.DATABASE_KEY_FILE, key)]);
}

function poolWith(tls: TlsFiles, { host = "127.0.0.1", mode = "verify-full" } = {}): Pool {
  const url = new URL(server.url);
  url.hostname = host;
  const pool = openPool({ DATABASE_URL: `${url.href}?sslmode=${mode}`, ...tls }, { schema: "public", max: 1 });
  pools.push(pool);
  return pool;
}

interface Session {
  pid: number;
  ssl: boolean;
  client: string | null;
}

const sessionOf = (pool: Pool): Promise<Session> =>
  readUnowned(pool, async (tx) => {
    const [session] = await tx<[Session]>`
      select pid, ssl, client_dn as client from pg_stat_ssl where pid = pg_backend_pid()`;
    return session;
  });

const endSession = (pid: number) =>
  readUnowned(poolWith({}, { mode: "disable" }), (tx) => tx`select pg_terminate_backend(${pid})`);

/** Why the connection was refused. */
const refusalOf = (pool: Pool) =>
  sessionOf(pool).then(
    () => "none",
    (error) => `${error.code === Code.Unavailable ? "unavailable" : error.code}: ${error.cause?.message}`,
  );

describe("TLS to Postgres", () => {
  it("verifies the server, and shows the certificate of the service", async () => {
    expect(await sessionOf(poolWith(files))).toMatchObject({ ssl: true, client: "/CN=activity one" });
    const { DATABASE_CA_FILE } = files;
    expect(await sessionOf(poolWith({ DATABASE_CA_FILE }))).toMatchObject({ ssl: true, client: null });
  });

  it("transfers large statements and answers", async () => {
    const text = "x".repeat(3_000_000);
    const [row] = await readUnowned(poolWith(files), (tx) => tx<[{ text: string }]>`select ${text} as text`);
    expect(row.text).toBe(text);
  });

  it("uses new files for the next connection", async () => {
    const pool = poolWith(files);
    const { pid } = await sessionOf(pool);
    await useCertificateOf("activity two");
    expect(await sessionOf(pool)).toMatchObject({ pid, client: "/CN=activity one" });
    await endSession(pid);
    await expect.poll(() => sessionOf(pool).catch(() => null)).toMatchObject({ client: "/CN=activity two" });
    await useCertificateOf("activity one");
  });

  it("refuses a server of another authority, and one with another name", async () => {
    expect(await refusalOf(poolWith({}))).toMatch(/^unavailable: .*(self-signed|unable to)/);
    expect(await refusalOf(poolWith(files, { host: "localhost" }))).toMatch(/^unavailable: .*altnames/);
  });

  it("refuses calls while a file is missing or no certificate, and goes on afterwards", async () => {
    const broken = join(folder, "broken.pem");
    const pool = poolWith({ DATABASE_CA_FILE: broken });
    expect(await refusalOf(pool)).toMatch(/^unavailable: ENOENT/);
    await writeFile(broken, "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n");
    expect(await refusalOf(pool)).toMatch(/^unavailable: /);
    await writeFile(broken, authority.cert);
    expect(await sessionOf(pool)).toMatchObject({ ssl: true });
  });

  it("is never half configured", () => {
    const { DATABASE_CA_FILE, DATABASE_CERT_FILE } = files;
    expect(() => poolWith({ DATABASE_CA_FILE }, { mode: "disable" })).toThrow(/need sslmode=verify-full/);
    expect(() => poolWith({ DATABASE_CA_FILE, DATABASE_CERT_FILE })).toThrow(/need each other/);
  });
});
