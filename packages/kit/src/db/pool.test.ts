import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closePool, openPool, type Pool } from "./pool.ts";
import { readUnowned } from "./run-transaction.ts";

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase("activity", []);
  pool = openPool({ DATABASE_URL: database.url }, { schema: "activity", max: 1 });
});
afterAll(async () => {
  await closePool(pool);
  await database.drop();
});

it("gives transactions that plan for tables which grow, wait for nothing for long, and see one schema", async () => {
  const settings = await readUnowned(
    pool,
    (tx) => tx`
      select name, setting from pg_settings where name in ('enable_seqscan', 'plan_cache_mode', 'search_path',
        'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    enable_seqscan: "off",
    idle_in_transaction_session_timeout: "20000",
    lock_timeout: "8000",
    plan_cache_mode: "force_generic_plan",
    search_path: "activity",
    statement_timeout: "8000",
  });
});
