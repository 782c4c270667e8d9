// Loads the modules of every process, so that Node writes their code without types: `compile.ts <folder>`. Each process
// ends with the refusal of its empty configuration, after its modules are loaded.
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROCESSES } from "../processes.ts";

/** A busy builder took longer than a minute for the gateway. */
const LIMIT_MS = 300_000;
/** Node's part of an entry, before the content. */
const HEADER_BYTES = 20;
/** The upper half of the number at the start of V8's compiled code. */
const V8_MAGIC = 0xc0de;

const entry = fileURLToPath(new URL("../entry.ts", import.meta.url));
const [cache = ""] = process.argv.slice(2);
for (const name of Object.keys(PROCESSES)) load(name);
for (const folder of readdirSync(cache)) keepReproducible(join(cache, folder));

function load(name: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, entry, name], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache },
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  const printed = stdout + stderr;
  if (status === 1 && /Bad configuration|_OWNER_URL is missing/.test(printed)) return;
  throw new Error(`${name} ended with ${status}, not with the refusal of its configuration:\n${printed}`);
}

/** Compiled code depends on a random seed of V8, so two builds would differ. Code without types does not. */
function keepReproducible(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (readFileSync(file).readUInt16LE(HEADER_BYTES + 2) === V8_MAGIC) rmSync(file);
    else chmodSync(file, 0o644);
  }
}
