import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { STATE_MARK } from "./leftovers.ts";
import { identify } from "./lock.mjs";

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number;
  /** Resolves when the process has ended for any reason. */
  exited: Promise<Exit>;
  running(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM, and SIGKILL after the time limit. */
  stop(signal?: NodeJS.Signals, limitMs?: number): Promise<Exit>;
}

export interface ChildOptions {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Both output streams are appended to this file. */
  log: string;
  /** The pid file lets a later run end the process if its starter was killed. */
  pidFile?: string;
  cwd?: string;
  user?: { uid: number; gid: number } | undefined;
}

const STOP_LIMIT_MS = 60_000;

/**
 * Starts a program in a process group of its own. Ctrl-C in the terminal then reaches only the starter, which ends its
 * children in order. Output goes to a file, so that it survives a crash of the starter.
 */
export async function startChild({ command, args, env, log, pidFile, cwd, user }: ChildOptions): Promise<Child> {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, "a");
  const state = process.env[STATE_MARK];
  const marked = state === undefined ? env : { ...env, [STATE_MARK]: state };
  const child = spawn(command, args, { env: marked, cwd, ...user, detached: true, stdio: ["ignore", output, output] });
  closeSync(output);
  let running = true;
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      running = false;
      if (pidFile !== undefined) rmSync(pidFile, { force: true });
      resolve({ code, signal });
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  if (pidFile !== undefined && running) writeFileSync(pidFile, JSON.stringify(identify(child.pid!)));

  async function stop(signal: NodeJS.Signals = "SIGTERM", limitMs = STOP_LIMIT_MS): Promise<Exit> {
    if (running) child.kill(signal);
    const force = setTimeout(() => running && child.kill("SIGKILL"), limitMs);
    try {
      return await exited;
    } finally {
      clearTimeout(force);
    }
  }

  return {
    pid: child.pid!,
    exited,
    running: () => running,
    signal: (signal) => {
      if (running) child.kill(signal);
    },
    stop,
  };
}
