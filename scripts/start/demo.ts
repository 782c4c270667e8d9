import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { System } from "@emissions/testkit/processes";
import { ROOT, writePrivate } from "./settings.ts";

const run = promisify(execFile);
const SEED_LIMIT_MS = 60_000;
const OUTPUT_MAX_BYTES = 4 * 1024 * 1024;
const SEED = join(ROOT, "services", "activity", "src", "commands", "demo.ts");
/** Fills the demo organizations with two years of records, through the public API. */
const RECORDS = join(ROOT, "scripts", "demo-records.ts");

interface Seeded {
  organizations: unknown[];
  users: unknown[];
}

/** Seeds the demo organizations, which does nothing where they are already, and describes them in `demo.json`. */
export async function seedDemo(system: System, state: string, signal: AbortSignal): Promise<string> {
  // Only hashes of the keys are in the database: the keys themselves live in this file.
  const { stdout } = await run(process.execPath, [SEED, "--file", join(state, "demo-keys.json")], {
    env: system.envOf("activity"),
    timeout: SEED_LIMIT_MS,
    maxBuffer: OUTPUT_MAX_BYTES,
    signal,
  });
  const { organizations, users }: Seeded = JSON.parse(stdout);
  const { gateway, ...grpc } = system.urls;
  const file = join(state, "demo.json");
  const webhooks = { allow_private_addresses: true };
  writePrivate(file, { base_url: gateway, grpc, organizations, users, webhooks });
  return file;
}

export function lacksDemoRecords(state: string): boolean {
  return existsSync(RECORDS) && !existsSync(recordsMark(state));
}

/** Once for each state folder; what an interrupted run left is for the script to complete. */
export async function addDemoRecords(demoFile: string, state: string, signal: AbortSignal) {
  const child = spawn(process.execPath, [RECORDS, demoFile], { stdio: "inherit", signal });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the demo records could not be made (exit code ${code})`);
  writeFileSync(recordsMark(state), new Date().toISOString());
}

function recordsMark(state: string): string {
  return join(state, "demo-records.done");
}
