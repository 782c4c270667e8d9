import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testFolder } from "@emissions/testkit/infra";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmptyDatabase, emptyDatabase } from "../db/migrate.fixture.ts";

const COMMAND = fileURLToPath(new URL("./migrate.ts", import.meta.url));
let database: EmptyDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(() => database.drop());

function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

describe("the migrate command", () => {
  it("migrates the named service with the login of its owner, from a variable or a file, after a dry run", async () => {
    const planned = await run(["--dry-run", "notify"], { NOTIFY_OWNER_URL: database.ownerUrl });
    expect(planned.out).toContain("notify: would apply notify/0001_baseline.sql\n");
    const file = join(testFolder(), "owner-url");
    writeFileSync(file, `${database.ownerUrl}\n`);
    const migrated = await run(["notify"], { NOTIFY_OWNER_URL_FILE: file });
    expect(migrated).toMatchObject({ code: 0, err: "" });
    expect(migrated.out).toBe(planned.out.replaceAll("would apply", "applied"));
    const sql = database.as(database.url);
    expect(await sql`select to_regclass('webhook_endpoints') as found`).not.toMatchObject([{ found: null }]);
  });

  it("names every missing login, and changes nothing", async () => {
    const { code, err } = await run([], { NOTIFY_OWNER_URL: database.url, CALC_OWNER_URL: database.ownerUrl });
    expect(code).toBe(1);
    expect(err).toContain("ACTIVITY_OWNER_URL is missing\n");
    expect(err).toContain("NOTIFY_OWNER_URL has no user whose name ends with _owner\n");
    expect(err).not.toContain(new URL(database.url).password);
    expect(await database.as(database.adminUrl)`select from pg_namespace where nspname = 'notify'`).toHaveLength(0);
  });

  it("reads the password of an owner from a file, and refuses two passwords", async () => {
    const url = new URL(database.ownerUrl);
    const folder = testFolder();
    const file = join(folder, "password");
    writeFileSync(file, `${decodeURIComponent(url.password)}\n`);
    url.password = "";
    const env = { NOTIFY_OWNER_URL: url.href, NOTIFY_OWNER_PASSWORD_FILE: file };
    expect(await run(["--dry-run", "notify"], env)).toMatchObject({ code: 0, err: "" });
    const twice = await run(["--dry-run", "notify"], { ...env, NOTIFY_OWNER_URL: database.ownerUrl });
    expect(twice.err).toContain("Set NOTIFY_OWNER_PASSWORD_FILE or the password in the address, not both\n");
    rmSync(folder, { recursive: true });
    expect((await run(["--dry-run", "notify"], env)).err).toContain("NOTIFY_OWNER_PASSWORD_FILE: ENOENT");
  });
});
