// Plain JavaScript, because the boot script uses it on any Node from 18 on.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { identify, lives, parse } from "../packages/testkit/src/lock.mjs";

/** @typedef {import("../packages/testkit/src/lock.mjs").Identity} Identity */

/** Environment variable with the launchers of a process, as JSON. */
export const LAUNCHERS = "EMISSIONS_LAUNCHERS";

/** npm starts a script through a shell, and node may be a shell script of the installation. */
const ANCESTORS_MAX = 5;
/** Titles and programs of package managers. */
const PACKAGE_MANAGER = /^npm |[/ ](npm-cli|npm|pnpm|yarn)(\.c?js)?( |$)/;
const CHECK_MS = 2_000;

/** Stands for an npm that was killed before this process could identify it. */
const GONE = { pid: 0, started: null };

/**
 * This process and the package manager that runs it, with the shells between them. Whoever kills one of them with
 * SIGKILL wants the script to end, but the script is not told.
 * @param {string} root folder of the checkout
 * @returns {Identity[]}
 */
export function launchers(root) {
  const own = identify(process.pid);
  // Only scripts of this checkout run this process in their foreground.
  if (process.env.npm_package_json !== join(root, "package.json")) return [own];
  const ancestors = [];
  let pid = process.ppid;
  while (pid > 0 && ancestors.length < ANCESTORS_MAX) {
    const { parent, command } = describe(pid);
    ancestors.push(identify(pid));
    if (PACKAGE_MANAGER.test(command)) return [own, ...ancestors];
    pid = parent;
  }
  // The system gives the children of a killed process to its first process, which has no parent.
  return pid > 0 ? [own] : [own, GONE];
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
