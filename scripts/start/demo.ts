import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { System } from "@emissions/testkit/processes";
import type { ReceiverFiles } from "./certificates.ts";
import { type DemoOrganization, demoDatabase } from "./demo-database.ts";
import { ROOT, writePrivate } from "./settings.ts";

const run = promisify(execFile);
/** Nothing depends on the speed of a start: a signal ends what hangs. */
const SEED_LIMIT_MS = 15 * 60_000;
const COMMAND_LIMIT_MS = 5 * 60_000;
/** Changes the limits of requests of organizations. */
const LIMITS = join(ROOT, "services", "gateway", "src", "commands", "limits.ts");
const SEED = join(ROOT, "services", "activity", "src", "commands", "demo.ts");
/** The organization with the custom database. */
const DATABASE_OWNER = "holding";
/** Fills the demo organizations with two years of records, through the public API. */
const RECORDS = join(ROOT, "scripts", "demo", "records.ts");

interface Seeding {
  receiver: ReceiverFiles;
  signal: AbortSignal;
}

/**
 * Creates the demo organizations unless they exist, and describes them in `demo.json`. Only this file has their keys
 * and passwords: the database stores hashes.
 */
export async function seedDemo(system: System, state: string, { receiver, signal }: Seeding): Promise<string> {
  const file = join(state, "demo.json");
  const limits = { timeout: SEED_LIMIT_MS, signal };
  await run(process.execPath, [SEED, "--file", file], { env: system.envOf("activity"), ...limits });
  const { organizations, users } = JSON.parse(readFileSync(file, "utf8"));
  const { gateway, ...grpc } = system.urls;
  const owner = organizations.find(({ slug }: DemoOrganization) => slug === DATABASE_OWNER);
  const custom_database = { organization: owner.slug, ...(await demoDatabase(gateway, owner, signal)) };
  const webhooks = { allow_private_addresses: true, ...receiver };
  writePrivate(file, { base_url: gateway, grpc, organizations, users, custom_database, webhooks });
  return file;
}

export function lacksDemoRecords(state: string): boolean {
  return existsSync(RECORDS) && !existsSync(doneFile(state));
}

/** Runs once for each state folder. The script completes the records of an interrupted run. */
export async function addDemoRecords(system: System, demoFile: string, state: string, signal: AbortSignal) {
  const { organizations } = JSON.parse(readFileSync(demoFile, "utf8"));
  const ids = organizations.flatMap(({ id }: DemoOrganization) => ["--organization-id", id]);
  const limits = (...options: string[]) =>
    run(process.execPath, [LIMITS, ...ids, ...options], { env: system.envOf("gateway"), timeout: COMMAND_LIMIT_MS });
  // With the usual limits of a key the records would take minutes.
  await limits("--requests", "1000000", "--burst", "1000000");
  try {
    const child = spawn(process.execPath, [RECORDS, demoFile], { stdio: "inherit", signal });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`the demo records could not be made (exit code ${code})`);
  } finally {
    await limits("--usual");
  }
  writeFileSync(doneFile(state), new Date().toISOString());
}

function doneFile(state: string): string {
  return join(state, "demo-records.done");
}
