import { testDatabase } from "@emissions/testkit/database";
import { freePort } from "@emissions/testkit/ports";
import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../process/log.ts";
import { checkDatabase, startDatabase } from "./start-database.ts";

const log = createLogger({ service: "test", level: "silent" });
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const options = { schema: "notify", migrations: [], log, waitMs: 500 };

describe("a database", () => {
  it("is migrated before its pool is returned", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    const config = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DATABASE_POOL_MAX: 2 };
    const sql = await startDatabase({ ...options, config });
    closing.push(() => sql.end());
    await expect(checkDatabase(sql)).resolves.toBeUndefined();
    expect(await sql`select count(*)::int as n from outbox_stream`).toMatchObject([{ n: 0 }]);
  });

  it("that is not migrated yet is awaited up to a limit", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    await database.owner.unsafe("drop table notify.migrations");
    const config = { DATABASE_URL: database.url, DATABASE_POOL_MAX: 2 };
    await expect(startDatabase({ ...options, config })).rejects.toThrow(/Cannot use the database at .*migrations/);
  });

  it("that cannot be reached is named in one line without the password", async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const config = { DATABASE_URL: `postgres://someone:hunter2@${host}/emissions`, DATABASE_POOL_MAX: 2 };
    const failure = await startDatabase({ ...options, config }).catch((error: Error) => error.message);
    expect(failure).toContain(`Cannot use the database at ${host}/emissions`);
    expect(failure).toContain("ECONNREFUSED");
    expect(failure).not.toContain("hunter2");
  });

  it("that refuses the password is not retried", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    const wrong = new URL(database.url);
    wrong.password = "wrong";
    const started = Date.now();
    const config = { DATABASE_URL: wrong.href, DATABASE_POOL_MAX: 2 };
    await expect(startDatabase({ ...options, waitMs: 60_000, config })).rejects.toThrow(/password/);
    expect(Date.now() - started).toBeLessThan(5_000);
  });
});
