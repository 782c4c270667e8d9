import { spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "@emissions/testkit/poll";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmptyDatabase, emptyDatabase } from "./migrate.fixture.ts";
import { planMigration } from "./migrate.ts";

let database: EmptyDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(() => database.drop());

const plan = () => {
  const { ownerUrl, folder } = database;
  return planMigration({ ownerUrl, schema: "notify", role: "emissions_notify", folders: [folder] });
};

const INDEX = "-- migrate: no transaction, compatible\ncreate unique index concurrently things_n on things (n);";

describe("migrations", () => {
  it("are applied once, in order, also by two processes at once, with rights for the ordinary role", async () => {
    await database.write("0002_filled.sql", "insert into things values (1);");
    await database.write("0001_things.sql", "create table things (n int);");
    const both = await Promise.all([database.migrate(), database.migrate()]);
    expect(both.flat()).toEqual(["things/0001_things.sql", "things/0002_filled.sql"]);
    expect(await database.migrate()).toEqual([]);
    const sql = database.as(database.url);
    expect(await sql`update things set n = n + 1 returning n`).toMatchObject([{ n: 2 }]);
    await expect(sql`update migrations set digest = ''`).rejects.toThrow(/permission denied/);
  });

  it("are applied together or not at all", async () => {
    await database.write("0001_things.sql", "create table things (n int);");
    await database.write("0002_fails.sql", "select 1 / 0;");
    await expect(database.migrate()).rejects.toThrow(/division by zero/);
    const [row] = await database.as(database.adminUrl)`select from pg_namespace where nspname = 'notify'`;
    expect(row).toBeUndefined();
  });

  it("of a process that is killed during a statement keep no lock", async () => {
    // Longer than the wait for another process that migrates.
    await database.write("0001_slow.sql", "select pg_sleep(120);");
    const program = `
      import { migrate } from "${new URL("./migrate.ts", import.meta.url).href}";
      const [, ownerUrl, folder] = process.argv;
      await migrate({ ownerUrl, schema: "notify", role: "emissions_notify", folders: [new URL(folder)] });`;
    const args = ["--input-type=module", "--eval", program, database.ownerUrl, database.folder.href];
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    const admin = database.as(database.adminUrl);
    await until("the statement runs", async () => {
      const [row] = await admin`
        select from pg_stat_activity where datname = ${database.name} and wait_event = 'PgSleep'`;
      return row !== undefined;
    });
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    expect(await exit).toEqual([null, "SIGKILL"]);
    await database.write("0001_slow.sql", "create table things (n int);");
    expect(await database.migrate()).toEqual(["things/0001_slow.sql"]);
  });

  it("that are edited after they were applied are refused", async () => {
    await database.write("0001_things.sql", "create table things (n int);");
    await database.migrate();
    await database.write("0001_things.sql", "create table things (n bigint);");
    await expect(database.migrate()).rejects.toThrow("notify: things/0001_things.sql was edited after it was applied");
  });

  it("without a transaction run alone, and again after a failure", async () => {
    await database.write("0001_things.sql", "create table things (n int); insert into things values (1), (1);");
    await database.write("0002_index.sql", INDEX);
    await database.write("0003_more.sql", "create table more_things (n int);");
    await expect(database.migrate()).rejects.toThrow(/could not create unique index/);
    const owner = database.as(database.ownerUrl);
    // An interrupted build leaves the same.
    expect(await owner`select indisvalid from pg_index where indexrelid = 'things_n'::regclass`).toMatchObject([
      { indisvalid: false },
    ]);
    await owner`delete from things where ctid in (select max(ctid) from things)`;
    expect(await database.migrate()).toEqual(["things/0002_index.sql", "things/0003_more.sql"]);
    expect(await owner`select indisvalid from pg_index where indexrelid = 'things_n'::regclass`).toMatchObject([
      { indisvalid: true },
    ]);
    expect(await owner`select name from migrations where compatible and name like 'things/%'`).toMatchObject([
      { name: "things/0002_index.sql" },
    ]);
  });

  it("without a transaction have one statement, and known marks", async () => {
    await database.write("0001_two.sql", "-- migrate: no transaction\ncreate table a (n int); create table b (n int);");
    await expect(database.migrate()).rejects.toThrow(/multiple commands/);
    await database.write("0001_two.sql", "-- migrate: no transactions\nselect 1;");
    await expect(database.migrate()).rejects.toThrow('has the unknown mark "no transactions"');
  });

  it("give up a lock that others hold, and try again, up to a limit", async () => {
    await database.write("0001_things.sql", "create table things (n int);");
    await database.migrate();
    await database.write("0002_column.sql", "create table between_them (n int); alter table things add column m int;");
    const locks = { timeoutMs: 50, tries: 3, pauseMs: 10 };
    const lines: string[] = [];
    await database.as(database.url).begin(async (holder) => {
      await holder`lock table things in row exclusive mode`;
      await expect(database.migrate({ locks, log: { info: (line) => lines.push(line) } })).rejects.toThrow(
        "notify: no lock in 3 tries, end long transactions",
      );
      expect(lines).toHaveLength(2);
      // Nothing is kept between the tries.
      expect(await holder`select to_regclass('between_them') as found`).toMatchObject([{ found: null }]);
    });
    expect(await database.migrate({ locks })).toEqual(["things/0002_column.sql"]);
  });

  it("can be planned without a change", async () => {
    await database.write("0001_things.sql", "create table things (n int);");
    await database.write("0002_index.sql", INDEX);
    const before = await plan();
    expect(before.pending.map(({ name }) => name)).toContain("kit/0001_baseline.sql");
    expect(before.pending.slice(-2)).toMatchObject([
      { name: "things/0001_things.sql", alone: false },
      { name: "things/0002_index.sql", alone: true },
    ]);
    expect(await database.as(database.adminUrl)`select from pg_namespace where nspname = 'notify'`).toHaveLength(0);
    await database.migrate();
    expect(await plan()).toEqual({ formerOwner: null, pending: [], newer: [] });
  });
});

