import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Child, type Exit, startChild } from "./child.ts";
import { until } from "./poll.ts";
import type { ServiceName } from "./roles.ts";

export interface ServiceProcess {
  pid(): number;
  running(): boolean;
  /** Sends a signal, such as SIGSTOP or SIGCONT, and returns at once. */
  signal(signal: NodeJS.Signals): void;
  /** Kills the process and waits for its end. */
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  /** Ends the present process, starts a new one, and waits until it is ready. */
  restart(more?: NodeJS.ProcessEnv): Promise<void>;
}

interface Options {
  name: ServiceName;
  /** Folder of logs and pid files. */
  dir: string;
  /** Folder of `<service>/src/main.ts`. */
  sources?: string | undefined;
  opsUrl: string;
  env: NodeJS.ProcessEnv;
  /** Called when a process that was ready ends unexpectedly. */
  onExit?: ((name: ServiceName, exit: Exit) => void) | undefined;
  /** Ends the wait for a process that is not ready yet. */
  signal?: AbortSignal | undefined;
}

/** Longer than the limit of the work before the first call. Nothing depends on the speed of a start. */
const READY_LIMIT_MS = 15 * 60_000;
/** Of one question. A process that stands still accepts a connection and never answers. */
const ANSWER_LIMIT_MS = 20_000;
/** Longer than a service may take to drain. */
const STOP_LIMIT_MS = 60_000;
const SOURCES = fileURLToPath(new URL("../../../services", import.meta.url));

/** The process of one service. `restart` starts it the first time. */
export function serviceProcess({ name, dir, sources = SOURCES, opsUrl, env, onExit, signal }: Options): ServiceProcess {
  let child: Child | undefined;
  const asked = new WeakSet<Child>();

  async function kill(signal: NodeJS.Signals = "SIGKILL"): Promise<Exit> {
    if (child === undefined) return { code: 0, signal: null };
    asked.add(child);
    // A stopped process (SIGSTOP) handles no other signal before SIGCONT.
    child.signal("SIGCONT");
    return child.stop(signal, STOP_LIMIT_MS);
  }

  async function restart(more: NodeJS.ProcessEnv = {}) {
    await kill("SIGTERM");
    const log = logOf(dir, name);
    const started = await startChild({
      command: process.execPath,
      args: [join(sources, name, "src", "main.ts")],
      env: { ...env, ...more },
      log,
      pidFile: join(dir, "run", `${name}.pid`),
    });
    child = started;
    const ready = async () => {
      signal?.throwIfAborted();
      if (!started.running()) throw new Error(`${name} ended while it started: ${exitReason(dir, name)} (${log})`);
      const answer = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).catch(
        () => null,
      );
      await answer?.body?.cancel();
      return answer?.ok;
    };
    await until(`${name} is ready`, ready, READY_LIMIT_MS);
    void started.exited.then((exit) => {
      if (!asked.has(started)) onExit?.(name, exit);
    });
  }

  return {
    pid: () => {
      if (child === undefined) throw new Error(`${name} was not started`);
      return child.pid;
    },
    running: () => child?.running() ?? false,
    signal: (signal) => child?.signal(signal),
    kill,
    restart,
  };
}

export function logOf(dir: string, name: string): string {
  return join(dir, "logs", `${name}.log`);
}

export function readLog(dir: string, name: string): string {
  const file = logOf(dir, name);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** The line of a log that explains the exit: the last error, or the last line. */
export function exitReason(dir: string, name: string): string {
  const lines = readLog(dir, name)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const error = lines.findLast((line) => /^(\w*Error\b|\{.*"level":(60|50|"fatal"|"error"))/.test(line));
  return (error ?? lines.at(-1) ?? "it said nothing").slice(0, 500);
}
