import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chown, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Child, startChild } from "./child.ts";
import { replaceFile } from "./durable-file.ts";
import { endProcess, endServerProcesses, workingFolder } from "./leftovers.ts";
import { identify, lives, startedAt } from "./lock.mjs";
import { until } from "./poll.ts";
import { freePort, isTaken } from "./ports.ts";
import { type Binaries, clusterHome, ownFolder, postgresBinaries, serverUser, type User } from "./postgres-files.ts";

export interface PostgresOptions {
  /** Folder of the password, and of the cluster if the server can reach it. */
  dataDir: string;
  /** Default: the port of the last run if it is free, else any free one. */
  port?: number;
  /** The log of the server is appended to this file. */
  log: string;
  /** Off only for tests: a power cut then destroys the cluster. */
  durable?: boolean;
  /** Settings besides the usual ones. */
  settings?: Record<string, string>;
}

export interface Postgres {
  /** URL of the superuser for the database `postgres`. */
  url: string;
  /** Whether this start created the cluster. */
  created: boolean;
  exited: Promise<unknown>;
  /** Fast shutdown: sessions end, commits stay. */
  stop(): Promise<void>;
  /** Immediate shutdown: the next start recovers, commits stay. */
  kill(): Promise<void>;
  /** SIGKILL to the server and all its sessions. The next start has to recover. */
  crash(): Promise<void>;
}

const run = promisify(execFile);
const START_LIMIT_MS = 120_000;
const LEFTOVER_LIMIT_MS = 15_000;
const SUPERUSER = "postgres";
const FOR_TESTS = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  // Each new connection computes them, 2.5 ms in this process. Tests open thousands, and their passwords are random.
  scram_iterations: "1",
};

/**
 * Runs the embedded Postgres on the loopback address. First it ends the server that a crashed run left in the same
 * folder.
 */
export async function startPostgres({
  dataDir,
  port,
  log,
  durable = true,
  settings = {},
}: PostgresOptions): Promise<Postgres> {
  const user = serverUser();
  const home = await clusterHome(dataDir, user);
  await ownFolder(home, user);
  const data = join(home, "data");
  const binaries = await postgresBinaries(home, user);
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: binaries.libraries, TZ: "UTC", LC_ALL: "C.UTF-8" };

  await endLeftover(home);
  const password = await passwordOf(dataDir);
  const created = !existsSync(join(data, "PG_VERSION"));
  if (created) await initialise({ home, data, password, binaries, env, user, durable });

  const onPort = port ?? (await lastPort(dataDir));
  const child = await startChild({
    command: binaries.bin("postgres"),
    args: ["-D", data, ...argsOf({ ...settingsOf(onPort, durable), ...settings })],
    env,
    log,
    cwd: home,
    user,
  });
  await until(
    "Postgres accepts connections",
    () => {
      if (!child.running()) throw new Error(`Postgres ended while it started; see ${log}`);
      return readyLine(data) === child.pid;
    },
    START_LIMIT_MS,
  ).catch(async (error) => {
    await child.stop("SIGQUIT");
    throw error;
  });
  return {
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${onPort}/postgres`,
    created,
    exited: child.exited,
    stop: async () => {
      await child.stop("SIGINT");
    },
    kill: async () => {
      await child.stop("SIGQUIT");
    },
    crash: () => crash(child),
  };
}

/** Sessions have process groups of their own, so each is killed by its pid. None is left when this resolves. */
async function crash(server: Child): Promise<void> {
  const all = [server.pid, ...(await childrenOf(server.pid))];
  // The server first, because it would end its sessions in order otherwise.
  await server.stop("SIGKILL");
  for (const pid of all) if (startedAt(pid) !== null) process.kill(pid, "SIGKILL");
  await until("the sessions end", () => all.every((pid) => startedAt(pid) === null), LEFTOVER_LIMIT_MS);
}

async function childrenOf(parent: number): Promise<number[]> {
  const list = `/proc/${parent}/task/${parent}/children`;
  if (existsSync(list)) return (await readFile(list, "utf8")).trim().split(" ").filter(Boolean).map(Number);
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (ppid === parent ? [pid!] : []));
}

/** Deletes the cluster of a stopped server. */
export async function removePostgres(dataDir: string) {
  if (!existsSync(dataDir)) return;
  const home = await clusterHome(dataDir, serverUser());
  await endLeftover(home);
  await rm(home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Deletes the cluster of a stopped server, and keeps its password and port. */
export async function removeCluster(dataDir: string): Promise<void> {
  const home = await clusterHome(dataDir, serverUser());
  await endLeftover(home);
  await rm(join(home, "data"), { recursive: true, force: true });
}

const argsOf = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

function settingsOf(port: number, durable: boolean): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "256MB",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(durable ? {} : FOR_TESTS),
  };
}

interface NewCluster {
  home: string;
  data: string;
  password: string;
  binaries: Binaries;
  env: NodeJS.ProcessEnv;
  user: User | undefined;
  durable: boolean;
}

async function initialise({ home, data, password, binaries, env, user, durable }: NewCluster) {
  // An interrupted initdb leaves unusable files, so only a complete cluster gets its name.
  const draft = `${data}.draft`;
  for (const folder of [data, draft]) await rm(folder, { recursive: true, force: true });
  const passwordFile = join(home, "initial-password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
  try {
    const args = ["-D", draft, "-U", SUPERUSER, "--pwfile", passwordFile, "--auth=scram-sha-256", "--encoding=UTF8"];
    args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", ...(durable ? [] : ["--no-sync"]));
    await run(binaries.bin("initdb"), args, { env, cwd: home, ...user });
    await rename(draft, data);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, "password");
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  const password = randomBytes(24).toString("hex");
  replaceFile(file, password);
  return password;
}

/** The same port again, so that saved connections of clients keep working. */
async function lastPort(dataDir: string): Promise<number> {
  const file = join(dataDir, "port");
  const last = existsSync(file) ? Number(await readFile(file, "utf8")) : 0;
  if (last > 0 && !(await isTaken(last))) return last;
  const port = await freePort();
  await writeFile(file, String(port));
  return port;
}

/**
 * The pid of the server once it is ready: lines 1 and 8 of its pid file. A server that answers reads while it recovers is
 * ready, one that does not is `standby`.
 */
function readyLine(data: string): number | null {
  const lines = pidFile(data);
  return lines?.[7]?.trim() === "ready" ? Number(lines[0]) : null;
}

function pidFile(data: string): string[] | null {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}

/**
 * A killed starter leaves its server running, and a killed server its sessions. They must end before the pid file goes:
 * two servers on one cluster would destroy it.
 */
async function endLeftover(home: string) {
  const data = join(home, "data");
  const pid = Number(pidFile(data)?.[0]);
  const server = identify(Number.isInteger(pid) && pid > 0 ? pid : 0);
  if (lives(server) && (await serves(pid, data))) {
    process.kill(pid, "SIGINT");
    const ended = until("the Postgres of an earlier run ends", () => !lives(server), LEFTOVER_LIMIT_MS);
    await ended.catch(() => endProcess(server));
  }
  if (existsSync(home)) await endServerProcesses(await realpath(home));
  await rm(join(data, "postmaster.pid"), { force: true });
}

/** Whether the process is the server of this cluster. The system may have given its pid to another Postgres. */
async function serves(pid: number, data: string): Promise<boolean> {
  const folder = workingFolder(pid);
  if (folder !== null) return folder === (await realpath(data));
  const { stdout } = await run("ps", ["-o", "args=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return /postgres/.test(stdout) && stdout.includes(data);
}
