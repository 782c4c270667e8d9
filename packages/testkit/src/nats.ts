import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { type Child, startChild } from "./child.ts";
import { replaceFile } from "./durable-file.ts";
import { natsBinary } from "./nats-binary.ts";
import { until } from "./poll.ts";
import { freePort } from "./ports.ts";

export interface NatsOptions {
  storeDir: string;
  port?: number;
  /** Port of `/healthz` on the loopback address. Without it the server has none. */
  monitorPort?: number;
  /** The log of the server is appended to this file. */
  log: string;
}

/** Accounts of a server, with the passwords that their configuration names. Without them everybody may do anything. */
export interface NatsAccounts {
  config: string;
  env: NodeJS.ProcessEnv;
}

/** One of several servers that keep copies of each stream. */
export interface NatsCluster {
  serverName: string;
  /** The port for the other servers. */
  port: number;
  /** Such ports of all servers. */
  ports: readonly number[];
}

type Start = NatsOptions & { accounts?: NatsAccounts; cluster?: NatsCluster };

export interface Nats {
  url: string;
  exited: Promise<unknown>;
  stop(): Promise<void>;
  /** Kills the server. */
  kill(): Promise<void>;
}

const START_LIMIT_MS = 60_000;

/** Runs a NATS server with JetStream on the loopback address. */
export async function startNats({ storeDir, port, monitorPort, log, accounts, cluster }: Start): Promise<Nats> {
  const binary = await natsBinary();
  const onPort = port ?? (await freePort());
  // Only settings of 2.9. Durability of NATS itself is set in the production configuration.
  const args = ["--addr", "127.0.0.1", "--port", String(onPort), "--jetstream", "--store_dir", storeDir];
  if (monitorPort !== undefined) args.push("--http_port", String(monitorPort));
  if (accounts !== undefined) {
    const file = `${storeDir}.conf`;
    replaceFile(file, accounts.config);
    args.push("--config", file);
  }
  if (cluster !== undefined) args.push(...clusterArgs(cluster));
  const env = { PATH: process.env.PATH, ...accounts?.env };
  const child = await startChild({ command: binary, args, env, log, pidFile: `${storeDir}.pid` });
  await until("NATS accepts connections", () => greets(child, onPort, log), START_LIMIT_MS).catch(async (error) => {
    await child.stop("SIGKILL");
    throw error;
  });
  return {
    url: `nats://127.0.0.1:${onPort}`,
    exited: child.exited,
    stop: async () => {
      await child.stop("SIGTERM");
    },
    kill: async () => {
      await child.stop("SIGKILL");
    },
  };
}

function clusterArgs({ serverName, port, ports }: NatsCluster): string[] {
  const routeTo = (one: number) => `nats://127.0.0.1:${one}`;
  return [
    ...["--server_name", serverName, "--cluster_name", "test"],
    ...["--cluster", routeTo(port), "--routes", ports.map(routeTo).join()],
  ];
}

/** A NATS server for one test, which may stop, wipe and restart it under the same address. */
export interface OwnNats {
  url: string;
  /** Resolves when the present server has ended. */
  exited(): Promise<unknown>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Deletes the store of the stopped server. */
  wipe(): Promise<void>;
  start(): Promise<void>;
}

export async function restartableNats(options: Start): Promise<OwnNats> {
  const port = options.port ?? (await freePort());
  let nats = await startNats({ ...options, port });
  return {
    url: nats.url,
    exited: () => nats.exited,
    stop: () => nats.stop(),
    kill: () => nats.kill(),
    wipe: () => rm(options.storeDir, { recursive: true, force: true }),
    start: async () => {
      nats = await startNats({ ...options, port });
    },
  };
}

/** The server sends a line that begins with INFO as soon as it is ready for clients. */
function greets(child: Child, port: number, log: string): Promise<boolean> {
  if (!child.running()) throw new Error(`NATS ended while it started; see ${log}`);
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once("error", () => answer(false));
    socket.once("close", () => resolve(false));
    socket.once("data", (data) => answer(data.toString().startsWith("INFO")));
  });
}
