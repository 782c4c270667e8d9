import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { identify, lives, parse } from "./lock.mjs";
import { until } from "./poll.ts";

/** Environment variable that names the state folder to all processes of a run. */
export const STATE_MARK = "EMISSIONS_STATE";

const END_LIMIT_MS = 10_000;
const SERVER = "postgres";

type Identity = ReturnType<typeof identify>;

/**
 * Ends the processes of a killed run: those with a pid file in the folder or its `run`, and on Linux those whose
 * environment names the folder. A run may be killed before it writes a pid file. Postgres is left to `startPostgres`,
 * which ends it in order.
 */
export async function endLeftovers(folder: string): Promise<void> {
  for (const place of [folder, join(folder, "run")]) {
    if (!existsSync(place)) continue;
    for (const name of readdirSync(place)) {
      if (!name.endsWith(".pid")) continue;
      // A process that ends removes its file.
      const leftover = parse(attempt(() => readFileSync(join(place, name), "utf8")) ?? "");
      if (leftover !== null) await endProcess(leftover);
      rmSync(join(place, name), { force: true });
    }
  }
  const mark = `${STATE_MARK}=${folder}`;
  const marked = processes().filter((pid) => pid !== process.pid && nameOf(pid) !== SERVER && hasMark(pid, mark));
  for (const leftover of marked.map(identify)) await endProcess(leftover);
}

/** Ends the Postgres processes that work in a folder: `initdb`, and the sessions of a killed server. */
export async function endServerProcesses(home: string): Promise<void> {
  const inside = (pid: number) => `${workingFolder(pid) ?? ""}/`.startsWith(`${home}/`);
  const found = processes().filter((pid) => [SERVER, "initdb"].includes(nameOf(pid)) && inside(pid));
  for (const leftover of found.map(identify)) await endProcess(leftover);
}

/** Kills the process unless it has ended. Its pid may belong to another program by now. */
export async function endProcess(leftover: Identity): Promise<void> {
  if (!lives(leftover)) return;
  process.kill(leftover.pid, "SIGKILL");
  await until(`process ${leftover.pid} of an earlier run ends`, () => !lives(leftover), END_LIMIT_MS);
}

/** Empty where the system has no /proc. */
function processes(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The files of a process vanish with it, and those of other users cannot be read. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const nameOf = (pid: number) => attempt(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim()) ?? "";
const hasMark = (pid: number, mark: string) =>
  attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark)) ?? false;

/** The folder in which a process works, or null if it cannot be read. */
export const workingFolder = (pid: number) => attempt(() => readlinkSync(`/proc/${pid}/cwd`));
