// Plain JavaScript, because the boot script uses it on any Node from 18 on.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { identify, lives, parse } from "../packages/testkit/src/lock.mjs";

/** @typedef {import("../packages/testkit/src/lock.mjs").Identity} Identity */

/** Environment variable with the launchers of a process, as JSON. */
export const LAUNCHERS = "EMISSIONS_LAUNCHERS";

/** npm starts a script through a shell, and node may be a shell script of the installation. */
const ANCESTORS_MAX = 5;
/** Titles and programs of package managers. */
const PACKAGE_MANAGER = /^npm |[/ ](npm-cli|npm|pnpm|yarn)(\.c?js)?( |$)/;
const CHECK_MS = 2_000;

/**
 * This process and the package manager that runs it, with the shells between them. Whoever kills one of them with
 * SIGKILL wants the script to end, but the script is not told.
 * @returns {Identity[]}
 */
export function launchers() {
  const own = identify(process.pid);
  if (process.env.npm_lifecycle_event === undefined) return [own];
  const ancestors = [];
  let pid = process.ppid;
  while (ancestors.length < ANCESTORS_MAX && pid > 1) {
    ancestors.push(identify(pid));
    const { parent, command } = describe(pid);
    if (PACKAGE_MANAGER.test(command)) return [own, ...ancestors];
    pid = parent;
  }
  return [own];
}

/**
 * The launchers that the boot script has passed on.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Identity[]}
 */
export function launchersIn(env) {
  return parse(`{"pid":0,"launchers":${env[LAUNCHERS] ?? "[]"}}`)?.launchers ?? [];
}

/**
 * Calls back once when a launcher has ended.
 * @param {Identity[]} identities
 * @param {() => void} onEnd
 */
export function watchLaunchers(identities, onEnd) {
  const timer = setInterval(() => {
    if (identities.every(lives)) return;
    clearInterval(timer);
    onEnd();
  }, CHECK_MS);
  timer.unref();
}

/**
 * @param {number} pid
 * @returns {{ parent: number, command: string }}
 */
function describe(pid) {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return { parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") };
    }
    const line = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" }).trim();
    const [parent = "0"] = line.split(/\s+/);
    return { parent: Number(parent), command: line.slice(parent.length).trim() };
  } catch {
    return { parent: 0, command: "" };
  }
}
