import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { newAuthority } from "@emissions/testkit/certificates";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { keysOf } from "@emissions/testkit/environment";
import { testFolder, testInfra } from "@emissions/testkit/infra";
import { startNats } from "@emissions/testkit/nats";
import { until } from "@emissions/testkit/poll";
import { freePorts } from "@emissions/testkit/ports";
import { ensurePrincipalKeys, keyFiles } from "@emissions/testkit/principal-keys.mjs";
import { adminOf } from "@emissions/testkit/principals";
import type { ServiceName } from "@emissions/testkit/roles";
import { readLog, serviceProcess } from "@emissions/testkit/service-process";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect as connectToNats } from "@nats-io/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { migrationsOf } from "./db/migration-files.ts";
import { accountsConfig, passwordVariableOf, STREAMS_USER, usersOf } from "./messages/accounts.ts";
import { readDeclarations } from "./messages/declared-events.ts";
import { keepStreams } from "./messages/keep-streams.ts";
import { connectionOptions } from "./messages/nats.ts";
import { streamOf } from "./messages/stream.ts";
import { newId } from "./process/id.ts";
import { createLogger } from "./process/log.ts";
import { grpcTransport } from "./wire/client.ts";
import { readSigner } from "./wire/key-files.ts";
import { callAs } from "./wire/principal.ts";
import { signCalls } from "./wire/signer.ts";
import { Files } from "./wire/tls.fixture.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function setUp(name: ServiceName, more: NodeJS.ProcessEnv = {}) {
  const database: TestDatabase = await testDatabase(name, [migrationsOf(name)]);
  closing.push(() => database.drop());
  const [port, opsPort, nobody] = (await freePorts(3)) as [number, number, number];
  const dir = testFolder();
  closing.push(() => rm(dir, { recursive: true }));
  await mkdir(join(dir, "run"));
  ensurePrincipalKeys(dir, [name, "gateway"]);
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const service = serviceProcess({
    name,
    dir,
    opsUrl,
    env: {
      ...process.env,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DATABASE_URL: database.url,
      NATS_URL: testInfra().natsUrl,
      ...keysOf(name, dir),
      ACTIVITY_URL: `http://127.0.0.1:${nobody}`,
      FACTORS_URL: `http://127.0.0.1:${nobody}`,
      FILE_URL_SECRET: "another secret of at least 32 characters",
      WEBHOOK_SECRET_KEYS: `test:${Buffer.alloc(32, 1).toString("base64")}`,
      STOP_DELAY_MS: "0",
      ...more,
    },
  });
  closing.push(() => service.kill());
  const get = async (path: string) => {
    const response = await fetch(opsUrl + path);
    return { status: response.status, text: await response.text() };
  };
  const lines = () =>
    readLog(dir, name)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: string; msg: string; reason?: string });
  return { service, database, dir, port, get, lines, nobody };
}

