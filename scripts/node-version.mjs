// Plain JavaScript, because the boot script uses it on any Node from 18 on.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Whether this version of Node runs the project. It must strip types, and must not have the http2 bug
 * nodejs/node 65677: a buffered response fails as a premature close.
 * @param {string} version such as v24.19.0
 */
export function suits(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 18)) return false;
  if (major === 23) return minor >= 6;
  if (major === 24) return minor < 20 || minor > 21;
  if (major === 26) return minor < 3 || minor > 10;
  return true;
}

/**
 * The pinned Node of the installed packages, else the running one. Null when neither is suitable.
 * @param {string} root
 * @returns {string | null}
 */
export function chooseNode(root) {
  const pinned = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (runs(pinned)) return pinned;
  return suits(process.version) ? process.execPath : null;
}

/**
 * Starts the binary, because one for another C library exists but fails.
 * @param {string} binary
 */
function runs(binary) {
  return spawnSync(binary, ["--version"], { stdio: "ignore" }).status === 0;
}
