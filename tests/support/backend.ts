import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Secrets } from "@emissions/testkit/environment";
import { until } from "@emissions/testkit/poll";
import { type System, type SystemOptions, startSystem } from "@emissions/testkit/processes";

export type Caller = Record<"x-api-key" | "x-organization-id", string>;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** What the test expects it to be. */
  json: ReturnType<typeof JSON.parse>;
}

export interface Organization {
  slug: string;
  id: string;
  name: string;
  parent_id: string | null;
  api_keys: Record<"admin" | "editor" | "viewer", string>;
}

export interface World {
  system: System;
  organizations: Map<string, Organization>;
  users: { email: string; password: string; organization: string; role: string }[];
  caller(slug: string, role?: "admin" | "editor" | "viewer"): Caller;
  call(
    method: string,
    path: string,
    options?: { as?: Caller; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  stop(): Promise<void>;
}

const demo = fileURLToPath(new URL("../../services/activity/src/commands/demo.ts", import.meta.url));

/** The real six processes, with the demo organizations, and a client that speaks REST. */
export async function startWorld(options: SystemOptions = {}): Promise<World> {
  const system = await startSystem(options);
  const folder = await mkdtemp(join(tmpdir(), "emissions-world-"));
  const file = join(folder, "demo.json");
  await promisify(execFile)(process.execPath, [demo, "--file", file], { env: system.envOf("activity") });
  const seeded: Pick<World, "users"> & { organizations: Organization[] } = JSON.parse(await readFile(file, "utf8"));
  await rm(folder, { recursive: true });
  const organizations = new Map(seeded.organizations.map((organization) => [organization.slug, organization]));

  return {
    system,
    organizations,
    users: seeded.users,
    caller: (slug, role = "editor") => {
      const { id, api_keys } = organizations.get(slug)!;
      return { "x-api-key": api_keys[role], "x-organization-id": id };
    },
    call: callTo(system),
    stop: () => system.stop(),
  };
}

/** Another process of each service, on the same database and NATS. Takes the options that the world was started with. */
export async function startReplicas(world: World, options: SystemOptions & { secrets: Secrets }): Promise<World> {
  const database = new URL(world.system.adminUrl).pathname.slice(1);
  const system = await startSystem({ ...options, database, natsUrl: world.system.natsUrl });
  return { ...world, system, call: callTo(system), stop: () => system.stop() };
}

const callTo =
  ({ urls }: System): World["call"] =>
  async (method, path, { as, body, headers = {} } = {}) => {
    const answer = await fetch(urls.gateway + path, {
      method,
      headers: { ...as, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };

/** Creates the purchase and waits until its calculation has ended, one way or the other. */
export async function calculated(world: World, as: Caller, id: string) {
  return until(`the calculation of purchase ${id}`, async () => {
    const { json } = await world.call("GET", `/v1/purchases/${id}`, { as });
    return json.calculation_status !== "pending" && json;
  });
}

/** Waits until the ingest job has ended, and answers with it. */
export async function finished(world: World, as: Caller, jobId: string, limitMs?: number) {
  const ended = async () => {
    const { json } = await world.call("GET", `/v2/ingest-jobs/${jobId}`, { as });
    return json.finished_at !== null && json;
  };
  return until(`the end of job ${jobId}`, ended, limitMs);
}

/** Unit ids by the code in the parentheses of their names. */
export async function unitIds(world: World, as: Caller): Promise<(code: string) => string> {
  const { json } = await world.call("GET", "/v2/units", { as });
  const byCode = new Map<string, string>(
    json.map((unit: { id: string; name: string }) => [/\((.+)\)$/.exec(unit.name)?.[1] ?? unit.name, unit.id]),
  );
  return (code) => byCode.get(code) ?? byCode.get(code.toLowerCase()) ?? fail(`no unit ${code}`);
}

function fail(message: string): never {
  throw new Error(message);
}
