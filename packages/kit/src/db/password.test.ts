import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Code } from "@connectrpc/connect";
import { testFolder } from "@emissions/testkit/infra";
import { type Postgres, removePostgres, startPostgres } from "@emissions/testkit/postgres";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closePool, openPool, type Pool } from "./pool.ts";
import { readUnowned } from "./run-transaction.ts";

const USER = "calc";

let folder: string;
let file: string;
let server: Postgres;
let owner: postgres.Sql;
const pools: Pool[] = [];

beforeAll(async () => {
  folder = testFolder();
  file = join(folder, "password");
  server = await startPostgres({
    dataDir: join(folder, "postgres"),
    log: join(folder, "postgres.log"),
    durable: false,
  });
  owner = postgres(server.url, { max: 1 });
  await owner.unsafe(`create role ${USER} login`);
});
beforeEach(() => usePassword("first"));
afterEach(async () => {
  for (const pool of pools.splice(0)) await closePool(pool);
});
afterAll(async () => {
  await owner.end();
  await server.kill();
  await removePostgres(join(folder, "postgres"));
  await rm(folder, { recursive: true, force: true });
});

/** The line end is that of an editor. */
const writePassword = (password: string) => writeFile(file, `${password}\n`);
const alterRole = (password: string) => owner.unsafe(`alter role ${USER} password '${password}'`);
const usePassword = (password: string) => Promise.all([alterRole(password), writePassword(password)]);

function poolWith({ password = "", max = 1 } = {}): Pool {
  const url = new URL(server.url);
  url.username = USER;
  url.password = password;
  const pool = openPool({ DATABASE_URL: url.href, DATABASE_PASSWORD_FILE: file }, { schema: "public", max });
  pools.push(pool);
  return pool;
}

const pidOf = (pool: Pool): Promise<number> =>
  readUnowned(pool, async (tx) => {
    const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
    return pid;
  });

/** Why the connection was refused. */
const refusalOf = (pool: Pool) =>
  pidOf(pool).then(
    () => "none",
    (error) => `${error.code === Code.Unavailable ? "unavailable" : error.code}: ${error.cause?.message}`,
  );

describe("the password file of the database", () => {
  it("rotates without a restart: new connections have the new password, and open ones stay", async () => {
    const pool = poolWith();
    const pid = await pidOf(pool);
    await usePassword("second");
    expect(await pidOf(pool)).toBe(pid);
    await owner`select pg_terminate_backend(${pid})`;
    await expect.poll(() => pidOf(pool).catch(() => pid)).not.toBe(pid);
  });

  it("of an earlier password refuses calls until it is replaced", async () => {
    const pool = poolWith();
    await alterRole("second");
    expect(await refusalOf(pool)).toMatch(/^unavailable: password authentication failed/);
    await writePassword("second");
    expect(await refusalOf(pool)).toBe("none");
  });

  it("that is missing refuses calls, and they go on when it is there", async () => {
    await rm(file);
    const pool = poolWith({ max: 2 });
    expect(await Promise.all([refusalOf(pool), refusalOf(pool)])).toEqual(
      Array(2).fill(expect.stringMatching(/^unavailable: ENOENT/)),
    );
    await writePassword("first");
    expect(await refusalOf(pool)).toBe("none");
  });

  it("is not combined with a password in the address", () => {
    expect(() => poolWith({ password: "other" })).toThrow(
      /^Set DATABASE_PASSWORD_FILE or the password in DATABASE_URL/,
    );
  });
});
