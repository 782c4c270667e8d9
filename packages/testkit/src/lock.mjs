// Plain JavaScript, because the boot script runs it on any Node from version 18.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

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
      return gone ? null : (fields[19] ?? null);
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
 * @param {{ pid: number, started: string | null }} identity
 * @returns {boolean}
 */
export function lives(identity) {
  return identity.started !== null && startedAt(identity.pid) === identity.started;
}

/**
 * Takes a lock file for this process, or answers its holder. The lock of a dead holder is taken over.
 * @param {string} file
 * @returns {{ release: () => void } | { holder: number }}
 */
export function tryLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const own = JSON.stringify(identify(process.pid));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (linkIfFree(draft, file)) return { release: () => release(file, own) };
      const seen = readIfThere(file);
      if (seen === null) continue;
      const holder = parse(seen);
      if (holder !== null && lives(holder)) return { holder: holder.pid };
      takeAway(file, seen);
    }
    return { holder: parse(readIfThere(file) ?? "")?.pid ?? 0 };
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

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * @param {string} text
 * @returns {{ pid: number, started: string | null } | null}
 */
function parse(text) {
  try {
    const { pid, started } = JSON.parse(text);
    return Number.isInteger(pid) ? { pid, started: typeof started === "string" ? started : null } : null;
  } catch {
    return null;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
