import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadedDatabase } from "../database.fixture.ts";

const exec = promisify(execFile);
const COMMAND = fileURLToPath(new URL("given.ts", import.meta.url));
const DAILY = new URL("../../catalog/exchange-rates/daily.csv", import.meta.url);
/** A command that hangs is ended after this time. */
const LIMIT_MS = 60_000;

let database: TestDatabase;
let folder: string;
let file: string;
beforeAll(async () => {
  database = await loadedDatabase();
  folder = await mkdtemp(join(tmpdir(), "given-"));
  file = join(folder, "eurofxref-hist.csv");
  const lines = (await readFile(DAILY, "utf8")).trimEnd().split("\n");
  const rows = [lines[0]!.replace("day", "Date"), lines.at(-1)!.replace(/^[^,]+/, "2026-07-22"), lines.at(-1)!];
  await writeFile(file, rows.map((row) => `${row.replaceAll(",,", ",N/A,").replaceAll(",,", ",N/A,")},\n`).join(""));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  exec(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
    timeout: LIMIT_MS,
  });

describe("the command that gives rates", () => {
  it("says what a dry run would store, and stores it with the name of the operator", async () => {
    const dry = await run("rates", "--file", file, "--dry-run");
    expect(JSON.parse(dry.stdout)).toMatchObject({ stored: false, corrected: 0, from: "2026-07-22", ended: [] });
    expect(await database.sql`select from given_files`).toEqual([]);
    const report = JSON.parse((await run("rates", "--file", file, "--by", "Ada")).stdout);
    expect(report).toMatchObject({ stored: true, revision: 1, added: JSON.parse(dry.stdout).added });
    expect(await database.sql`select given_by, name, sha256, added from given_files`).toEqual([
      { givenBy: "Ada", name: "eurofxref-hist.csv", sha256: report.sha256, added: report.added },
    ]);
  });

  it.each([
    { what: "an unknown action", args: ["factors"], reason: /neither rates nor prices/ },
    { what: "no file", args: ["rates"], reason: /--file is missing/ },
    { what: "a missing file", args: ["rates", "--file", "/nowhere.csv"], reason: /ENOENT/ },
    { what: "another table", args: ["prices", "--file"], reason: /The columns are not country/ },
  ])("ends with the reason and its usage for $what", async ({ args, reason }) => {
    const given = args.at(-1) === "--file" ? [...args, file] : args;
    const failure = await run(...given).then(
      () => expect.fail(),
      (error: { code: number; stderr: string }) => error,
    );
    expect([failure.code, failure.stderr]).toEqual([1, expect.stringMatching(reason)]);
    expect(failure.stderr).toContain("--dry-run stores nothing");
  });
});
