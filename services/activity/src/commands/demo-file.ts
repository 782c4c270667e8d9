import { readFile, rename, writeFile } from "node:fs/promises";
import type { RoleName } from "./accounts.ts";

export const DEMO_ROLES = [
  "admin",
  "editor",
  "viewer",
  "human_resources",
  "auditor",
] as const satisfies readonly RoleName[];
export type DemoRole = (typeof DEMO_ROLES)[number];

export interface DemoOrganization {
  slug: string;
  id: string;
  name: string;
  parent_id: string | null;
  api_keys: Record<DemoRole, string>;
}

export interface DemoUser {
  email: string;
  password: string;
  organization: string;
  role: DemoRole;
}

export interface Demo {
  organizations: DemoOrganization[];
  users: DemoUser[];
}

/** The tables store only hashes, so the file keeps keys and passwords. */
export async function readDemo(file: string): Promise<Demo & Record<string, unknown>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  return { organizations: [], users: [], ...JSON.parse(text) };
}

/** Writes atomically; only the owner can read the file. */
export async function writeDemo(file: string, demo: object): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
