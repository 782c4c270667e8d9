import { Code } from "@connectrpc/connect";
import type { TestDatabase } from "@emissions/testkit/database";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import type { OpenStream, StreamCall } from "./stream.ts";
import { callOf, startThings, type Things } from "./transactions.fixture.ts";
import { Db } from "./transactions.ts";

const STALL_MS = 100;
const ROWS = 25;

let things: Things;
let database: TestDatabase;
let db: Db;
let us: Principal;
let hangUp: AbortController;

beforeAll(async () => {
  things = await startThings();
  ({ database } = things);
  db = new Db(database.sql, { stallMs: STALL_MS });
});
afterAll(() => database.drop());
beforeEach(async () => {
  us = servicePrincipal(newId());
  hangUp = new AbortController();
  await fill(us, ROWS);
});

const fill = ({ organizationId: org }: Principal, rows: number) =>
  db.asService(
    org,
    ({ tx }) => tx`
      insert into things (organization_id, id, name)
      select ${org}, gen_random_uuid(), 'thing ' || n from generate_series(1, ${rows}::int) n`,
  );

const call = (by = us): StreamCall => ({ ...callOf(by), signal: hangUp.signal });
const names = (pattern = "thing%", rowsMax = 10) =>
  async function* ({ tx, org, pages }: OpenStream) {
    const rows = tx`select name from things where organization_id = ${org} and name like ${pattern} order by id`;
    yield* pages<{ name: string }>(rows, rowsMax);
  };

/** Transactions of the service's role that are open. */
const open = async () => {
  const [row] = await database.sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and state <> 'idle'`;
  return row.count;
};
const allEnded = () => until("the end of all transactions", async () => (await open()) === 0);

describe("a stream", () => {
  it("has all rows of its organization, in pages", async () => {
    await fill(servicePrincipal(newId()), 5);
    const sizes: number[] = [];
    for await (const page of db.stream(call(), names())) sizes.push(page.length);
    expect(sizes).toEqual([10, 10, 5]);
    await allEnded();
  });

  it("has no page if there are no rows, and none after a full last page", async () => {
    for (const [pattern, rowsMax, pages] of [["none", 10, 0] as const, ["thing%", ROWS, 1] as const]) {
      const seen = [];
      for await (const page of db.stream(call(), names(pattern, rowsMax))) seen.push(page);
      expect(seen).toHaveLength(pages);
    }
  });

  it("does not have rows that were stored after its begin", async () => {
    let count = 0;
    for await (const page of db.stream(call(), names())) {
      if (count === 0) await fill(us, 10);
      count += page.length;
    }
    expect(count).toBe(ROWS);
  });

  it("reads a page only when it is asked for", async () => {
    const rows = db.stream(call(), names());
    await rows.next();
    const { value } = await rows.next();
    expect(value).toHaveLength(10);
    await rows.return(undefined);
    await allEnded();
  });

  it("whose caller takes no page for too long ends its transaction, and then fails", async () => {
    const rows = db.stream(call(), names());
    await rows.next();
    await allEnded();
    await expect(rows.next()).rejects.toMatchObject({ code: Code.DeadlineExceeded });
  });

  it("whose caller has hung up ends its transaction while it waits", async () => {
    const rows = db.stream(call(), names());
    await rows.next();
    hangUp.abort(new Error("gone"));
    await allEnded();
    await expect(rows.next()).rejects.toThrow("gone");
  });

  it("whose caller hangs up cancels its running statement", async () => {
    const rows = db.stream(call(), ({ tx, pages }) => pages(tx`select pg_sleep(7)`));
    const first = expect(rows.next()).rejects.toThrow("gone");
    await until("the statement", async () => (await open()) === 1);
    hangUp.abort(new Error("gone"));
    await first;
    await allEnded();
  });

  it("that fails gives its connection back", async () => {
    for (let time = 0; time < 10; time++) {
      const broken = db.stream(call(), ({ tx, pages }) => pages(tx`select 1 / (${time}::int * 0)`));
      await expect(broken.next()).rejects.toMatchObject({ code: "22012" });
    }
    await allEnded();
  });
});

describe("streams at once", () => {
  it("leave connections of the pool to other calls, and wait for one another", async () => {
    // The pool of the test has 5 connections, of which 2 are for streams.
    const patient = new Db(database.sql);
    const streams = [0, 1, 2].map(() => patient.stream(call(), names()));
    const [first, second, third] = streams.map((stream) => stream.next());
    await Promise.all([first, second]);
    let isAdmitted = false;
    const waiting = third!.then(() => {
      isAdmitted = true;
    });
    expect(await things.namesSeen(us)).toHaveLength(ROWS);
    expect(isAdmitted).toBe(false);
    await streams[0]!.return(undefined);
    await waiting;
    await Promise.all(streams.map((stream) => stream.return(undefined)));
    await allEnded();
  });
});
