import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NIL_ID } from "../process/id.ts";
import { rowEstimates } from "./row-estimates.ts";
import { settingsOf } from "./settings.ts";
import { Db } from "./transactions.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase("calc", []);
  // A vacuum or an analyze of the server would change the sizes that the tests compare.
  await database.owner`
    create table things (organization_id uuid, id uuid, primary key (organization_id, id))
    with (autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000000)`;
  await database.owner`create table words (word text primary key)`;
});
afterAll(() => database.drop());

const estimates = async () => {
  const rows = await database.owner<{ relname: string; reltuples: number }[]>`
    select relname, reltuples from pg_class where relname in ('things', 'words', 'outbox') order by relname`;
  return Object.fromEntries(rows.map(({ relname, reltuples }) => [relname, reltuples]));
};
const sweep = () => rowEstimates(new Db(database.sql)).work(new AbortController().signal, 1n);

it("tables that were analyzed while they were empty do not stay so for the planner", async () => {
  await sweep();
  expect(await estimates()).toMatchObject({ things: -1, words: -1 });
  await database.owner.unsafe("analyze things, words");
  expect(await estimates()).toMatchObject({ things: 0, words: 0 });
  await sweep();
  expect(await estimates()).toMatchObject({ things: 1_000, words: 0 });
});

it("estimates of large tables stay", async () => {
  await database.owner`insert into things select gen_random_uuid(), gen_random_uuid() from generate_series(1, 2000)`;
  await database.owner.unsafe("analyze things");
  await sweep();
  expect((await estimates()).things).toBe(2_000);
});

it("a plan that was made for an empty table finds rows by their key soon after the table has grown", async () => {
  await database.owner.unsafe(`
    create table grown (organization_id uuid, day date, id uuid, primary key (organization_id, id));
    create index on grown (organization_id, day);
    grant select on grown to public`);
  const session = await database.sql.reserve();
  await session.unsafe(`
    ${settingsOf("calc").replaceAll("set local", "set")};
    prepare kept as select g.* from grown g join unnest($1::uuid[], $2::text[]) as r (id, other) on g.id = r.id
      where g.organization_id = $3`);
  const conditions = async () => {
    const plan = await session.unsafe<{ "QUERY PLAN": string }[]>(`explain execute kept('{}', '{}', '${NIL_ID}')`);
    return plan.map((line) => line["QUERY PLAN"]).filter((line) => line.includes("Index Cond"));
  };
  expect(`${await conditions()}`).not.toContain("id = r.id");
  await database.owner`
    insert into grown select ${NIL_ID}, '2025-01-01', gen_random_uuid() from generate_series(1, 20000)`;
  expect(`${await conditions()}`).not.toContain("id = r.id");
  await sweep();
  expect(`${await conditions()}`).toContain("id = r.id");
  session.release();
});

it("a table is analyzed again when it has twice its size", async () => {
  const add = (rows: number) =>
    database.owner`insert into things select gen_random_uuid(), gen_random_uuid() from generate_series(1, ${rows})`;
  await add(10_000);
  await sweep();
  const analyzed = (await estimates()).things!;
  await add(5_000);
  await sweep();
  expect((await estimates()).things).toBe(analyzed);
  await add(10_000);
  await sweep();
  expect((await estimates()).things).toBe(analyzed + 15_000);
});

it("a table that a dry run has filled and emptied does not look empty to the planner", async () => {
  await database.owner`create table filled (organization_id uuid, id uuid)`;
  const fill = database.owner.begin(async (tx) => {
    await tx`insert into filled select gen_random_uuid(), gen_random_uuid() from generate_series(1, 20000)`;
    throw new Error("dry run");
  });
  await expect(fill).rejects.toThrow("dry run");
  await sweep();
  const [row] = await database.owner`select reltuples from pg_class where relname = 'filled'`;
  expect(row!.reltuples).toBe(1_000);
});

it("a table of few, large rows is analyzed once", async () => {
  await database.owner`create table large (organization_id uuid, content text)`;
  await database.owner`insert into large select gen_random_uuid(), repeat('a', 1000) from generate_series(1, 200)`;
  const analyzes = async () => {
    await sweep();
    const [row] = await database.owner`select pg_stat_force_next_flush(), pg_stat_get_analyze_count('large'::regclass)`;
    return Number(row!.pgStatGetAnalyzeCount);
  };
  expect([await analyzes(), await analyzes(), await analyzes()]).toEqual([1, 1, 1]);
});