describe("the target of migrations is refused", () => {
  it("if the database has tables of something else", async () => {
    await database.as(database.adminUrl)`create table public.orders (n int)`;
    await expect(plan()).rejects.toThrow("notify: the database has tables of something else: public.orders");
    await expect(database.migrate()).rejects.toThrow(/tables of something else/);
  });

  it("if the schema has tables of something else, or another owner", async () => {
    const admin = database.as(database.adminUrl);
    await admin.unsafe("create schema notify authorization emissions_notify_owner; create view notify.one as select 1");
    await expect(database.migrate()).rejects.toThrow("notify: the database has tables of something else: notify.one");
    await admin.unsafe("drop view notify.one; alter schema notify owner to emissions_calc_owner");
    await expect(database.migrate()).rejects.toThrow(
      "notify: the schema belongs to emissions_calc_owner and not to emissions_notify_owner",
    );
  });

  it("if the schema is newer, unless all newer files are compatible", async () => {
    await database.write("0001_things.sql", "create table things (n int);");
    await database.write("0002_label.sql", "-- migrate: compatible\nalter table things add column label text;");
    await database.write("0003_rename.sql", "-- migrate: incompatible\nalter table things rename column n to size;");
    await database.migrate();
    await database.remove("0003_rename.sql");
    const message = "notify: the schema is newer than this release, which does not work with things/0003_rename.sql";
    await expect(plan()).rejects.toThrow(message);
    await expect(database.migrate()).rejects.toThrow(message);

    const admin = database.as(database.adminUrl);
    await admin`delete from migrations where name = 'things/0003_rename.sql'`;
    await database.remove("0002_label.sql");
    expect(await plan()).toMatchObject({ pending: [], newer: ["things/0002_label.sql"] });
    const lines: string[] = [];
    expect(await database.migrate({ log: { info: (line) => void lines.push(line) } })).toEqual([]);
    const last = "the last is things/0002_label.sql; this release works with them";
    expect(lines).toEqual([`notify: has 1 files of a later release, ${last}`]);
  });

  it("if the schema has files of another release and lacks one of these", async () => {
    await database.write("0002_label.sql", "-- migrate: compatible\ncreate table labels (n int);");
    await database.migrate();
    await database.remove("0002_label.sql");
    await database.write("0001_things.sql", "create table things (n int);");
    await expect(database.migrate()).rejects.toThrow(
      "notify: the schema has things/0002_label.sql of another release and lacks things/0001_things.sql",
    );
  });

  it("if the owner bypasses row-level security, or the ordinary role could act as the owner", async () => {
    await expect(database.migrate({ ownerUrl: database.adminUrl })).rejects.toThrow(/bypasses row-level security/);
    await expect(database.migrate({ role: "emissions_notify_owner" })).rejects.toThrow(/can act as the owner/);
    await expect(database.migrate({ role: "nobody" })).rejects.toThrow("the role nobody of the service does not exist");
  });
});
