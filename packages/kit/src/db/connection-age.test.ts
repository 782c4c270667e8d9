import { until } from "@emissions/testkit/poll";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../process/id.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { closePool, openPool, type Pool, type Tx } from "./pool.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import { Db } from "./transactions.ts";

const CONNECTION_AGE_S = 0.3;
const CONNECTIONS = 3;
/** More than connections, so that each connection is in use again at once. */
const CALLERS = 6;

let things: Things;
let pool: Pool;
const onClosed = vi.fn();
beforeAll(async () => {
  things = await startThings();
});
afterEach(async () => {
  await closePool(pool);
  onClosed.mockClear();
});
afterAll(() => things.database.drop());

function start(max: number): Db {
  const { url } = things.database;
  pool = openPool({ DATABASE_URL: url }, { schema: "activity", max, connectionAgeS: CONNECTION_AGE_S, onClosed });
  return new Db(pool);
}

const us = servicePrincipal(newId());
/** A statement with a parameter is prepared once for each connection. */
const sessionOf = async (tx: Tx, seconds = 0): Promise<number> => {
  const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid from pg_sleep(${seconds})`;
  return row.pid;
};

describe("a connection of the pool", () => {
  it("is renewed under load, no transaction fails, and its end is no loss of the database", async () => {
    const db = start(CONNECTIONS);
    const sessions = new Set<number>();
    let stopping = false;
    const caller = async (_: unknown, n: number) => {
      while (!stopping) {
        const id = newId();
        await db.write(callOf(us), request, async ({ tx, org }) => {
          await tx`insert into things (organization_id, id, name) values (${org}, ${id}, ${String(n)})`;
          sessions.add(await sessionOf(tx, 0.01));
          return {};
        });
        sessions.add(await db.read(callOf(us), (tx) => sessionOf(tx, 0.01)));
      }
    };
    const callers = Promise.all(Array.from({ length: CALLERS }, caller));
    await Promise.race([callers, until("renewed connections", () => sessions.size >= 3 * CONNECTIONS)]);
    stopping = true;
    await callers;
    expect(onClosed).not.toHaveBeenCalled();
  });

  it("that is lost later than its end was due is replaced", async () => {
    const db = start(1);
    const lost = db.read(callOf(us), async (tx) => {
      const pid = await sessionOf(tx, 2 * CONNECTION_AGE_S);
      await things.database.sql`select pg_terminate_backend(${pid})`;
      await sessionOf(tx, 1);
    });
    await expect(lost).rejects.toThrow("The database cannot be reached.");
    await until("the loss to be told", () => onClosed.mock.calls.length === 1);
    await db.read(callOf(us), (tx) => sessionOf(tx));
  });

  it("ends after its transaction, which may last longer", async () => {
    const db = start(1);
    const old = await db.read(callOf(us), async (tx) => {
      const pids = [await sessionOf(tx), await sessionOf(tx, 2 * CONNECTION_AGE_S), await sessionOf(tx)];
      expect(new Set(pids).size).toBe(1);
      return pids[0];
    });
    expect(await db.read(callOf(us), (tx) => sessionOf(tx))).not.toBe(old);
  });
});
