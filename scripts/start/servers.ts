import { rm } from "node:fs/promises";
import { join } from "node:path";
import { connectionOptions } from "@emissions/kit/messages/nats";
import { type NatsUrls, natsWithAccounts } from "@emissions/testkit/nats-accounts";
import { freePort } from "@emissions/testkit/ports";
import { startPostgres } from "@emissions/testkit/postgres";
import { asAdmin } from "@emissions/testkit/roles";
import { connect } from "@nats-io/transport-node";
import type { Settings } from "./settings.ts";
import { watchNats } from "./watch-nats.ts";

/** A server that this process starts, stops, and restarts when it ends. */
export interface OwnServer {
  name: string;
  log: string;
  exited(): Promise<unknown>;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface Servers {
  postgresUrl: string;
  database: string;
  natsUrls: NatsUrls;
  own: OwnServer[];
}

type Given = Pick<Settings, "state" | "databaseUrl" | "natsUrl">;

const CHECK_LIMIT_MS = 5_000;
const DATABASE = "emissions";

/** Starts Postgres and NATS, or checks the given ones. */
export async function startServers(settings: Given): Promise<Servers> {
  const own: OwnServer[] = [];
  try {
    const { postgresUrl, database } = await postgresServer(settings, own);
    return { postgresUrl, database, natsUrls: await natsServer(settings, own), own };
  } catch (error) {
    await Promise.all(own.map((server) => server.kill()));
    throw error;
  }
}

async function postgresServer({ state, databaseUrl }: Given, own: OwnServer[]) {
  if (databaseUrl !== undefined) {
    await requirePostgres(databaseUrl);
    return { postgresUrl: databaseUrl, database: new URL(databaseUrl).pathname.slice(1) || DATABASE };
  }
  const options = { dataDir: join(state, "postgres"), log: join(state, "logs", "postgres.log") };
  let server = await startPostgres(options);
  // Stored messages of a removed database refer to records that do not exist.
  if (server.created) await rm(join(state, "nats"), { recursive: true, force: true });
  const port = Number(new URL(server.url).port);
  own.push({
    name: "Postgres",
    log: options.log,
    exited: () => server.exited,
    start: async () => {
      server = await startPostgres({ ...options, port });
    },
    stop: () => server.stop(),
    kill: () => server.kill(),
  });
  return { postgresUrl: server.url, database: DATABASE };
}

async function natsServer({ state, natsUrl }: Given, own: OwnServer[]): Promise<NatsUrls> {
  if (natsUrl !== undefined) {
    await requireNats(natsUrl);
    // All services share the given login.
    return { streams: natsUrl, of: () => natsUrl };
  }
  const log = join(state, "logs", "nats.log");
  const [storeDir, monitorPort] = [join(state, "nats"), await freePort()];
  const { urls, ...nats } = await natsWithAccounts({ storeDir, monitorPort, log });
  const healthUrl = `http://127.0.0.1:${monitorPort}/healthz`;
  const watch = watchNats({ healthUrl, storeDir, endServer: nats.stop });
  own.push({
    ...nats,
    name: "NATS",
    log,
    stop: async () => {
      await watch.stop();
      await nats.stop();
    },
    kill: async () => {
      await Promise.all([watch.stop(), nats.kill()]);
    },
  });
  return urls;
}

async function requirePostgres(databaseUrl: string) {
  const where = hostOf("DATABASE_URL", databaseUrl);
  const ask = asAdmin(databaseUrl, (sql) => sql`select 1`);
  await within(ask).catch((error) => {
    throw new Error(`DATABASE_URL: no Postgres that lets us in at ${where} (${reason(error)})`);
  });
}

async function requireNats(natsUrl: string) {
  const where = hostOf("NATS_URL", natsUrl);
  await connect({
    ...connectionOptions({ url: natsUrl, name: "npm start" }),
    timeout: CHECK_LIMIT_MS,
    reconnect: false,
  })
    .then((connection) => connection.close())
    .catch((error) => {
      throw new Error(`NATS_URL: no NATS that lets us in at ${where} (${reason(error)})`);
    });
}

function within<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`no answer within ${CHECK_LIMIT_MS / 1000} s`)), CHECK_LIMIT_MS).unref();
    }),
  ]);
}

/** Host and port only: the URL may contain a password. */
function hostOf(name: string, url: string): string {
  if (!URL.canParse(url)) throw new Error(`${name} is not an address such as protocol://user:password@host:port/name`);
  return new URL(url).host;
}

/** Some errors carry only a code, some only a message. */
function reason(error: Error & { code?: string }): string {
  return (error.message || error.code || "unknown").split("\n")[0]!;
}
