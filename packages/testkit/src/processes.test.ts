import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./poll.ts";
import { type System, type SystemOptions, startSystem } from "./processes.ts";

const sources = fileURLToPath(new URL("./fixtures", import.meta.url));
/** The stand-ins for services need no schema. */
const template = { name: "empty", folders: [], build: async () => {} };
let systems: System[] = [];

afterEach(async () => {
  await Promise.allSettled(systems.map((system) => system.stop()));
  systems = [];
});

async function start(options: SystemOptions = {}) {
  const system = await startSystem({ services: ["factors", "calc"], sources, template, ...options });
  systems.push(system);
  return system;
}

describe("startSystem", () => {
  it("waits until every process is ready, each with its own role", async () => {
    const system = await start();
    const answers = await Promise.all(["factors", "calc"].map((name) => readiness(system, name as "calc")));
    expect(answers).toEqual([200, 200]);
    expect(system.logs("calc")).toContain('"user":"emissions_calc"');
    expect(system.logs("factors")).toContain('"user":"emissions_factors"');
  });

  it("restarts a killed process under the same address", async () => {
    const system = await start();
    const before = system.process("calc").pid();
    expect(await system.process("calc").kill("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
    await system.process("calc").restart();
    expect(system.process("calc").pid()).not.toBe(before);
    expect(await readiness(system, "calc")).toBe(200);
  });

  it("reports a process that ends unexpectedly, but not one that is killed", async () => {
    const ended: string[] = [];
    const system = await start({ onExit: (name, { code }) => ended.push(`${name} ${code}`) });
    await system.process("factors").kill();
    await fetch(`${system.opsUrls.calc}/exit`).catch(() => null);
    await until("the end is told", () => ended.length > 0);
    expect(ended).toEqual(["calc 3"]);
  });

  it("fails with the reason when a process cannot start", async () => {
    await expect(start({ env: { FAIL_AT_START: "no such catalogue" } })).rejects.toThrow(/no such catalogue/);
  });

  it("ends at a signal, with its processes, while they are not ready", async () => {
    const dir = mkdtempSync(join(tmpdir(), "emissions-signal-"));
    const halt = new AbortController();
    const failure = start({ dir, env: { NEVER_READY: "yes" }, signal: halt.signal }).catch((error: Error) => error);
    const running = () => readdirSync(join(dir, "run")).length;
    await until("both processes run", () => existsSync(join(dir, "run")) && running() === 2);
    halt.abort();
    expect(String(await failure)).toMatch(/AbortError/);
    expect(running()).toBe(0);
    rmSync(dir, { recursive: true });
  });

  it("fails at the stop if a process exits with an error", async () => {
    const system = await startSystem({ services: ["calc"], sources, template, env: { EXIT_CODE: "7" } });
    await expect(system.stop()).rejects.toThrow(/calc ended with code 7/);
  });

  it("gives each service a role under row-level security, and drops the database at the stop", async () => {
    const system = await start();
    const sql = postgres(system.databaseUrls.of("activity"), { max: 1 });
    const [role] = await sql`select current_user, rolsuper, rolbypassrls from pg_roles where rolname = current_user`;
    await sql.end();
    expect(role).toEqual({ current_user: "emissions_activity", rolsuper: false, rolbypassrls: false });
    const admin = postgres(process.env.TEST_DATABASE_URL!, { max: 1 });
    await system.stop();
    systems = [];
    const left = await admin`select from pg_database where datname = ${new URL(system.adminUrl).pathname.slice(1)}`;
    await admin.end();
    expect(left).toHaveLength(0);
  });

  it("keeps the address of its NATS when that is wiped and restarted", async () => {
    const system = await start();
    await system.nats!.stop();
    await system.nats!.wipe();
    await system.nats!.start();
    expect(new URL(system.natsUrls.of("calc")).host).toBe(new URL(system.nats!.url).host);
  });
});

async function readiness(system: System, name: "calc") {
  return (await fetch(`${system.opsUrls[name]}/readyz`)).status;
}
