import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unconstrained } from "./constrained.ts";

const TABLES: ReadonlySet<string> = new Set(["orders", "items"]);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase("activity", []);
  await database.owner.unsafe(`
    create table orders (organization_id uuid, id uuid, kind text, primary key (organization_id, id));
    create table items (organization_id uuid, id uuid, order_id uuid, primary key (organization_id, id));
    create index on orders (organization_id, kind);
    create table kinds (name text primary key);
    create view open_orders as select * from orders where kind = 'open'`);
});
afterAll(() => database.drop());

/** Tables whose rows the plan reads without a constraint. */
async function found(statement: string): Promise<string[]> {
  const [row] = await database.owner.unsafe(`explain (generic_plan, format json) ${statement}`);
  return unconstrained(row!["QUERY PLAN"][0].Plan, TABLES).toSorted();
}

it.each([
  "select from orders where organization_id = $1::uuid and id = $2::uuid",
  "select from orders where organization_id = any($1::uuid[])",
  "select from orders where organization_id in ('0190163d-8694-739b-aea5-966c26f8ad91', $1)",
  "select from orders where organization_id = $1 and (kind = $2 or id = $3::uuid)",
  "select from orders where organization_id = $1 and kind = $2 or organization_id = $1 and id = $3",
  "select from orders o join items i on i.organization_id = o.organization_id and i.order_id = o.id where o.organization_id = $1",
  "select from orders o left join items i using (organization_id, id) where o.organization_id = any($1::uuid[])",
  "select from open_orders where organization_id = $1",
  "select from kinds k join orders o on o.kind = k.name and o.organization_id = $1",
  "select (select count(*) from items i where i.organization_id = o.organization_id) from orders o where organization_id = $1",
  "select from unnest($1::uuid[]) as org join orders on organization_id = org",
  "with one as (select * from orders where organization_id = $1) select from one",
  "insert into orders values ($1, $2, $3)",
  "update orders set kind = $1 where organization_id = $2 and id = any($3::uuid[])",
  "delete from items i using orders o where o.organization_id = $1 and i.organization_id = o.organization_id",
])("accepts %s", async (statement) => {
  expect(await found(statement)).toEqual([]);
});

it.each([
  { statement: "select from orders where id = $1", tables: ["orders"] },
  { statement: "select from orders where organization_id > $1", tables: ["orders"] },
  { statement: "select from orders where organization_id <> $1", tables: ["orders"] },
  { statement: "select from orders where organization_id = $1 or id = $2", tables: ["orders"] },
  { statement: "select from orders where not (organization_id = $1 and id = $2)", tables: ["orders"] },
  { statement: "select from orders where kind = 'a and organization_id = $1'", tables: ["orders"] },
  { statement: "select from orders o join items i on i.id = o.id where o.organization_id = $1", tables: ["items"] },
  { statement: "select from orders o join items i using (organization_id)", tables: ["items", "orders"] },
  { statement: "select from orders where organization_id = $1 union all select from orders", tables: ["orders"] },
  { statement: "update orders set organization_id = $1 where id = $2", tables: ["orders"] },
  { statement: "delete from items where id = any($1::uuid[])", tables: ["items"] },
  { statement: "insert into items select organization_id, id, id from orders where kind = $1", tables: ["orders"] },
])("refuses $statement", async ({ statement, tables }) => {
  expect(await found(statement)).toEqual(tables);
});
