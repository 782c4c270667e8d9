import { Code, ConnectError } from "@connectrpc/connect";
import { someoneWaits, type TestDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { refusalIn } from "../wire/errors.ts";
import { IDEMPOTENCY_KEY } from "../wire/headers.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import type { Db, Tx, Write } from "./transactions.ts";

/** A client gets its answer within this time, whatever other transactions do. */
const ANSWER_MAX_MS = 5_000;
const LOCKED = { code: Code.Unavailable, refusal: { code: "RESOURCE_LOCKED", retryAfterSeconds: 1 } };

let things: Things;
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  things = await startThings();
  ({ database, db } = things);
});
afterAll(() => database.drop());

interface Row {
  us: Principal;
  id: string;
}

/** Runs `work` while another transaction holds the row, and answers with the error and its time. */
const whileLocked = ({ us, id }: Row, work: () => Promise<unknown>) =>
  db.asService(us.organizationId, async ({ tx }) => {
    await tx`select from things where id = ${id} for update`;
    const begun = performance.now();
    const error = await work().catch((thrown: unknown) => thrown);
    return { error, refused: refusedAs(error), ms: performance.now() - begun };
  });

const refusedAs = (error: unknown) =>
  error instanceof ConnectError ? { code: error.code, refusal: refusalIn(error) } : { error };

async function row(): Promise<Row> {
  const [us, id] = [servicePrincipal(newId()), newId()];
  await things.put(callOf(us), id);
  return { us, id };
}

describe("a call that needs a row which another transaction holds", () => {
  const rename = (tx: Tx, id: string) => tx`update things set name = 'new' where id = ${id}`;

  it.each<[string, (write: Write, id: string) => Promise<unknown>]>([
    ["updates it", ({ tx }, id) => rename(tx, id)],
    ["locks it", ({ tx }, id) => tx`select from things where id = ${id} for update`],
    ["deletes it", ({ tx }, id) => tx`delete from things where id = ${id}`],
    ["sends its statement without waiting for it", async ({ tx, send }, id) => send(rename(tx, id))],
    [
      "first sees the error of a later statement",
      ({ tx }, id) => {
        const late = rename(tx, id).then(undefined, async (error) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          throw error;
        });
        return Promise.all([late, tx`select 1`]);
      },
    ],
    [
      "reaches the statement timeout first",
      async ({ tx }, id) => {
        await tx`set local statement_timeout = 100`;
        await rename(tx, id);
      },
    ],
  ])("is refused as locked within 5 s if it %s", async (_how, work) => {
    const { us, id } = await row();
    const write = () => db.write(callOf(us), request, async (writing) => ({ done: await work(writing, id) }));
    const { refused, ms } = await whileLocked({ us, id }, write);
    expect(refused).toMatchObject(LOCKED);
    expect(ms).toBeLessThan(ANSWER_MAX_MS);
  });

  it("is refused within 5 s if more calls wait for the row than there are connections", async () => {
    const { us, id } = await row();
    const write = () => db.write(callOf(us), request, async ({ tx }) => ({ done: await rename(tx, id) }));
    const { ms } = await whileLocked({ us, id }, () => Promise.allSettled(Array.from({ length: 12 }, write)));
    expect(ms).toBeLessThan(ANSWER_MAX_MS);
  });

  it("keeps to 5 s if it has an idempotency key, which the refusal does not consume", async () => {
    const { us, id } = await row();
    const call = callOf(us, { [IDEMPOTENCY_KEY]: "k" });
    const write = () => db.write(call, request, async ({ tx }) => ({ done: await rename(tx, id) }));
    const { refused, ms } = await whileLocked({ us, id }, write);
    expect(refused).toMatchObject(LOCKED);
    expect(ms).toBeLessThan(ANSWER_MAX_MS);
    await write();
    expect(await things.namesSeen(us)).toEqual(["new"]);
  });

  it("is refused as locked within 5 s if it reads a table that is being rebuilt", async () => {
    const { us } = await row();
    const other = await database.owner.reserve();
    await other`begin`;
    await other`lock table things in access exclusive mode`;
    const begun = performance.now();
    const error = await things.namesSeen(us).catch((thrown: unknown) => thrown);
    const ms = performance.now() - begun;
    await other`rollback`;
    other.release();
    expect(refusedAs(error)).toMatchObject(LOCKED);
    expect(ms).toBeLessThan(ANSWER_MAX_MS);
  });

  it("succeeds if the row is released in time", async () => {
    const { us, id } = await row();
    const write = () => db.write(callOf(us), request, async ({ tx }) => ({ done: await rename(tx, id) }));
    const renamed = await db.asService(us.organizationId, async ({ tx }) => {
      await tx`select from things where id = ${id} for update`;
      const waiting = write();
      await someoneWaits(tx);
      return () => waiting;
    });
    await renamed();
    expect(await things.namesSeen(us)).toEqual(["new"]);
  });
});

it("a call whose statement takes too long is refused as unavailable", async () => {
  const slow = db.write(callOf(servicePrincipal(newId())), request, async ({ tx }) => {
    await tx`set local statement_timeout = 50`;
    return { done: await tx`select pg_sleep(1)` };
  });
  const error = await slow.catch((thrown: unknown) => thrown);
  expect(refusedAs(error)).toEqual({ code: Code.Unavailable, refusal: undefined });
});

it("consumers and sweeps wait longer than calls, and get the error of Postgres", async () => {
  const { us, id } = await row();
  const limits = await db.asService(us.organizationId, ({ tx }) => tx`show lock_timeout`);
  expect(limits).toEqual([{ lockTimeout: "8s" }]);
  const write = () =>
    db.asService(us.organizationId, async ({ tx }) => {
      await tx`set local lock_timeout = 50`;
      await tx`update things set name = 'new' where id = ${id}`;
    });
  const { error } = await whileLocked({ us, id }, write);
  expect(error).toMatchObject({ name: "PostgresError", code: "55P03" });
});

it.each([
  ["no disk", "53100"],
  ["no memory", "53200"],
  ["no connection", "53300"],
  ["an error of the file system", "58030"],
])("a call that meets a server with %s is refused as unavailable", async (_, code) => {
  const raise = `do $$ begin raise exception 'fault' using errcode = '${code}'; end $$`;
  const us = servicePrincipal(newId());
  const refused = { code: Code.Unavailable, rawMessage: "The database has no resources left." };
  await expect(db.read(callOf(us), (tx) => tx.unsafe(raise))).rejects.toMatchObject(refused);
  const write = async ({ tx }: Write) => {
    await tx.unsafe(raise);
    return {};
  };
  await expect(db.write(callOf(us), request, write)).rejects.toMatchObject(refused);
});
