import { execFile } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../start/settings.ts";

export interface Tally {
  passed: number;
  failed: number;
}

const LIMIT_MS = 5 * 60_000;
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

interface Place {
  /** Ends the program, and the reason is thrown. */
  interrupted: AbortSignal;
  folder?: string;
}

/** Runs a program that passes or fails as a whole. Its output is shown when it fails. */
export async function run(
  name: string,
  program: string,
  args: string[],
  { interrupted, folder = "." }: Place,
): Promise<Tally> {
  const begun = performance.now();
  const options = { cwd: join(ROOT, folder), timeout: LIMIT_MS, maxBuffer: OUTPUT_MAX_BYTES, signal: interrupted };
  const { error, output } = await new Promise<{ error: Error | null; output: string }>((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => resolve({ error, output: stdout + stderr }));
  });
  interrupted.throwIfAborted();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${error === null ? "passed" : "failed"}: ${name} (${seconds} s)`);
  if (error === null) return { passed: 1, failed: 0 };
  console.log(output.trim() || error.message);
  return { passed: 0, failed: 1 };
}
