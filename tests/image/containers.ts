import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { until } from "@emissions/testkit/poll";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const IMAGE = process.env.IMAGE_TAG ?? `emissions:${version}`;
const COMMAND_LIMIT_MS = 60_000;
const READY_LIMIT_MS = 180_000;
/** Nothing else is needed by any process. */
const HARDENED = ["--network=host", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"];
// Inside of a container, podman may neither raise limits nor use systemd.
const PODMAN = ["podman", "--runtime=/usr/sbin/runc", "--cgroup-manager=cgroupfs"];
const PODMAN_LIMITS = ["--ulimit=nofile=1024:1024", "--ulimit=nproc=1000:1000"];
const DOCKER = spawnSync("docker", ["info"]).status === 0;

export interface RunOptions {
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Folder that is mounted read-only at /keys. */
  keys?: string;
}

function run(args: string[]): SpawnSyncReturns<string> {
  const [program = "", ...common] = DOCKER ? ["docker"] : PODMAN;
  return spawnSync(program, [...common, ...args], { encoding: "utf8", timeout: COMMAND_LIMIT_MS });
}

function runArgs({ args, env = {}, keys }: RunOptions): string[] {
  const variables = Object.entries(env).flatMap(([name, value]) => (value ? [`--env=${name}=${value}`] : []));
  const mounts = keys === undefined ? [] : [`--volume=${keys}:/keys:ro`];
  return [...HARDENED, ...(DOCKER ? [] : PODMAN_LIMITS), ...variables, ...mounts, IMAGE, ...args];
}

/** Runs a process of the image to its end. */
export const runOnce = (options: RunOptions) => run(["run", "--rm", ...runArgs(options)]);

export interface Container {
  exec(...command: string[]): SpawnSyncReturns<string>;
  logs(): string;
  /** Milliseconds until /readyz answered. */
  ready(opsUrl: string): Promise<number>;
  /** Sends SIGTERM, removes the container and returns its exit code. */
  stop(): string;
}

/** Starts a process of the image in the background. */
export function start(options: RunOptions): Container {
  const begun = performance.now();
  const { status, stdout, stderr } = run(["run", "--detach", ...runArgs(options)]);
  if (status !== 0) throw new Error(`${options.args.join(" ")}: ${stderr}`);
  const id = stdout.trim();
  const logs = () => {
    const printed = run(["logs", id]);
    return printed.stdout + printed.stderr;
  };
  return {
    exec: (...command) => run(["exec", id, ...command]),
    logs,
    ready: async (opsUrl) => {
      const answers = async () => (await fetch(`${opsUrl}/readyz`).catch(() => null))?.ok;
      await until(`${options.args[0]} is ready`, answers, READY_LIMIT_MS).catch((error) => {
        throw new Error(`${error.message}\n${logs()}`);
      });
      return Math.round(performance.now() - begun);
    },
    stop: () => {
      run(["stop", "--time=30", id]);
      const code = run(["inspect", "--format={{.State.ExitCode}}", id]).stdout.trim();
      run(["rm", "--force", id]);
      return code;
    },
  };
}
