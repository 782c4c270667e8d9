import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Code } from "@connectrpc/connect";
import { SupplierCorrectedSchema } from "@emissions/proto/activity/v1/supplier_service";
import type { TestDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import { PAUSE_MS } from "./retry-conflicts.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import type { Db, Fragment, View, Write } from "./transactions.ts";

const BLOCKED_MS = 100;

let things: Things;
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  things = await startThings();
  ({ database, db } = things);
});
afterAll(() => database.drop());

const org = () => servicePrincipal(newId());
const put = (principal: Principal, id: string, name?: string) => things.put(callOf(principal), id, name);
const namesSeen = (principal: Principal, view: View = {}) => things.namesSeen(principal, view);

describe("a read", () => {
  it("sees only rows of its organization, whatever the statement says", async () => {
    const [ours, theirs] = [org(), org()];
    await put(ours, newId(), "ours");
    await put(theirs, newId(), "theirs");
    expect(await namesSeen(ours)).toEqual(["ours"]);
  });

  it("sees the organizations below in a group view", async () => {
    const child = org();
    const holding = { ...org(), descendants: [child.organizationId] };
    await put(child, newId(), "child");
    await put(holding, newId(), "holding");
    expect([await namesSeen(holding), await namesSeen(holding, { group: true })]).toEqual([
      ["holding"],
      ["child", "holding"],
    ]);
  });

  it("sees rows of organizations above only in an inherited view", async () => {
    const [holding, stranger] = [org(), org()];
    const child = { ...org(), ancestors: [{ id: holding.organizationId, name: "Holding" }] };
    for (const [owner, name] of [
      [child, "child"],
      [holding, "holding"],
      [stranger, "stranger"],
    ] as const) {
      await put(owner, newId(), name);
    }
    expect(await namesSeen(child)).toEqual(["child"]);
    expect(await namesSeen(child, { inherited: true })).toEqual(["child", "holding"]);
    expect(await namesSeen(holding, { inherited: true })).toEqual(["holding"]);
  });

  it("sees rows of organizations that a service names; other callers may name none", async () => {
    const [ours, theirs] = [org(), org()];
    await put(theirs, newId(), "theirs");
    const owners = [theirs.organizationId];
    expect(await namesSeen(ours, { owners })).toEqual(["theirs"]);
    await expect(async () => namesSeen({ ...ours, kind: "user", role: "admin" }, { owners })).rejects.toThrow(
      "Only services",
    );
  });

  it("sees one snapshot, whatever is written meanwhile", async () => {
    const us = org();
    await put(us, newId(), "before");
    const names = await db.read(callOf(us), async (tx) => {
      const read = async () => (await tx<{ name: string }[]>`select name from things`).map(({ name }) => name);
      const first = await read();
      await put(us, newId(), "meanwhile");
      return [first, await read()];
    });
    expect(names).toEqual([["before"], ["before"]]);
  });

  it("cannot write", async () => {
    const attempt = db.read(callOf(org()), (tx, id) => tx`insert into things values (${id}, ${newId()}, 'x')`);
    await expect(attempt).rejects.toThrow(/read-only/);
  });

  it("releases the connection after a failure, with its settings reset", async () => {
    for (let i = 0; i < 30; i++) {
      await expect(db.read(callOf(org()), (tx) => tx`select 1 / 0`)).rejects.toThrow(/division by zero/);
    }
    await expect(database.sql`select current_organization()`).rejects.toThrow();
  });

  it("refuses an organization id that is no UUID", async () => {
    await expect(db.asService("'; drop table things; --", async () => ({}))).rejects.toThrow(/not a UUID/);
  });
});

