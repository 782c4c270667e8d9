import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endLeftovers, endProcess } from "@emissions/testkit/leftovers";
import { removePostgres } from "@emissions/testkit/postgres";
import { type Identity, tryLock } from "../../packages/testkit/src/lock.mjs";
import { shown } from "./settings.ts";

/** Entries that `--fresh` keeps: they do not depend on recorded data. */
const EMPTYING = "emptying";
const KEPT = new Set(["bin", "home", "logs", "start.lock", EMPTYING]);

/** A killed process holds its lock until the system has taken its memory apart. */
const DYING_LIMIT_MS = 1_000;
const PAUSE_MS = 100;

/** Locks the state folder for this run, and ends processes of a killed run. */
export async function takeState(state: string, launchers: Identity[]): Promise<{ release: () => void }> {
  const lock = await lockState(state, launchers);
  await endLeftovers(state);
  return lock;
}

/** Ends the run that holds the lock if it is an orphan: npm or the boot script was killed, and it runs on. */
async function lockState(state: string, launchers: Identity[]): Promise<{ release: () => void }> {
  const limit = performance.now() + DYING_LIMIT_MS;
  for (;;) {
    const lock = tryLock(join(state, "start.lock"), launchers);
    if ("release" in lock) return lock;
    if (lock.orphan !== null) await endProcess(lock.orphan);
    else if (performance.now() < limit) await pause(PAUSE_MS);
    else
      throw new Error(`another copy (process ${lock.holder}) is running on ${shown(state)}; stop it or set STATE_DIR`);
  }
}

/** Whether the state was to be emptied by a run that was killed meanwhile. */
export const isHalfEmpty = (state: string): boolean => existsSync(join(state, EMPTYING));

export async function emptyState(state: string) {
  writeFileSync(join(state, EMPTYING), "");
  await removePostgres(join(state, "postgres"));
  for (const name of readdirSync(state)) {
    if (!KEPT.has(name)) rmSync(join(state, name), { recursive: true });
  }
  rmSync(join(state, EMPTYING));
}

/** Keeps the logs of the last start as `.log.1`. */
export function rotateLogs(state: string) {
  const folder = join(state, "logs");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".log") && name !== "boot.log") renameSync(join(folder, name), join(folder, `${name}.1`));
  }
}
