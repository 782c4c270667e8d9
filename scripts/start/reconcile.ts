import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "./settings.ts";

export interface SchemaUrls {
  activity: string;
  calc: string;
}

const commandOf = (service: string, name: string) => join(ROOT, "services", service, "src", "commands", name);
const LIST = "--list";
/** The exit code of `reconcile.ts` when something differed or waits. */
const DIFFERS = 3;
/** Records are published by a sweep, every 5 seconds, and then calculated. */
const PAUSE_MS = 5_000;
const ROUNDS_MAX = 120;

/**
 * Each command reads one schema, so four run one after the other: the list of calc, the records that may differ, the
 * second look of calc at these, and the comparison.
 */
export async function reconcileOnce(urls: SchemaUrls, args: readonly string[], signal?: AbortSignal): Promise<number> {
  const start = (service: keyof SchemaUrls, name: string, more: readonly string[], last = false) =>
    spawn(process.execPath, [commandOf(service, name), ...more], {
      env: { ...process.env, DATABASE_URL: urls[service] },
      stdio: ["pipe", last ? "inherit" : "pipe", "inherit"],
      signal,
      killSignal: "SIGKILL",
    });
  const all = [
    start("calc", "current-records.ts", []),
    start("activity", "reconcile.ts", [LIST]),
    start("calc", "current-records.ts", ["--listed"]),
    start("activity", "reconcile.ts", args, true),
  ];
  const ends = all.map(async (child) => (await once(child, "exit"))[0] as number | null);
  for (const [index, child] of all.slice(1).entries()) connect(all[index]!, child);
  all[0]!.stdin!.end();
  const codes = await Promise.all(ends);
  // A command that fails cuts off the list of the next one, which notices that.
  return codes.at(-1) ?? 1;
}

function connect(from: ChildProcess, to: ChildProcess): void {
  // The reader has ended early. Its exit code says why.
  to.stdin!.on("error", () => from.kill());
  from.stdout!.pipe(to.stdin!);
}

/** Settles differences until none is left. */
export async function reconcile(urls: SchemaUrls, args: readonly string[]): Promise<number> {
  let code = await reconcileOnce(urls, args);
  for (let round = 1; code === DIFFERS && args.includes("--apply") && round < ROUNDS_MAX; round++) {
    await pause(PAUSE_MS);
    code = await reconcileOnce(urls, args);
  }
  return code;
}
