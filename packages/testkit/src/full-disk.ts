import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** No file grows beyond this size. What is smaller may still be written, as into the free part of a block. */
const SIZE_MAX_BYTES = 4_096;

/**
 * A process that can write no more, as on a full disk: the limit of the size of its files is set while it runs. Needs
 * neither root nor a file system of its own. A process that is started later has no limit.
 */
export function fullDisk(storeDir: string) {
  const pid = () => (JSON.parse(readFileSync(`${storeDir}.pid`, "utf8")) as { pid: number }).pid;
  const limit = (size: string) => promisify(execFile)("prlimit", ["--pid", String(pid()), `--fsize=${size}:`]);
  return {
    fill: () => limit(String(SIZE_MAX_BYTES)),
    free: () => limit("unlimited"),
  };
}
