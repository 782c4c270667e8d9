import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number;
  /** Settles when the process has ended, however that came about. */
  exited: Promise<Exit>;
  running(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Asks the process to end, and ends it by force when it has not done so within the limit. */
  stop(signal?: NodeJS.Signals, limitMs?: number): Promise<Exit>;
}

export interface ChildOptions {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** File that takes both output streams; it is appended to. */
  log: string;
  cwd?: string;
  user?: { uid: number; gid: number } | undefined;
}

const STOP_LIMIT_MS = 20_000;

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal then reaches only the one who started it,
 * who ends his children in the right order. Output goes to a file, so that it outlives a starter that crashes.
 */
export async function startChild({ command, args, env, log, cwd, user }: ChildOptions): Promise<Child> {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, "a");
  const child = spawn(command, args, { env, cwd, ...user, detached: true, stdio: ["ignore", output, output] });
  closeSync(output);
  let running = true;
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      running = false;
      resolve({ code, signal });
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });

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
