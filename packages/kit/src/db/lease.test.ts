import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { take, withLease } from "./lease.ts";
import { Db } from "./transactions.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase("calc", []);
  db = new Db(database.sql);
});
afterAll(() => database.drop());

it("is held by one process at a time, and the fence grows with each holder", async () => {
  const [a, b] = [newId(), newId()];
  const first = await take(db, "job", a);
  expect([first, await take(db, "job", b), await take(db, "job", a)]).toEqual([1n, null, 1n]);
  await database.owner`update leases set expires_at = now() - interval '1 second'`;
  expect([await take(db, "job", b), await take(db, "job", a)]).toEqual([2n, null]);
});

it("runs the work of one process only, and is free again afterwards", async () => {
  const [other, done] = [newId(), [] as string[]];
  await take(db, "busy", other);
  expect(await withLease(db, "busy", async () => void done.push("never"))).toBe(false);
  expect(await withLease(db, "free", async () => void done.push("once"))).toBe(true);
  expect(await take(db, "free", other)).toBe(2n);
  expect(done).toEqual(["once"]);
});
