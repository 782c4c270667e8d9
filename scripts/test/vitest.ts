import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearDeadRuns } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { ROOT } from "../start/settings.ts";
import type { Tally } from "./check.ts";

/** The used part of the output of vitest's JSON reporter. */
export interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Ends a run that hangs: twice the duration on a slow machine. */
const LIMIT_MS = 60 * 60_000;

/**
 * The projects of each run of all tests. A run starts the servers of its projects alone: the six idle services of `e2e`
 * take a seventh of two cores. The runs of one stage go side by side: both of them often wait for processes.
 */
export const STAGES = [[["unit", "isolated"]], [["e2e"], ["own processes"]], [["whole machine"]]] as const;

interface Choice {
  /** Ends the run, which then throws the reason. */
  interrupted: AbortSignal;
  /** Parts of paths; all files if empty. */
  filters?: readonly string[];
  /** Names of projects; all if empty. */
  projects?: readonly string[];
}

/** Runs the tests, shows each file when it ends, and counts the tests. */
export async function runVitest({ interrupted, filters = [], projects = [] }: Choice): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "emissions-report-"));
  const file = join(folder, "report.json");
  try {
    const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    args.push(...projects.map((name) => `--project=${name}`), ...filters);
    // A group of its own: vitest would leave its servers to a Ctrl-C of the terminal, and its workers to a SIGTERM.
    const child = spawn("vitest", args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], detached: true });
    const stop = AbortSignal.any([interrupted, AbortSignal.timeout(LIMIT_MS)]);
    stop.addEventListener("abort", () => signalGroup(child.pid!, "SIGKILL"));
    if (stop.aborted) signalGroup(child.pid!, "SIGKILL");
    const [code] = await once(child, "exit");
    if (stop.aborted) await endRun(child.pid!);
    interrupted.throwIfAborted();
    const { notes, ...tally } = tallyOf(readReport(file), code === 0);
    for (const note of notes) console.log(note);
    return tally;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Waits for the end of all processes of vitest, and ends the servers and services that they started. */
async function endRun(group: number): Promise<void> {
  await until("the processes of vitest end", () => !signalGroup(group, "SIGKILL"));
  await clearDeadRuns();
}

/** False if the group has no process. */
function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/**
 * Counts tests. A file that cannot be loaded counts as one failed test. So does an error outside the tests, such as an
 * unhandled rejection.
 */
export function tallyOf(report: Report | null, ended: boolean): Tally & { notes: string[] } {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const skipped = tests.filter((test) => test.status !== "passed" && test.status !== "failed");
  const notes = skipped.map((test) => `not run: ${test.fullName}`);
  const passed = tests.filter((test) => test.status === "passed").length;
  const unloaded = files.filter((file) => file.status === "failed" && !file.assertionResults.some(isFailed)).length;
  const failed = tests.filter(isFailed).length + unloaded;
  if (failed === 0 && (!ended || passed === 0)) {
    notes.push(passed === 0 ? "failed: no test ran" : "failed: vitest reported an error outside the tests");
    return { passed, failed: 1, notes };
  }
  return { passed, failed, notes };
}

function isFailed(test: { status: string }): boolean {
  return test.status === "failed";
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