describe("a write", () => {
  it("cannot write for another organization", async () => {
    const [ours, theirs] = [org(), org()];
    const attempt = db.asService(
      ours.organizationId,
      ({ tx }) => tx`insert into things values (${theirs.organizationId}, ${newId()}, 'x')`,
    );
    await expect(attempt).rejects.toThrow(/row-level security/);
  });

  it("commits rows, events and audit row together", async () => {
    const ours = org();
    const id = newId();
    const write = (fail: boolean) =>
      db.write(callOf(ours), request, async ({ tx, org, emit, about }) => {
        await tx`insert into things values (${org}, ${newId()}, 'x')`;
        emit(SupplierCorrectedSchema, { supplierId: id });
        about(id);
        if (fail) throw new Error("on purpose");
        return {};
      });
    await expect(write(true)).rejects.toThrow("on purpose");
    const stored = () =>
      db.asService(ours.organizationId, async ({ tx }) => [
        (await tx`select from things`).length,
        await tx`select type from outbox`,
        await tx`select action, entity_id from audit_log`,
      ]);
    expect(await stored()).toEqual([0, [], []]);
    await write(false);
    expect(await stored()).toEqual([
      1,
      [{ type: "emissions.activity.v1.SupplierCorrected" }],
      [{ action: "CreateSupplier", entityId: id }],
    ]);
  });

  it("fails as a whole if an event cannot be stored", async () => {
    const ours = org();
    const broken = {
      ...SupplierCorrectedSchema,
      typeName: "no\u0000name",
    } as unknown as typeof SupplierCorrectedSchema;
    const attempt = db.asService(ours.organizationId, async ({ tx, org, emit }) => {
      await tx`insert into things values (${org}, ${newId()}, 'x')`;
      emit(broken, {});
    });
    await expect(attempt).rejects.toThrow();
    expect(await namesSeen(ours)).toEqual([]);
  });

  it("fails as a whole if a statement fails that it did not await", async () => {
    const ours = org();
    const id = newId();
    const attempt = db.asService(ours.organizationId, async ({ tx, org, send }) => {
      for (const name of ["first", "again"]) send(tx`insert into things values (${org}, ${id}, ${name})`);
    });
    await expect(attempt).rejects.toThrow(/duplicate key/);
    expect(await namesSeen(ours)).toEqual([]);
  });

  it("flushes statements and events, which run while the work continues", async () => {
    const us = org();
    await db.asService(us.organizationId, async ({ tx, emit, send, flush }) => {
      const sent: Fragment = tx`select clock_timestamp() as at`;
      send(sent);
      emit(SupplierCorrectedSchema, {});
      await flush();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
      const blockedUntil = new Date();
      const [row] = await sent;
      expect(row!.at.getTime()).toBeLessThan(blockedUntil.getTime());
    });
  });

  it("throws the error of the failed statement, although it awaited another one", async () => {
    const ours = org();
    const id = newId();
    const attempt = db.asService(ours.organizationId, async ({ tx, org, send }) => {
      for (const name of ["first", "again"]) send(tx`insert into things values (${org}, ${id}, ${name})`);
      await tx`select 1`;
    });
    await expect(attempt).rejects.toThrow(/duplicate key/);
  });

  it("is repeated after a deadlock", async () => {
    const ours = org();
    const [a, b] = [newId(), newId()];
    await put(ours, a, "1");
    await put(ours, b, "1");
    const both = (ids: string[]) =>
      db.asService(ours.organizationId, async ({ tx }) => {
        for (const id of ids) {
          await tx`update things set name = name || '1' where id = ${id}`;
          await tx`select pg_sleep(0.05)`;
        }
      });
    await Promise.all([both([a, b]), both([b, a])]);
    expect(await namesSeen(ours)).toEqual(["111", "111"]);
  });

  it("is repeated if its work first sees the error of a later statement", async () => {
    const ours = org();
    const [a, b] = [newId(), newId()];
    await put(ours, a, "1");
    await put(ours, b, "1");
    const both = ([first, second]: [string, string]) =>
      db.asService(ours.organizationId, async ({ tx }) => {
        const add = (id: string) => tx`update things set name = name || '1' where id = ${id}`;
        await add(first);
        await tx`select pg_sleep(0.05)`;
        // Its rejection takes more promise steps than that of its neighbour.
        const told = add(second).then(undefined, async (error) => {
          await pause(20);
          throw error;
        });
        await Promise.all([told, tx`select 1`]);
      });
    await Promise.all([both([a, b]), both([b, a])]);
    expect(await namesSeen(ours)).toEqual(["111", "111"]);
  });
});

describe("a write that conflicts each time", () => {
  /** Throws an error with the given code, and records the time of each attempt. */
  const blocked = (errcode: string) => {
    const triedAt: number[] = [];
    const work = async ({ tx }: Write) => {
      triedAt.push(performance.now());
      await tx.unsafe(`do $$ begin raise exception 'blocked' using errcode = '${errcode}'; end $$`);
      return {};
    };
    return { triedAt, work };
  };

  it.each(["40P01", "40001"])("is refused as unavailable with its cause, for a call: %s", async (code) => {
    const { triedAt, work } = blocked(code);
    const refused = await db.write(callOf(org()), request, work).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: Code.Unavailable, cause: { code } });
    expect(triedAt).toHaveLength(3);
  });

  it("waits between attempts, the second time longer", async () => {
    const { triedAt, work } = blocked("40P01");
    await expect(db.asService(newId(), work)).rejects.toMatchObject({ name: "PostgresError", code: "40P01" });
    const [first = 0, second = 0, third = 0] = triedAt;
    // Timers of Node end up to a millisecond early.
    expect(second - first).toBeGreaterThanOrEqual(PAUSE_MS.min - 1);
    expect(third - second).toBeGreaterThanOrEqual(2 * PAUSE_MS.min - 1);
  });

  it("keeps its error if only an aborted transaction is known", async () => {
    const { triedAt, work } = blocked("25P02");
    await expect(db.write(callOf(org()), request, work)).rejects.toMatchObject({ code: "25P02" });
    expect(triedAt).toHaveLength(3);
  });

  it("is not repeated after another error", async () => {
    const { triedAt, work } = blocked("22012");
    await expect(db.write(callOf(org()), request, work)).rejects.toMatchObject({ code: "22012" });
    expect(triedAt).toHaveLength(1);
  });
});

describe("a system-wide transaction", () => {
  it("sees messages of all organizations and no business row", async () => {
    const ours = org();
    await db.asService(ours.organizationId, async ({ tx, org, emit }) => {
      await tx`insert into things values (${org}, ${newId()}, 'x')`;
      emit(SupplierCorrectedSchema, { supplierId: randomUUID() });
    });
    const seen = await db.systemWide(async (tx) => ({
      outbox: (await tx`select from outbox where organization_id = ${ours.organizationId}`).length,
      things: (await tx`select from things`).length,
    }));
    expect(seen).toEqual({ outbox: 1, things: 0 });
  });
});

it("every table with an organization column has forced row-level security", async () => {
  const open = await database.owner<{ relname: string }[]>`
    select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relnamespace = 'activity'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`;
  expect(open.map((row) => row.relname)).toEqual(["history"]);
});
