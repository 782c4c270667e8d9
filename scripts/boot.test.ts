import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "@emissions/testkit/poll";
import { afterEach, beforeEach, expect, it } from "vitest";
import { identify, lives } from "../packages/testkit/src/lock.mjs";
import { BEGUN } from "./begun.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FILES = ["begun", "boot", "launchers", "node-version", "stamp"].map((name) => join("scripts", `${name}.mjs`));
const STEP_FILE = ".boot.step";
/** Limit of a wait on a busy machine. */
const BUSY_MS = 30_000;

let checkout: string;
let started: string;

/** A checkout whose installation never ends. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "emissions-boot-"));
  started = join(checkout, "started");
  for (const file of [...FILES, join("packages", "testkit", "src", "lock.mjs")]) {
    cpSync(join(ROOT, file), join(checkout, file));
  }
  writeFileSync(join(checkout, "pnpm-lock.yaml"), "");
  mkdirSync(join(checkout, "bin"));
  const npx = join(checkout, "bin", "npx");
  writeFileSync(npx, `#!/bin/sh\necho $$ >> ${started}\nsleep 60\n`);
  chmodSync(npx, 0o755);
});
afterEach(() => rmSync(checkout, { recursive: true }));

const boot = (target = "start.ts", more: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [join(checkout, "scripts", "boot.mjs"), join("scripts", target)], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PATH: [join(checkout, "bin"), process.env.PATH].join(delimiter), ...more },
  });

/** The output of a program that ends in order. */
async function outputOf(child: ChildProcess): Promise<string> {
  const closed = once(child, "close");
  const chunks = await child.stdout!.toArray();
  expect(await closed).toEqual([0, null]);
  return chunks.join("");
}

const installations = () => (existsSync(started) ? readFileSync(started, "utf8").trim().split("\n").map(Number) : []);

it("ends the installation of a boot script that was killed, and installs itself", async () => {
  const first = boot();
  await until("the first installation", () => installations().length === 1, BUSY_MS);
  // Written just after the start. A kill between both leaves an installation that nothing names.
  await until("the file that names it", () => existsSync(join(checkout, STEP_FILE)), BUSY_MS);
  const left = identify(installations()[0]!);
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(lives(left)).toBe(true);
  const second = boot();
  await until("the second installation", () => installations().length === 2, BUSY_MS);
  await until("the first installation to end", () => !lives(left), BUSY_MS);
  second.kill("SIGTERM");
  await once(second, "exit");
  // The signal to the installation is sent before the exit, and handled soon after it.
  await until("the second installation to end", () => !lives(identify(installations()[1]!)), BUSY_MS);
});

it("counts the installation into the time of a start, and keeps its log in STATE_DIR alone", async () => {
  const [state, installationS] = [join(checkout, "elsewhere"), 0.5];
  mkdirSync(join(checkout, "node_modules"));
  writeFileSync(join(checkout, "bin", "npx"), `#!/bin/sh\nsleep ${installationS}\n`);
  // A file of this name is run without generated code.
  const print =
    'import { msSinceBegun } from "./begun.mjs";\nconsole.log("after " + msSinceBegun(process.env) + " ms");\n';
  writeFileSync(join(checkout, "scripts", "gen.ts"), print);
  const before = readdirSync(checkout).sort();
  const begun = performance.now();
  const output = await outputOf(boot("gen.ts", { STATE_DIR: state, [BEGUN]: "1" }));
  const afterMs = Number(/^after (\S+) ms$/m.exec(output)![1]);
  expect(afterMs).toBeGreaterThan(installationS * 1_000);
  expect(afterMs).toBeLessThan(performance.now() - begun);
  expect(existsSync(join(state, "logs", "boot.log"))).toBe(true);
  expect(readdirSync(checkout).sort()).toEqual([...before, "elsewhere"].sort());
});
