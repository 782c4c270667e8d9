import { execFile } from "node:child_process";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startChild } from "./child.ts";
import { testFolder } from "./infra.ts";
import { until } from "./poll.ts";
import { freePort, isTaken } from "./ports.ts";
import { serverUser } from "./postgres-files.ts";

/** A PgBouncer in transaction mode. */
export interface PgBouncer {
  /** The address of a login through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** Debian's place is not on the path of ordinary users. */
const BINARIES = ["pgbouncer", "/usr/sbin/pgbouncer"];
const START_LIMIT_MS = 60_000;
/** Fewer than the connections of a client, so that transactions change their sessions. */
const SESSIONS_MAX = 2;

/** The program, or null if this machine has none. */
export async function pgBouncerBinary(): Promise<string | null> {
  for (const binary of BINARIES) {
    const found = await run(binary, ["--version"]).catch(() => null);
    if (found !== null) return binary;
  }
  return null;
}

/** Runs a PgBouncer for logins of one server, which may use all of its databases. */
export async function startPgBouncer(logins: readonly string[]): Promise<PgBouncer> {
  const binary = await pgBouncerBinary();
  if (binary === null) throw new Error("no PgBouncer: run `apt-get install pgbouncer` as root");
  const urls = logins.map((login) => new URL(login));
  const folder = testFolder();
  const [user, port, log] = [serverUser(), await freePort(), join(folder, "pgbouncer.log")];
  const [config, users] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")];
  await mkdir(folder, { recursive: true });
  await writeFile(users, urls.map(({ username, password }) => `"${username}" "${password}"\n`).join(""));
  await writeFile(config, settings({ server: urls[0]!, port, users }));
  // The user of the server reads them.
  for (const file of [config, users]) await chmod(file, 0o644);
  const env = { PATH: process.env.PATH };
  const pidFile = join(folder, "pgbouncer.pid");
  const child = await startChild({ command: binary, args: [config], env, log, user, pidFile });
  const stop = async () => {
    await child.stop("SIGINT");
    await rm(folder, { recursive: true, force: true });
  };
  const listens = () => {
    if (!child.running()) throw new Error(`PgBouncer ended while it started; see ${log}`);
    return isTaken(port);
  };
  await until("PgBouncer accepts connections", listens, START_LIMIT_MS).catch(async (error) => {
    await child.stop("SIGKILL");
    throw error;
  });
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  return { through, stop };
}

function settings({ server, port, users }: { server: URL; port: number; users: string }): string {
  return `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SESSIONS_MAX}
`;
}
