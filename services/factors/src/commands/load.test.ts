import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { factorsDatabase } from "../database.fixture.ts";

const exec = promisify(execFile);
const COMMAND = fileURLToPath(new URL("load.ts", import.meta.url));
/** A command that hangs is ended after this time. */
const LIMIT_MS = 150_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await factorsDatabase();
});
afterAll(() => database.drop());

it("ends with the message of the database when a row violates a constraint", async () => {
  await database.owner`alter table units add constraint no_kilograms check (code <> 'kg')`;
  const env = { ...process.env, DATABASE_URL: database.url };
  const run = exec(process.execPath, [COMMAND], { env, timeout: LIMIT_MS });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("no_kilograms") });
});
