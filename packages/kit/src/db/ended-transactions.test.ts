import { SupplierCorrectedSchema } from "@emissions/proto/activity/v1/supplier_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import { Db, openPool, type Pool, type Tx, type Write } from "./transactions.ts";

const ENDED = /TRANSACTION_ENDED/;

let things: Things;
/** A pool of one connection: the next transaction gets the connection of the one before. */
let pool: Pool;
let db: Db;
const us = servicePrincipal(newId());
const them = servicePrincipal(newId());

beforeAll(async () => {
  things = await startThings();
  await things.put(callOf(them), newId(), "theirs");
  pool = openPool({ DATABASE_URL: things.database.url }, { schema: "activity", max: 1 });
  db = new Db(pool);
});
afterAll(async () => {
  await pool.end({ timeout: 1 });
  await things.database.drop();
});

/** The handle of a transaction of ours that has ended, and what else was made with it. */
async function endedBy<R>(how: string, make: (tx: Tx) => R): Promise<{ tx: Tx; made: R }> {
  let ended: { tx: Tx; made: R } | undefined;
  const keep = async (tx: Tx) => {
    ended = { tx, made: make(tx) };
    if (how === "failure") throw new Error("the work failed");
    return {};
  };
  const call = { ...callOf(us), signal: new AbortController().signal };
  if (how === "a read") await db.read(call, keep);
  else if (how === "a stream") {
    const messages = db.stream(call, async function* ({ tx }) {
      yield await keep(tx);
    });
    await messages.next();
    await messages.return(undefined);
  } else await db.write(call, request, ({ tx }) => keep(tx)).catch(() => {});
  return ended!;
}

/** Runs the work while a transaction of another organization has the connection. */
const whileTheyWork = <R>(work: () => PromiseLike<R>) =>
  db.read(callOf(them), async (tx) => {
    await tx`select 1 as one`;
    return work();
  });

const names = (tx: Tx) => tx<{ name: string }[]>`select name from things`;

describe("a handle of a transaction that has ended", () => {
  it.each(["a read", "a write", "a stream", "failure"])("is refused after %s", async (how) => {
    const { tx } = await endedBy(how, () => {});
    await expect(whileTheyWork(() => names(tx))).rejects.toThrow(ENDED);
    expect(await whileTheyWork(() => things.namesSeen(them))).toEqual(["theirs"]);
  });

  it.each<[string, (tx: Tx) => PromiseLike<unknown>]>([
    ["a text", (tx) => tx.unsafe("select name from things")],
    ["a text with parameters", (tx) => tx.unsafe("select name from things where name <> $1", [""], { prepare: true })],
    ["a savepoint", (tx) => tx`savepoint late`],
    ["a fragment of its own", (tx) => tx`select name from things ${tx`where name <> ''`}`],
    ["rows one by one", (tx) => names(tx).forEach(() => {})],
    ["a cursor", (tx) => Array.fromAsync(names(tx).cursor(1))],
    ["a cursor with a callback", (tx) => names(tx).cursor(1, () => {})],
    ["raw values", (tx) => names(tx).values()],
  ])("is refused for %s", async (_what, late) => {
    const { tx } = await endedBy("a read", () => {});
    await expect(whileTheyWork(() => late(tx))).rejects.toThrow(ENDED);
  });

  it("is refused for a statement that was made before the end and is sent after it", async () => {
    const { made } = await endedBy("a read", (tx) => ({ late: names(tx) }));
    await expect(whileTheyWork(() => made.late)).rejects.toThrow(ENDED);
  });

  it("is refused as soon as the end was sent, before it is answered", async () => {
    const { tx } = await endedBy("a read", () => {});
    const late = names(tx);
    await expect(late).rejects.toThrow(ENDED);
  });

  it("gives fragments that another transaction may use", async () => {
    const { made } = await endedBy("a read", (tx) => ({ where: tx`where name <> ''` }));
    expect(await db.read(callOf(them), (tx) => tx`select name from things ${made.where}`)).toEqual([
      { name: "theirs" },
    ]);
  });

  it("leaves the pool usable when branches of a failed transaction go on", async () => {
    const failed = db.write(callOf(us), request, async ({ tx, org }) => {
      const insert = () => tx`insert into things (organization_id, id, name) values (${org}, ${newId()}, 'late')`;
      const goesOn = async () => {
        for (let i = 0; i < 20; i++) await insert();
      };
      await Promise.all([goesOn(), tx`select 1 / 0`]);
      return {};
    });
    await expect(failed).rejects.toThrow(/division by zero/);
    expect(await db.read(callOf(us), names)).toEqual([]);
  });
});

describe("a write that has ended", () => {
  it.each<[string, (write: Write) => unknown]>([
    ["a statement", ({ send, tx }) => send(tx`select 1`)],
    ["an event", ({ emit }) => emit(SupplierCorrectedSchema, {})],
    ["an encoded event", ({ emitEncoded }) => emitEncoded(SupplierCorrectedSchema, new Uint8Array())],
    ["an audited change", ({ about }) => about(newId())],
    ["a step after the commit", ({ afterCommit }) => afterCommit(() => {})],
    ["queued events", ({ flush }) => flush()],
    ["work for another organization", ({ within, org }) => within(org, async () => {})],
  ])("refuses %s, also for another organization", async (_what, late) => {
    const ended: Write[] = [];
    const view = { owners: [them.organizationId] };
    const work = async (write: Write) => {
      const inner = await write.within(them.organizationId, async (inner) => inner);
      await expect(async () => late(inner)).rejects.toThrow(ENDED);
      ended.push(write, inner);
      return {};
    };
    await db.write(callOf(us), request, work, view);
    for (const write of ended) await expect(async () => late(write)).rejects.toThrow(ENDED);
  });
});
