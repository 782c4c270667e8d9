import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endLeftovers, endProcess } from "@emissions/testkit/leftovers";
import { until } from "@emissions/testkit/poll";
import { removePostgres } from "@emissions/testkit/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "../../packages/testkit/src/lock.mjs";
import { quietPorts } from "../../scripts/quiet-ports.fixture.ts";
import { FULL_RUN } from "./batches.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const READY = "Ctrl-C stops everything";
const READY_LIMIT_MS = 240_000;
/** About the time of a start, so that the kill falls into any of its steps. */
const RANDOM_KILL_MAX_MS = 8_000;
const ROUNDS = FULL_RUN ? 10 : 1;
/** Of each round; the others differ from them in the processes that are left. */
const KILLS_OF_ROUND = FULL_RUN ? 4 : 1;

interface Run {
  npm: ChildProcess;
  output: string;
}

let state: string;
let env: NodeJS.ProcessEnv;
let runs: Run[];

beforeEach(async () => {
  runs = [];
  state = mkdtempSync(join(tmpdir(), "emissions-killed-"));
  chmodSync(state, 0o755);
  // Skips the demo records, which take seconds and have their own test.
  writeFileSync(join(state, "demo-records.done"), "");
  const { DATABASE_URL, NATS_URL, ...inherited } = process.env;
  env = { ...inherited, ...(await quietPorts()), STATE_DIR: state };
});

afterEach(async () => {
  for (const { npm } of runs) {
    if (npm.exitCode !== null || npm.signalCode !== null) continue;
    npm.kill("SIGTERM");
    await once(npm, "exit");
  }
  // A failed test may leave a start that would restart what is ended here.
  const lock = join(state, "start.lock");
  const left = existsSync(lock) ? parse(readFileSync(lock, "utf8")) : null;
  if (left !== null) await endProcess(left);
  await endLeftovers(state);
  await removePostgres(join(state, "postgres"));
  rmSync(state, { recursive: true });
});

function npmStart(): Run {
  const npm = spawn("npm", ["start"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const run: Run = { npm, output: "" };
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on("data", (chunk) => {
      run.output += chunk;
    });
  }
  runs.push(run);
  return run;
}

const ready = (run: Run) =>
  until(
    "npm start is ready",
    () => {
      if (run.npm.exitCode !== null || run.npm.signalCode !== null) throw new Error(`npm start ended: ${run.output}`);
      return run.output.includes(READY);
    },
    READY_LIMIT_MS,
  );

const childOf = (pid: number): number | undefined =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]) || undefined;

/** npm, the boot script and the start script, as far as they run. */
function chain({ npm }: Run): number[] {
  const pids: number[] = [];
  for (let pid: number | undefined = npm.pid; pid !== undefined; pid = childOf(pid)) {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    if (/^npm|scripts\/boot\.mjs|scripts\/start\.ts/.test(command)) pids.push(pid);
    if (command.includes("start.ts") && !command.includes("boot.mjs")) break;
  }
  return pids;
}

function kill(run: Run, victims: (pids: number[]) => (number | undefined)[]): void {
  const chosen = victims(chain(run)).filter((pid) => pid !== undefined);
  // On a busy machine npm has no title and no child for a second or two. A run that is not killed is a second copy.
  for (const pid of chosen.length > 0 ? chosen : [run.npm.pid!]) process.kill(pid, "SIGKILL");
}

type Kill = readonly [what: string, victims: (pids: number[]) => (number | undefined)[]];
/** The processes that get SIGKILL, by their places in the chain. */
const KILLS: readonly Kill[] = [
  ["all of them", (pids) => pids],
  ["the last process", (pids) => pids.slice(-1)],
  ["npm", (pids) => pids.slice(0, 1)],
  ["the process below npm", (pids) => pids.slice(1, 2)],
];
const ROUND = KILLS.slice(0, KILLS_OF_ROUND);
const LIMIT = { timeout: ROUND.length * ROUNDS * (RANDOM_KILL_MAX_MS + 2_000) + 3 * READY_LIMIT_MS };

describe.runIf(process.platform === "linux")("npm start", () => {
  it(
    "comes up after kills at random moments, refuses a second copy, and ends soon after npm is killed",
    LIMIT,
    async () => {
      const killed: string[] = [];
      for (const [what, victims] of Array.from({ length: ROUNDS }, () => ROUND).flat()) {
        const momentMs = Math.random() * RANDOM_KILL_MAX_MS;
        const run = npmStart();
        await Promise.race([pause(momentMs), once(run.npm, "exit")]);
        killed.push(`${what} after ${momentMs.toFixed(0)} ms`);
        expect(run.output, killed.join(", ")).not.toMatch(/another copy|is taken|rror/);
        kill(run, victims);
      }
      const last = npmStart();
      await ready(last).catch((error) => {
        throw new Error(`killed: ${killed.join(", ")}: ${error.message}`);
      });
      kill(last, ([npm]) => [npm]);
      const first = npmStart();
      await ready(first);

      await refusesSecondCopy();
      const { base_url } = JSON.parse(readFileSync(join(state, "demo.json"), "utf8"));
      const answers = () =>
        fetch(base_url).then(
          () => true,
          () => false,
        );
      expect(await answers()).toBe(true);
      kill(first, ([npm]) => [npm]);
      await until("the gateway to end", async () => !(await answers()), READY_LIMIT_MS);
    },
  );
});

async function refusesSecondCopy(): Promise<void> {
  const second = npmStart();
  await once(second.npm, "exit");
  expect(second.output).toMatch(/another copy \(process \d+\) is running on /);
  expect(second.npm.exitCode).toBe(1);
}
