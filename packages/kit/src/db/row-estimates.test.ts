import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { raiseRowEstimates } from "./row-estimates.ts";
import { Db } from "./transactions.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase("calc", []);
  await database.owner`create table things (organization_id uuid, id uuid, primary key (organization_id, id))`;
  await database.owner`create table words (word text primary key)`;
});
afterAll(() => database.drop());

const estimates = async () => {
  const rows = await database.owner<{ relname: string; reltuples: number }[]>`
    select relname, reltuples from pg_class where relname in ('things', 'words', 'outbox') order by relname`;
  return Object.fromEntries(rows.map(({ relname, reltuples }) => [relname, reltuples]));
};
const raise = () => raiseRowEstimates(new Db(database.sql)).work(new AbortController().signal, 1n);

it("tables that were analyzed while they were empty do not stay so for the planner", async () => {
  await raise();
  expect(await estimates()).toMatchObject({ things: -1, words: -1 });
  await database.owner.unsafe("analyze things, words");
  expect(await estimates()).toMatchObject({ things: 0, words: 0 });
  await raise();
  expect(await estimates()).toMatchObject({ things: 1_000, words: 0 });
});

it("estimates of large tables stay", async () => {
  await database.owner`insert into things select gen_random_uuid(), gen_random_uuid() from generate_series(1, 2000)`;
  await database.owner.unsafe("analyze things");
  await raise();
  expect((await estimates()).things).toBe(2_000);
});
