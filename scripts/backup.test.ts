import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { testFolder } from "@emissions/testkit/infra";
import { type Postgres, removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const SECRETS = { apiKeyPepper: "kept through a restore" };
let folder: string;
let state: string;
let backup: string;
let server: Postgres;

const start = (of: string) =>
  startPostgres({ dataDir: join(of, "postgres"), log: join(of, "logs", "postgres.log"), durable: false });

function command(name: "backup" | "restore", of: string, ...args: string[]) {
  const { DATABASE_URL, NATS_URL, ...inherited } = process.env;
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return run(process.execPath, [file, ...args], { env: { ...inherited, STATE_DIR: of } });
}

beforeAll(async () => {
  folder = testFolder();
  [state, backup] = [join(folder, "state"), join(folder, "backup")];
  await mkdir(join(state, "keys"), { recursive: true });
  await writeFile(join(state, "secrets.json"), JSON.stringify(SECRETS));
  await writeFile(join(state, "keys", "calc.pem"), "a key");
  server = await start(state);
  await asAdmin(server.url, (sql) => sql`create table kept as select 42 as n`);
});
afterAll(async () => {
  await server.stop();
  for (const name of ["state", "restored"]) await removePostgres(join(folder, name, "postgres"));
  await rm(folder, { recursive: true });
});

it("a backup of the running system is restored with rows, passwords and secrets", async () => {
  const { stdout } = await command("backup", state, backup);
  expect(stdout).toMatch(/\d+ files, \d+ MiB, Postgres 18\.\d+, state of 20/);
  const restored = join(folder, "restored");
  await command("restore", restored, backup);
  const second = await start(restored);
  try {
    expect(new URL(second.url).password).toBe(new URL(server.url).password);
    expect([...(await asAdmin(second.url, (sql) => sql`select n from kept`))]).toEqual([{ n: 42 }]);
  } finally {
    await second.stop();
  }
  expect(JSON.parse(readFileSync(join(restored, "secrets.json"), "utf8"))).toEqual(SECRETS);
  expect(readFileSync(join(restored, "keys", "calc.pem"), "utf8")).toBe("a key");
});

it.each([
  { what: "a state folder with data", name: "restore", of: () => state, args: () => [backup], says: "already" },
  {
    what: "a folder without a backup",
    name: "restore",
    of: () => join(folder, "new"),
    args: () => [folder],
    says: "no complete",
  },
  {
    what: "an instant without an archive",
    name: "restore",
    of: () => join(folder, "new"),
    args: () => [backup, "--until", "2026-01-31T09:30:00Z"],
    says: "--archive",
  },
  { what: "a folder that is not empty", name: "backup", of: () => state, args: () => [folder], says: "not empty" },
] as const)("$what is refused", async ({ name, of, args, says }) => {
  await expect(command(name, of(), ...args())).rejects.toThrow(says);
  expect(existsSync(join(folder, "new", "postgres"))).toBe(false);
});
