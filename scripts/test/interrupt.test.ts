import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { until } from "@emissions/testkit/poll";
import { expect, it } from "vitest";
import { identify, lives } from "../../packages/testkit/src/lock.mjs";
import { ROOT } from "../start/settings.ts";

const SERVERS = ["postgres", "nats-server"];
/** Starts both servers, and then waits for them. */
const FILE = "packages/kit/src/messages";
const BUSY_MS = 150_000;

/** Name and parent of each process. */
function processes(): { pid: number; name: string; parent: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, name, , parent] = /\((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))!;
        return [{ pid: Number(pid), name: name!, parent: Number(parent) }];
      } catch {
        return [];
      }
    });
}

/** All processes that a process has started, and those of these. */
function below(root: number, all = processes()): { pid: number; name: string }[] {
  return all.filter(({ parent }) => parent === root).flatMap((one) => [one, ...below(one.pid, all)]);
}

/** A run with servers of its own. */
function startTests(): ChildProcess {
  const { TEST_DATABASE_URL: _, TEST_NATS_URL: __, VITEST: ___, ...env } = process.env;
  return spawn(process.execPath, ["scripts/test.ts", FILE], { cwd: ROOT, env, detached: true, stdio: "ignore" });
}

it.runIf(process.platform === "linux").each([
  { what: "a Ctrl-C, which reaches the group of processes", signal: "SIGINT", to: (pid: number) => -pid, code: 130 },
  { what: "a SIGTERM, which reaches one process", signal: "SIGTERM", to: (pid: number) => pid, code: 143 },
] as const)("npm test leaves no process after $what", async ({ signal, to, code }) => {
  const run = startTests();
  const ended = once(run, "exit");
  const hasServers = () => SERVERS.every((name) => below(run.pid!).some((one) => one.name === name));
  await until("the servers of the run", hasServers, BUSY_MS);
  const started = below(run.pid!).map(({ pid }) => identify(pid));
  process.kill(to(run.pid!), signal);
  expect(await ended).toEqual([code, null]);
  expect(started.filter(lives)).toEqual([]);
});
