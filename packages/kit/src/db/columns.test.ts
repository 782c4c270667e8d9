import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { column, plainColumn } from "./columns.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase("calc", []);
});
afterAll(() => database.drop());

const odd = fc.constantFrom('"', "\\", "{", "}", ",", "null", "NULL", "", " ", "'", "\n", "é", "\\x00", '\\"');
const text = () =>
  fc.oneof(
    odd,
    fc.array(fc.oneof(odd, fc.string()), { maxLength: 5 }).map((parts) => parts.join("")),
  );

it("reaches Postgres unchanged, with every character", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text().filter((each) => !each.includes("\0")))), async (values) => {
      const rows = await database.sql<{ value: string | null }[]>`
        select value from unnest(${column(values)}::text[], ${plainColumn(values.map((_, n) => n))}::int[]) as t (value, n)
        order by n`;
      expect(rows.map(({ value }) => value)).toEqual(values);
    }),
  );
});

it("takes numbers and booleans", async () => {
  const rows = await database.sql`
    select a, b from unnest(${column([1, null, -2])}::int[], ${column([true, false, null])}::boolean[]) as t (a, b)`;
  expect([...rows]).toEqual([
    { a: 1, b: true },
    { a: null, b: false },
    { a: -2, b: null },
  ]);
});
