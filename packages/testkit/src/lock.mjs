// Plain JavaScript, because the boot script runs it on any Node from version 18.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** @typedef {{ pid: number, started: string | null }} Identity */

/** Linux counts start times from the boot, so the same pid may have the same start time after another boot. */
const bootId = readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? "";

/**
 * The start time of a process as the system writes it, or null if the process does not run.
 * A pid alone is not enough, because the system may have given it to another program since.
 * @param {number} pid
 * @returns {string | null}
 */
export function startedAt(pid) {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The command name, in brackets, may contain spaces, so fields are counted from behind it.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // A zombie with running threads still holds its ports, so only one without threads counts as ended.
      const gone = fields[0] === "Z" && readdirSync(`/proc/${pid}/task`).length <= 1;
      return gone || fields[19] === undefined ? null : `${bootId}/${fields[19]}`;
    } catch {
      return null;
    }
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

/**
 * Pid and start time, for a file by which a later run checks whether the process still runs.
 * @param {number} pid
 */
export function identify(pid) {
  return { pid, started: startedAt(pid) };
}

/**
 * @param {Identity} identity
 * @returns {boolean}
 */
export function lives(identity) {
  return identity.started !== null && startedAt(identity.pid) === identity.started;
}

/**
 * Takes a lock file for this process, or answers its holder. The lock of a dead holder is taken over. A holder whose
 * launchers do not all run is an orphan: the program that should end it is gone.
 * @param {string} file
 * @param {Identity[]} [launchers]
 * @returns {{ release: () => void } | { holder: number, orphan: Identity | null }}
 */
export function tryLock(file, launchers = []) {
  mkdirSync(dirname(file), { recursive: true });
  const own = JSON.stringify({ ...identify(process.pid), launchers });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (linkIfFree(draft, file)) return { release: () => release(file, own) };
      const seen = readIfThere(file);
      if (seen === null) continue;
      const holder = parse(seen);
      if (holder !== null && lives(holder)) {
        return { holder: holder.pid, orphan: holder.launchers.every(lives) ? null : holder };
      }
      takeAway(file, seen);
    }
    return { holder: parse(readIfThere(file) ?? "")?.pid ?? 0, orphan: null };
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * A link appears with its content in one step, so no process reads a half-written lock.
 * @param {string} draft
 * @param {string} file
 */
function linkIfFree(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Two processes may find the same stale lock, so the renamed file is read again. A new lock is put back.
 * @param {string} file
 * @param {string} seen
 */
function takeAway(file, seen) {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if (readFileSync(aside, "utf8") !== seen) linkIfFree(aside, file);
  rmSync(aside, { force: true });
}

/**
 * @param {string} file
 * @param {string} own
 */
function release(file, own) {
  if (readIfThere(file) === own) rmSync(file, { force: true });
}

/**
 * @param {string} file
 * @returns {string | null}
 */
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * The processes in the text of a lock file or pid file. A crash of the machine may leave such a file half written.
 * @param {string} text
 * @returns {Identity & { launchers: Identity[] } | null}
 */
export function parse(text) {
  try {
    const { launchers, ...holder } = JSON.parse(text);
    if (!Number.isInteger(holder.pid)) return null;
    return { ...identity(holder), launchers: Array.isArray(launchers) ? launchers.map(identity) : [] };
  } catch {
    return null;
  }
}

/**
 * @param {{ pid: number, started?: unknown }} value
 * @returns {Identity}
 */
function identity({ pid, started }) {
  return { pid, started: typeof started === "string" ? started : null };
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
