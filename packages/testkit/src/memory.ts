import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServiceName } from "./roles.ts";

const SAMPLE_MS = 30;
const run = promisify(execFile);

/** Running services, such as a `System`. */
interface Running {
  process(name: ServiceName): { pid(): number };
}

/** Resident memory of each service, in bytes. */
async function residentBytes(system: Running, names: readonly ServiceName[]): Promise<number[]> {
  const pids = names.map((name) => system.process(name).pid());
  const { stdout } = await run("ps", ["-o", "pid=,rss=", "-p", pids.join(",")]);
  const kib = new Map(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
  );
  return pids.map((pid) => kib.get(pid)! * 1024);
}

/** Peak growth of the resident memory of each service during the work, in bytes. Fails if one of them ends. */
export async function growthDuring(
  system: Running,
  names: readonly ServiceName[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const before = await residentBytes(system, names);
  const growth = names.map(() => 0);
  let working = true;
  const sampling = (async () => {
    while (working) {
      const now = await residentBytes(system, names);
      now.forEach((bytes, index) => {
        growth[index] = Math.max(growth[index]!, bytes - before[index]!);
      });
      await pause(SAMPLE_MS);
    }
  })();
  await Promise.race([work().finally(() => (working = false)), sampling]);
  await sampling;
  return growth;
}