describe.each(["imports", "notify"] as const)("the process of %s", (name) => {
  it("becomes ready, logs JSON, and exits with 0", async () => {
    const { service, port, get, lines } = await setUp(name);
    await service.restart();
    expect((await get("/livez")).status).toBe(200);
    expect(await get("/readyz")).toEqual({ status: 200, text: '{"status":"ready"}' });
    expect((await get("/metrics")).text).toContain("nodejs_eventloop_delay_p99_seconds");
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    expect(await service.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(lines().map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(["listening", "ready", "stopping", "stopped"]),
    );
  });
});

describe("a process with certificates", () => {
  const authority = newAuthority();

  async function filesOf(commonName: string) {
    const files = new Files();
    closing.push(() => files.remove());
    const { cert, issue } = await authority;
    files.write({ ...(await issue({ commonName, dnsNames: ["localhost"] })), ca: cert });
    return files;
  }

  it("serves over mutual TLS, to each service under its own name", async () => {
    const { service, port, dir, get } = await setUp("notify", (await filesOf("notify")).config);
    await service.restart();
    expect((await get("/metrics")).text).toMatch(/emissions_tls_certificate_expiry_timestamp_seconds\{.*\} [1-9]/);
    const signer = readSigner("gateway", {
      PRINCIPAL_KEY_FILE: keyFiles(dir, "gateway").own,
      PRINCIPAL_KEYS_FILE: keyFiles(dir, "gateway").all,
    });
    const listAs = async (name: string) => {
      const interceptors = [signCalls(signer, "notify")];
      const certificates = (await filesOf(name)).start();
      const transport = grpcTransport({ baseUrl: `https://localhost:${port}`, certificates, interceptors });
      closing.push(() => transport.close());
      return createClient(WebhookEndpointService, transport).listWebhookEndpoints({}, callAs(adminOf(newId())));
    };
    expect((await listAs("gateway")).endpoints).toEqual([]);
    await expect(listAs("calc")).rejects.toThrow("The certificate of the client is not that of gateway.");
  });

  it("does not start with the address of a service without TLS", async () => {
    const { service, lines } = await setUp("imports", (await filesOf("imports")).config);
    await expect(service.restart()).rejects.toThrow();
    expect(lines().at(-1)?.msg).toMatch(/^cannot start: http:\S+ is an address without TLS, but TLS_CERT_FILE is set/);
  });
});

describe("a process with a file of secrets", () => {
  it("reads it again when it changes", async () => {
    const folder = testFolder();
    closing.push(() => rm(folder, { recursive: true }));
    const file = join(folder, "keys");
    const keyOf = (id: string) => `${id}:${Buffer.alloc(32, id).toString("base64")}\n`;
    await writeFile(file, keyOf("old"));
    const env = { WEBHOOK_SECRET_KEYS: "", WEBHOOK_SECRET_KEYS_FILE: file };
    const { service, lines } = await setUp("notify", env);
    await service.restart();
    await writeFile(file, keyOf("new") + keyOf("old"));
    await until("it is logged", () => lines().some(({ msg }) => msg === "WEBHOOK_SECRET_KEYS has changed"));
    expect((await service.kill("SIGTERM")).code).toBe(0);
  });
});

describe("a process with a variable that the next release ignores", () => {
  it("obeys it, and warns once with what holds instead", async () => {
    const { service, lines } = await setUp("notify", { WEBHOOK_TIMEOUT_MS: "2000" });
    await service.restart();
    const warned = lines().filter(({ msg }) => msg === "the next release ignores this variable");
    expect(warned).toMatchObject([
      { level: "warn", variable: "WEBHOOK_TIMEOUT_MS", instead: "15 seconds hold for every attempt" },
    ]);
    expect((await service.kill("SIGTERM")).code).toBe(0);
  });
});

describe("a stopping process", () => {
  it("is not ready, still serves during STOP_DELAY_MS, and ends within its limit", async () => {
    const { service, port, get } = await setUp("notify", { STOP_DELAY_MS: "1500" });
    await service.restart();
    const asked = Date.now();
    service.signal("SIGTERM");
    await until("it is not ready", async () => (await get("/readyz")).status === 503);
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    expect((await get("/livez")).status).toBe(200);
    service.signal("SIGINT");
    await until("it has ended", () => !service.running());
    expect(Date.now() - asked).toBeGreaterThanOrEqual(1_500);
    expect((await service.kill()).code).toBe(0);
    socket.destroy();
  });
});

describe("a process whose schema becomes newer", () => {
  it("is not ready until the versions agree, and logs the reason", async () => {
    const { service, database, get, lines } = await setUp("notify");
    await service.restart();
    await database.owner`insert into migrations values ('notify/0999_next.sql', '')`;
    expect(await get("/readyz")).toEqual({ status: 200, text: '{"status":"ready","failing":["schema"]}' });
    const notReady = await until("it is not ready", async () => {
      const answer = await get("/readyz");
      return answer.status === 503 && answer.text;
    });
    expect(notReady).toBe('{"status":"not ready","failing":["schema"]}');
    const reason = "the schema notify is newer than this program: it has notify/0999_next.sql, which is not compatible";
    expect(lines().filter((line) => line.reason === reason)).toMatchObject([{ level: "error", msg: "not ready" }]);
    await database.owner`update migrations set compatible = true where digest = ''`;
    expect((await get("/readyz")).status).toBe(200);
  });
});

describe("a process that cannot start", () => {
  it("reports every error of its configuration, and exits with 1", async () => {
    const { service, lines } = await setUp("notify", { PRINCIPAL_KEY_FILE: "", LOG_LEVEL: "loud", NATS_URL: "" });
    await expect(service.restart()).rejects.toThrow();
    expect(await service.kill()).toEqual({ code: 1, signal: null });
    expect(lines()).toHaveLength(1);
    const { level, msg } = lines()[0]!;
    expect(level).toBe("fatal");
    for (const variable of ["PRINCIPAL_KEY_FILE", "LOG_LEVEL", "NATS_URL"]) expect(msg).toContain(variable);
  });

  it("names a port that is in use", async () => {
    const other = await setUp("imports");
    await other.service.restart();
    const { service, lines } = await setUp("notify", { PORT: String(other.port) });
    await expect(service.restart()).rejects.toThrow();
    expect((await service.kill()).code).toBe(1);
    expect(lines().at(-1)?.msg).toContain(`127.0.0.1:${other.port}: the port is taken`);
  });
});

describe("a process whose consumers do not exist in NATS", () => {
  const declarations = readDeclarations();

  async function emptyNats() {
    const folder = testFolder();
    closing.push(() => rm(folder, { recursive: true }));
    const users = [STREAMS_USER, ...usersOf(declarations)];
    const env = Object.fromEntries(users.map((user) => [passwordVariableOf(user), `of${user}`]));
    const accounts = { config: accountsConfig(declarations), env };
    const nats = await startNats({ storeDir: join(folder, "nats"), log: join(folder, "nats.log"), accounts });
    closing.push(() => nats.kill());
    const loginOf = (user: string) => nats.url.replace("//", `//${user}:of${user}@`);
    const connection = await connectToNats(connectionOptions({ url: loginOf(STREAMS_USER), name: STREAMS_USER }));
    closing.push(() => connection.close());
    return { connection, url: loginOf("notify") };
  }

  it("becomes ready when they exist, and stays ready when the store of NATS is lost", async () => {
    const { connection, url } = await emptyNats();
    const { service, get } = await setUp("notify", { NATS_URL: url });
    const lacks = async () => (await get("/readyz").catch(() => null))?.text.includes('["consumers"]');
    const starting = service.restart();
    await until("consumers are missing", lacks);
    expect((await get("/readyz")).status).toBe(503);
    const keeping = keepStreams({
      nats: connection,
      replicas: 1,
      log: createLogger({ service: "test", level: "silent" }),
    });
    await starting;
    expect(await get("/readyz")).toEqual({ status: 200, text: '{"status":"ready"}' });

    await keeping.stop();
    const { streams } = await jetstreamManager(connection);
    for (const owner of declarations.owners) await streams.delete(streamOf(owner));
    await until("consumers are missing again", lacks);
    expect((await get("/readyz")).status).toBe(200);
  });
});

describe("a process without NATS", () => {
  it("is ready", async () => {
    const { service, get, lines } = await setUp("notify");
    const { nobody } = await setUp("notify");
    await service.restart({ NATS_URL: `nats://127.0.0.1:${nobody}` });
    expect((await get("/readyz")).status).toBe(200);
    await until("the loss is logged", () => lines().some(({ msg }) => msg.startsWith("NATS cannot be reached")));
    expect((await get("/metrics")).text).toContain(`emissions_nats_connected{service_name="notify"} 0`);
    expect((await service.kill("SIGTERM")).code).toBe(0);
  });
});
