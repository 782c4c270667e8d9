import { readFileSync } from "node:fs";
import {
  type ConnectionOptions,
  connect,
  type NatsConnection,
  type TlsOptions,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";
import type { Logger } from "pino";
import type { ServiceConfig } from "../process/config.ts";
import { type Background, repeat } from "../process/repeat.ts";
import { natsConnected } from "./metrics.ts";

/** How a client reaches NATS. */
export interface NatsLogin {
  /** One address or several, separated by commas. */
  url: string;
  /** File with the password. It is read for each connection, so a new password needs no restart. */
  passwordFile?: string | undefined;
  /** Files for addresses that begin with tls. They, too, are read for each connection. */
  tls?: TlsFiles | undefined;
  /** Name of the connection, and of the user if the address has none. */
  name: string;
}

interface TlsFiles {
  caFile?: string | undefined;
  certFile?: string | undefined;
  keyFile?: string | undefined;
}

/** The variables of the connection to NATS. */
export type NatsConfig = Pick<
  ServiceConfig,
  "NATS_URL" | "NATS_PASSWORD_FILE" | "NATS_CA_FILE" | "NATS_CERT_FILE" | "NATS_KEY_FILE"
>;

/** Refuses a configuration that would connect without TLS although it looks otherwise. */
export function natsLogin(config: NatsConfig, name: string): NatsLogin {
  const { NATS_URL: url, NATS_PASSWORD_FILE: passwordFile } = config;
  const { NATS_CA_FILE: caFile, NATS_CERT_FILE: certFile, NATS_KEY_FILE: keyFile } = config;
  const secure = new Set(addressesIn(url).map((address) => address.startsWith("tls://")));
  if (secure.size > 1) throw new Error("NATS_URL has addresses with and without TLS: all or none begin with tls.");
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new Error("NATS_CERT_FILE and NATS_KEY_FILE belong together: set both or none.");
  }
  const tls = { caFile, certFile, keyFile };
  if (secure.has(false) && (caFile ?? certFile) !== undefined) {
    throw new Error("NATS_URL is an address without TLS, but NATS_CA_FILE or NATS_CERT_FILE is set.");
  }
  return { url, passwordFile, name, tls };
}

interface NatsOptions extends NatsLogin {
  log: Logger;
  /** Called once, with a connection that reconnects by itself. */
  onConnected(nats: NatsConnection): void;
}

/** The oldest version with every feature that is used: pull consumers, message ids, explicit acks, nak with delay. */
const VERSION_MIN = [2, 9] as const;
const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time to notice a peer that vanished or hangs. */
const PING_MS = 10_000;

export interface Connecting extends Background {
  /** The last attempt failed, or the connection was lost. */
  isAway(): boolean;
}

/** Tries until NATS answers. A process works without it: messages wait in the outbox. */
export function keepConnected({ log, onConnected, ...login }: NatsOptions): Connecting {
  let connection: NatsConnection | null = null;
  let isAway = false;
  natsConnected.record(0);

  const connecting = repeat({
    everyMs: RECONNECT_MS,
    onError: (error) => {
      isAway = true;
      log.warn({ err: error }, "NATS cannot be reached; messages wait");
    },
    work: async () => {
      if (connection !== null) return;
      const opened = await connect(connectionOptions(login));
      if (connecting.stopping() || !isNewEnough(opened.info?.version ?? "")) {
        await opened.close();
        throw new Error(`NATS ${VERSION_MIN.join(".")} or newer is needed, not ${opened.info?.version}`);
      }
      connection = opened;
      setAway(false);
      log.info({ server: opened.getServer() }, "NATS connected");
      void watch(opened, log, setAway);
      onConnected(opened);
      void connecting.stop();
    },
  });

  function setAway(away: boolean): void {
    isAway = away;
    natsConnected.record(away ? 0 : 1);
  }

  return {
    isAway: () => isAway,
    stop: async () => {
      await connecting.stop();
      await connection?.close();
    },
  };
}

async function watch(connection: NatsConnection, log: Logger, setAway: (away: boolean) => void): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === "disconnect") {
      setAway(true);
      log.warn("NATS connection lost; messages wait");
    } else if (status.type === "reconnect") {
      setAway(false);
      log.info("NATS connected again");
    }
  }
  setAway(true);
}

const addressesIn = (url: string) => url.split(",").map((server) => server.trim());

/** The library itself reads no user from an address. */
export function connectionOptions({ url, passwordFile, name, tls }: NatsLogin): ConnectionOptions {
  const servers = addressesIn(url);
  const first = URL.parse(servers[0]!.includes("://") ? servers[0]! : `nats://${servers[0]}`);
  const { username = "", password = "", protocol } = first ?? {};
  const user = decodeURIComponent(username) || name;
  const readPassword = () =>
    passwordFile === undefined ? decodeURIComponent(password) : readFileSync(passwordFile, "utf8").trim();
  return {
    servers: servers.map((server) => server.replace(/\/\/[^@/]*@/, "//")),
    name,
    ...((username !== "" || passwordFile !== undefined) && {
      authenticator: usernamePasswordAuthenticator(user, readPassword),
    }),
    ...(protocol === "tls:" && { tls: given(tls ?? {}) }),
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    ignoreAuthErrorAbort: true,
    pingInterval: PING_MS,
  };
}

/** The library refuses options that are undefined. */
const given = (files: TlsFiles): TlsOptions =>
  Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined));

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > VERSION_MIN[0] || (major === VERSION_MIN[0] && minor >= VERSION_MIN[1]);
}
