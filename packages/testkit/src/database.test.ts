import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Db } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { someoneWaits, type TestDatabase, testDatabase } from "./database.ts";

let folder: string;
let databases: TestDatabase[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "emissions-migrations-"));
  await writeFile(join(folder, "0001_things.sql"), "create table things (n int); insert into things values (1);");
  const migrations = [pathToFileURL(`${folder}/`)];
  databases = await Promise.all([testDatabase("notify", migrations), testDatabase("notify", migrations)]);
});

afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(folder, { recursive: true });
});

describe("testDatabase", () => {
  it("gives concurrent callers a migrated database each", async () => {
    const [one, other] = databases as [TestDatabase, TestDatabase];
    await one.sql`insert into things values (2)`;
    expect(await one.sql`select n from things order by n`).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await other.sql`select n from things`).toEqual([{ n: 1 }]);
  });

  it("logs in as the ordinary role, which owns nothing", async () => {
    const { sql, owner } = databases[0]!;
    const [row] =
      await sql`select current_user::text as "user", tableowner as owner from pg_tables where tablename = 'things'`;
    expect(row).toEqual({ user: "emissions_notify", owner: "emissions_notify_owner" });
    await expect(sql`drop table things`).rejects.toThrow(/must be owner/);
    expect(await owner`select current_user::text as "user"`).toEqual([{ user: "emissions_notify_owner" }]);
  });

  it("runs the seed once, and again after it has changed", async () => {
    const migrations = [pathToFileURL(`${folder}/`)];
    const data = await mkdtemp(join(tmpdir(), "emissions-seed-"));
    let fills = 0;
    const seeded = async () => {
      const fill = async (sql: TestDatabase["sql"]) => {
        fills += 1;
        await sql`insert into things select ${await readFile(join(data, "number"), "utf8")}::int`;
      };
      const database = await testDatabase("notify", migrations, { folders: [pathToFileURL(`${data}/`)], fill });
      databases.push(database);
      return database.sql`select n from things order by n`;
    };
    await writeFile(join(data, "number"), "7");
    const same = [{ n: 1 }, { n: 7 }];
    expect(await Promise.all([seeded(), seeded(), seeded()])).toEqual([same, same, same]);
    expect(fills).toBe(1);
    await writeFile(join(data, "number"), "8");
    expect(await seeded()).toEqual([{ n: 1 }, { n: 8 }]);
    expect(await databases[1]!.sql`select n from things`).toEqual([{ n: 1 }]);
    await rm(data, { recursive: true });
  });

  it("fails for every caller with the message of a seed that fails in a transaction", async () => {
    const migrations = [pathToFileURL(`${folder}/`)];
    let fills = 0;
    const fill = (sql: TestDatabase["sql"]) => {
      fills += 1;
      return new Db(sql).asService(NIL_ID, async ({ tx }) => void (await tx`insert into things values ('x')`));
    };
    const seeded = () => testDatabase("notify", migrations, { folders: [pathToFileURL(`${folder}/`)], fill });
    const failures = await Promise.allSettled([seeded(), seeded()]);
    const invalid = { status: "rejected", reason: { message: expect.stringContaining("invalid input syntax") } };
    expect(failures).toMatchObject([invalid, invalid]);
    expect(fills).toBe(1);
  });
});

describe("someoneWaits", () => {
  it("counts connections that open after it has looked", async () => {
    const { sql } = databases[1]!;
    const tx = await sql.reserve();
    await tx`begin`;
    await tx`lock table things`;
    const waiting = [sql`select from things`.execute()];
    await someoneWaits(tx, 1);
    waiting.push(sql`select from things`.execute());
    await someoneWaits(tx, 2);
    await tx`rollback`;
    tx.release();
    await Promise.all(waiting);
  });
});
