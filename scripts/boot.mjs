// Runs a TypeScript file of this repository on a fresh checkout: installs, chooses Node, generates, starts.
// Plain JavaScript, because any Node from 18 on must be able to run it.
import { spawn } from "node:child_process";
import {
  constants as access,
  accessSync,
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { identify, lives, parse, tryLock } from "../packages/testkit/src/lock.mjs";
import { BEGUN, processBegun } from "./begun.mjs";
import { LAUNCHERS, launchers } from "./launchers.mjs";
import { chooseNode } from "./node-version.mjs";
import {
  consoleDigest,
  consoleStamp,
  descriptionDigest,
  descriptionStamp,
  digestOf,
  protoDigest,
  protoStamp,
  stampHolds,
  writeStamp,
} from "./stamp.mjs";

const PNPM = "pnpm@10.34.9";
const INSTALL_LIMIT_MS = 15 * 60_000;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** Folder of all data, as of `npm start`. */
const state = resolve(root, process.env.STATE_DIR || ".local");
/** Of the checkout: starts with other folders of data prepare the same one. */
const lockFile = join(root, ".boot.lock");
/** The program of the present step. It survives a kill of this script, and would work beside that of the next one. */
const stepFile = join(root, ".boot.step");
const installStamp = join(root, "node_modules", ".boot-stamp");
const [target, ...args] = process.argv.slice(2);
process.env[BEGUN] = String(processBegun());
// At once: npm may be killed at any time, and its children then have another parent.
process.env[LAUNCHERS] = JSON.stringify(launchers(root));

if (target === undefined) fail("usage: node scripts/boot.mjs <file.ts> [arguments]");
await main(target).catch((error) => fail(error instanceof Error ? error.message : String(error)));

/** @param {string} file */
async function main(file) {
  // Root runs Postgres as another user, who must be able to read the installed files.
  process.umask(0o022);
  giveHome();
  await once(() => stampHolds(installStamp, installDigest()), install);
  const node = chooseNode(root);
  if (node === null) {
    fail(`Node ${process.version} will not do: use Node 24.19, or any from 22.18 on but 24.20-24.21 and 26.3-26.10`);
  }
  process.env.PATH = [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const generates = /(^|[/\\])gen\.ts$/.test(file);
  if (!generates) {
    await once(
      () => stampHolds(protoStamp(root), protoDigest(root)),
      () => step("generating protobuf code", node, [join(root, "scripts", "gen.ts"), "protos"]),
    );
    await once(
      () => stampHolds(consoleStamp(root), consoleDigest(root)),
      () => step("building the console", node, [join(root, "scripts", "gen.ts"), "console"]),
    );
    await once(
      () => stampHolds(descriptionStamp(root), descriptionDigest(root)),
      () => step("describing the API", node, [join(root, "scripts", "gen.ts"), "description"]),
    );
  }
  await handOver(node, [file, ...args]);
}

function installDigest() {
  return digestOf([PNPM, process.platform, process.arch], [join(root, "pnpm-lock.yaml")]);
}

async function install() {
  rmSync(installStamp, { force: true });
  await step("installing packages (the first time takes up to a minute)", "npx", [
    "--yes",
    PNPM,
    "install",
    "--frozen-lockfile",
  ]);
  writeStamp(installStamp, installDigest());
}

/**
 * Runs a job unless it is done. Only one process runs it; the others wait for its end.
 * @param {() => boolean} done
 * @param {() => Promise<void>} job
 */
async function once(done, job) {
  const limit = Date.now() + INSTALL_LIMIT_MS;
  let told = false;
  while (!done()) {
    const lock = tryLock(lockFile);
    if ("release" in lock) {
      try {
        await endStep();
        if (!done()) await job();
      } finally {
        lock.release();
      }
      return;
    }
    if (!told) console.log(`waiting for process ${lock.holder}, which is preparing this checkout`);
    told = true;
    if (Date.now() > limit) fail(`process ${lock.holder} is still preparing this checkout; stop it and try again`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * Runs a program with one progress line. Its output goes to a log, whose end is shown on failure.
 * @param {string} what
 * @param {string} program
 * @param {string[]} parameters
 */
async function step(what, program, parameters) {
  const log = join(state, "logs", "boot.log");
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, `${program} ${parameters.join(" ")}\n`);
  process.stdout.write(`${what} ... `);
  const begun = Date.now();
  // Before the start: a signal that came between them would end this process alone.
  const stop = () => signalStep(child.pid, "SIGTERM");
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const child = spawn(program, parameters, {
    cwd: root,
    // With CI set, pnpm does not prompt.
    env: { ...process.env, CI: "true" },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, because npx starts further programs.
    detached: true,
  });
  if (child.pid !== undefined) {
    // The file appears with its content: a kill in the middle of a write would leave a program that nothing names.
    writeFileSync(`${stepFile}.new`, JSON.stringify(identify(child.pid)));
    renameSync(`${stepFile}.new`, stepFile);
  }
  child.stdout.on("data", (chunk) => appendFileSync(log, chunk));
  child.stderr.on("data", (chunk) => appendFileSync(log, chunk));
  const code = await new Promise((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (status, signal) => resolve(signal === null ? status : 128 + constants.signals[signal]));
  });
  process.off("SIGINT", stop).off("SIGTERM", stop);
  rmSync(stepFile, { force: true });
  console.log(`${((Date.now() - begun) / 1000).toFixed(1)} s`);
  if (code === 0) return;
  console.error(readFileSync(log, "utf8").split("\n").slice(-20).join("\n"));
  throw new Error(`failed (exit code ${code}): ${what}; see ${log}`);
}

/** Ends the programs of a step whose script was killed. */
async function endStep() {
  const left = existsSync(stepFile) ? parse(readFileSync(stepFile, "utf8")) : null;
  if (left !== null && lives(left)) {
    signalStep(left.pid, "SIGKILL");
    while (lives(left)) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  rmSync(stepFile, { force: true });
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function signalStep(pid, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/**
 * Runs the target with the same streams, forwards signals, and takes over its exit code.
 * @param {string} node
 * @param {string[]} parameters
 */
async function handOver(node, parameters) {
  const child = spawn(node, parameters, { stdio: "inherit" });
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  process.exitCode = await new Promise((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (status, signal) => resolve(signal === null ? status : 128 + constants.signals[signal]));
  });
}

/** npm and buf need a writable home, which system users often lack. */
function giveHome() {
  try {
    accessSync(homedir(), access.W_OK);
  } catch {
    const home = join(state, "home");
    mkdirSync(home, { recursive: true });
    process.env.HOME = home;
    // The parent npm has set this variable from the old home.
    process.env.npm_config_cache = join(home, ".npm");
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
