import { testDatabase } from "@emissions/testkit/database";
import { freePort } from "@emissions/testkit/ports";
import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../process/log.ts";
import { emptyDatabase } from "./migrate.fixture.ts";
import { closePool } from "./pool.ts";
import { readUnowned } from "./run-transaction.ts";
import { databaseTime, startDatabase } from "./start-database.ts";

const log = createLogger({ service: "test", level: "silent" });
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const options = { schema: "notify", migrations: [], log, waitMs: 500 };

describe("a database", () => {
  it("is awaited until its schema has the version of the program", async () => {
    const database = await emptyDatabase();
    closing.push(() => database.drop());
    const config = { DATABASE_URL: database.url, DATABASE_POOL_MAX: 2 };
    const started = startDatabase({ ...options, config, waitMs: 20_000 });
    await database.migrate();
    const pool = await started;
    closing.push(() => closePool(pool));
    await expect(databaseTime(pool)).resolves.toBeInstanceOf(Date);
    const counted = readUnowned(pool, (tx) => tx`select count(*)::int as n from outbox_stream`);
    expect(await counted).toMatchObject([{ n: 0 }]);
  });

  it("whose schema stays older is awaited up to a limit", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    const config = { DATABASE_URL: database.url, DATABASE_POOL_MAX: 2 };
    await database.owner`delete from migrations where name = 'kit/0009_compatible_migrations.sql'`;
    await expect(startDatabase({ ...options, config })).rejects.toThrow(
      /Cannot use the database at .*the schema notify is older .* it lacks kit\/0009_compatible_migrations.sql; run the/,
    );
    await database.owner`drop table migrations`;
    await expect(startDatabase({ ...options, config })).rejects.toThrow(/Cannot use the database at .*migrations/);
  });

  it("whose schema is newer is refused at once, unless the newer files are compatible", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    const config = { DATABASE_URL: database.url, DATABASE_POOL_MAX: 2 };
    await database.owner`insert into migrations values ('notify/0999_next.sql', '', default, true)`;
    const pool = await startDatabase({ ...options, config });
    closing.push(() => closePool(pool));
    await database.owner`update migrations set compatible = false where digest = ''`;
    await expect(startDatabase({ ...options, config, waitMs: 60_000 })).rejects.toThrow(
      "the schema notify is newer than this program: it has notify/0999_next.sql",
    );
    await database.owner`delete from migrations where digest = ''`;
    await database.owner`update migrations set digest = '' where name = 'kit/0002_lanes.sql'`;
    await expect(startDatabase({ ...options, config, waitMs: 60_000 })).rejects.toThrow(
      "kit/0002_lanes.sql was applied to the schema notify with another content",
    );
  });

  it("is refused under a login that could switch row-level security off", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    const config = { DATABASE_URL: database.ownerUrl, DATABASE_POOL_MAX: 2 };
    await expect(startDatabase({ ...options, config })).rejects.toThrow(
      "emissions_notify_owner can change the schema notify: a service needs an ordinary role",
    );
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
