import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { endLeftovers } from "@emissions/testkit/child";
import { removePostgres } from "@emissions/testkit/postgres";
import { tryLock } from "../../packages/testkit/src/lock.mjs";
import { shown } from "./settings.ts";

/** Entries that `--fresh` keeps: they do not depend on recorded data. */
const KEPT = new Set(["bin", "home", "logs", "boot.lock", "start.lock"]);

/** Locks the state folder for this run, and ends processes of a killed run. */
export async function takeState(state: string): Promise<{ release: () => void }> {
  const lock = tryLock(join(state, "start.lock"));
  if ("holder" in lock) {
    throw new Error(`another copy (process ${lock.holder}) is running on ${shown(state)}; stop it or set STATE_DIR`);
  }
  await endLeftovers(state);
  return lock;
}

export async function emptyState(state: string) {
  await removePostgres(join(state, "postgres"));
  for (const name of readdirSync(state)) {
    if (!KEPT.has(name)) rmSync(join(state, name), { recursive: true });
  }
}

/** Keeps the logs of the last start as `.log.1`. */
export function rotateLogs(state: string) {
  const folder = join(state, "logs");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".log") && name !== "boot.log") renameSync(join(folder, name), join(folder, `${name}.1`));
  }
}
