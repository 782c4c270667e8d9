import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { accountsConfig, passwordVariableOf, STREAMS_USER, usersOf } from "@emissions/kit/messages/accounts";
import { readDeclarations } from "@emissions/kit/messages/declared-events";
import { type KeptStreams, keepStreams } from "@emissions/kit/messages/keep-streams";
import { connectionOptions } from "@emissions/kit/messages/nats";
import { createLogger } from "@emissions/kit/process/log";
import { connect } from "@nats-io/transport-node";
import { type NatsAccounts, type NatsOptions, type OwnNats, restartableNats } from "./nats.ts";
import { until } from "./poll.ts";
import { freePorts } from "./ports.ts";

/** Addresses of a NATS, with logins. */
export interface NatsUrls {
  /** Login of the user that makes streams and may read and change all of them. */
  streams: string;
  of(service: string): string;
}

/** A NATS with an account for each service, and with all streams and consumers. They come back after a loss. */
export interface AccountNats extends OwnNats {
  urls: NatsUrls;
  /** Ends the server, and what makes its streams. */
  remove(): Promise<void>;
}

/** Streams come back soon after a restart. */
const RECONNECT_MS = 100;
const START_LIMIT_MS = 60_000;

/** The passwords are new with each call. A restart keeps them. */
export async function natsWithAccounts(options: NatsOptions): Promise<AccountNats> {
  const { accounts, urlsOf } = newAccounts();
  const nats = await restartableNats({ ...options, accounts });
  const urls = urlsOf([nats]);
  const kept = await startKeeping(urls.streams, 1).catch(async (error) => {
    await nats.kill();
    throw error;
  });
  const remove = async () => {
    await kept.close();
    await nats.kill();
  };
  return { ...nats, urls, remove };
}

/** Several servers that keep copies of each stream, with accounts. */
export interface NatsClusterWithAccounts {
  servers: readonly OwnNats[];
  urls: NatsUrls;
  remove(): Promise<void>;
}

/** Each server has a folder and a log in `dir`. */
export async function natsClusterWithAccounts(dir: string, size: number): Promise<NatsClusterWithAccounts> {
  const { accounts, urlsOf } = newAccounts();
  const ports = await freePorts(size);
  const start = (port: number, index: number) => {
    const serverName = `nats-${index}`;
    const storeDir = join(dir, serverName);
    return restartableNats({ storeDir, log: `${storeDir}.log`, accounts, cluster: { serverName, port, ports } });
  };
  const servers = await Promise.all(ports.map(start));
  const urls = urlsOf(servers);
  const killAll = () => Promise.all(servers.map((one) => one.kill()));
  const kept = await startKeeping(urls.streams, size).catch(async (error) => {
    await killAll();
    throw error;
  });
  const remove = async () => {
    await kept.close();
    await killAll();
  };
  return { servers, urls, remove };
}

function newAccounts(): { accounts: NatsAccounts; urlsOf(servers: readonly { url: string }[]): NatsUrls } {
  const declarations = readDeclarations();
  const users = [STREAMS_USER, ...usersOf(declarations)];
  // The server reads a value that begins with a digit as a number.
  const passwords = new Map(users.map((user) => [user, `p${randomBytes(24).toString("hex")}`]));
  const env = Object.fromEntries([...passwords].map(([user, password]) => [passwordVariableOf(user), password]));
  const urlsOf = (servers: readonly { url: string }[]): NatsUrls => {
    const of = (user: string) => {
      const password = passwords.get(user);
      if (password === undefined) throw new Error(`${user} has no login`);
      return servers.map(({ url }) => url.replace("//", `//${user}:${password}@`)).join();
    };
    return { streams: of(STREAMS_USER), of };
  };
  return { accounts: { config: accountsConfig(declarations), env }, urlsOf };
}

async function startKeeping(url: string, replicas: number) {
  const options = connectionOptions({ url, name: STREAMS_USER });
  const connection = await connect({ ...options, reconnectTimeWait: RECONNECT_MS });
  const log = createLogger({ service: STREAMS_USER, level: "silent" });
  const kept: KeptStreams = keepStreams({ nats: connection, replicas, log });
  const close = async () => {
    // First the connection: a round that waits for a killed server ends with it.
    await connection.close();
    await kept.stop();
  };
  await until("streams and consumers exist", () => kept.areComplete(), START_LIMIT_MS).catch(async (error) => {
    await close();
    throw error;
  });
  return { close };
}
