import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RELEASED } from "@emissions/kit/db/released-migrations";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PNPM = "pnpm@10.34.9";
const STEP_LIMIT_MS = 10 * 60_000;

/** UPGRADE_FROM is a tag or a commit. Default: the commit that noted the released migrations last. */
export async function releasedCommit(): Promise<string> {
  const from = process.env.UPGRADE_FROM;
  const args = from ? ["rev-parse", from] : ["log", "-1", "--format=%H", "--", fileURLToPath(RELEASED)];
  return (await run("git", args, { cwd: ROOT })).stdout.trim();
}

/** The files of a commit in a new folder, installed and generated. */
export async function checkOut(commit: string, folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  await mkdir(folder, { recursive: true });
  await run("git", ["archive", "--output", archive, commit], { cwd: ROOT });
  await run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  const options = { cwd: folder, timeout: STEP_LIMIT_MS, maxBuffer: 64 * 1024 ** 2 };
  await run("npx", ["--yes", PNPM, "install", "--frozen-lockfile"], { ...options, env: { ...process.env, CI: "1" } });
  const bin = join(folder, "node_modules", ".bin");
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  await run(process.execPath, [join(folder, "scripts", "gen.ts")], { ...options, env });
}

/** Runs a program of a checkout, and throws with its output when it fails. */
export async function runIn(
  folder: string,
  file: string,
  { args = [], env }: { args?: string[]; env: NodeJS.ProcessEnv },
) {
  await run(process.execPath, [join(folder, file), ...args], { cwd: folder, env, timeout: STEP_LIMIT_MS });
}
