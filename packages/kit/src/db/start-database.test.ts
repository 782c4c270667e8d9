import { EventEmitter, once } from "node:events";
import { testDatabase } from "@emissions/testkit/database";
import { until } from "@emissions/testkit/poll";
import { freePort } from "@emissions/testkit/ports";
import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../process/log.ts";
import { emptyDatabase } from "./migrate.fixture.ts";
import { closePool, type Pool } from "./pool.ts";
import { readUnowned } from "./run-transaction.ts";
import { databaseTime, prepareOnDatabase, startDatabase } from "./start-database.ts";

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

  it("is awaited while it ends what takes too long, and the reason names the limit", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    const config = { DATABASE_URL: database.url, DATABASE_POOL_MAX: 2 };
    const reasons: string[] = [];
    const warned = new EventEmitter();
    const warn = ({ reason }: { reason: string }) => {
      reasons.push(reason);
      warned.emit("line");
    };
    const started = database.owner.begin(async (tx) => {
      await tx`lock table migrations`;
      const waiting = startDatabase({ ...options, log: { warn } as never, config, waitMs: 60_000 });
      await Promise.race([once(warned, "line"), waiting]);
      return { waiting };
    });
    const pool = await (await started).waiting;
    closing.push(() => closePool(pool));
    expect(reasons[0]).toMatch(/(statement|lock) timeout/);
  });

  it("whose schema stays older is awaited up to a limit", async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    const config = { DATABASE_URL: database.url, DATABASE_POOL_MAX: 2 };
    await database.owner`delete from migrations where name = 'kit/0001_baseline.sql'`;
    await expect(startDatabase({ ...options, config })).rejects.toThrow(
      /Cannot use the database at .*the schema notify is older .* it lacks kit\/0001_baseline.sql; run the/,
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
    await database.owner`update migrations set digest = '' where name = 'kit/0001_baseline.sql'`;
    await expect(startDatabase({ ...options, config, waitMs: 60_000 })).rejects.toThrow(
      "kit/0001_baseline.sql was applied to the schema notify with another content",
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

describe("work before the first call", () => {
  const server = async () => {
    const database = await testDatabase("notify", []);
    closing.push(() => database.drop());
    return { database, config: { DATABASE_URL: database.url } };
  };
  /** A transaction that its database ends because it is idle, as that of a process that is too slow. */
  const idle = async (pool: Pool) =>
    readUnowned(pool, async (tx) => {
      const [{ pid }] = await tx<[{ pid: number }]>`
        select pg_backend_pid() as pid, set_config('idle_in_transaction_session_timeout', '20', true)`;
      await until("the session to be gone", async () => {
        const left = await readUnowned(pool, (other) => other`select from pg_stat_activity where pid = ${pid}`);
        return left.length === 0;
      });
      await tx`select 1`;
    });

  it("is repeated when the database ended its transaction", async () => {
    const { database, config } = await server();
    let attempts = 0;
    const work = async () => {
      attempts++;
      if (attempts === 1) await idle(database.sql);
    };
    await prepareOnDatabase(work, { config, log });
    expect(attempts).toBe(2);
  });

  it("fails with the reason of the last attempt when the limit is over", async () => {
    const { database, config } = await server();
    const work = () => idle(database.sql);
    await expect(prepareOnDatabase(work, { config, log, waitMs: 0 })).rejects.toThrow(
      /^Cannot finish the work before the first call, on .*: the transaction was open for \d+ ms, .* idle for 20000 ms/,
    );
  });

  it("fails at once with an error of its own", async () => {
    const { config } = await server();
    const work = async () => Promise.reject(new Error("the catalogue has no file units.csv"));
    await expect(prepareOnDatabase(work, { config, log })).rejects.toThrow("the catalogue has no file units.csv");
  });
});
