import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { System } from "@emissions/testkit/processes";
import { type DemoOrganization, demoDatabase } from "./demo-database.ts";
import { ROOT, writePrivate } from "./settings.ts";

const run = promisify(execFile);
const SEED_LIMIT_MS = 60_000;
const SEED = join(ROOT, "services", "activity", "src", "commands", "demo.ts");
/** The organization with a database of factors of its own. */
const DATABASE_OWNER = "holding";
/** Fills the demo organizations with two years of records, through the public API. */
const RECORDS = join(ROOT, "scripts", "demo", "records.ts");

/**
 * Seeds the demo organizations, which does nothing where they are already, and describes them in `demo.json`. The
 * tables hold only hashes: that file is also where the keys and passwords are kept.
 */
export async function seedDemo(system: System, state: string, signal: AbortSignal): Promise<string> {
  // Only hashes of the keys are in the database: the keys themselves live in this file.
  const file = join(state, "demo.json");
  const limits = { timeout: SEED_LIMIT_MS, signal };
  await run(process.execPath, [SEED, "--file", file], { env: system.envOf("activity"), ...limits });
  const { organizations, users } = JSON.parse(readFileSync(file, "utf8"));
  const { gateway, ...grpc } = system.urls;
  const owner = organizations.find(({ slug }: DemoOrganization) => slug === DATABASE_OWNER);
  const custom_database = { organization: owner.slug, ...(await demoDatabase(gateway, owner, signal)) };
  const webhooks = { allow_private_addresses: true };
  writePrivate(file, { base_url: gateway, grpc, organizations, users, custom_database, webhooks });
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
