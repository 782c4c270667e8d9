import { rm } from "node:fs/promises";
import { join } from "node:path";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { testFolder } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { type Postgres, removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { startStandby } from "@emissions/testkit/standby";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../process/id.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { closePool, openPool, type Pool, type Tx } from "./pool.ts";
import { runStatement } from "./run-transaction.ts";
import { StandbySessions } from "./standby.ts";
import { callOf as anyCall } from "./transactions.fixture.ts";
import { Db } from "./transactions.ts";

/** A stranger's server has the same login and table, and another cluster. */
const SERVERS = ["primary", "standby", "stranger"] as const;
const POOL_MAX = 4;
const LOGIN = { name: "reader", password: "reader" };

let folder: string;
let [primary, standby, stranger]: Postgres[] = [];
/** Superusers of the primary and of the standby. */
let [admin, standbyAdmin]: Sql[] = [];
let pools: Pool[];
const log = { info: vi.fn() };

const optionsOf = (name: (typeof SERVERS)[number], settings = {}) => ({
  dataDir: join(folder, name),
  log: join(folder, `${name}.log`),
  durable: false,
  // A commit is acknowledged when it is flushed, as in production.
  settings: { synchronous_commit: "on", ...settings },
});

async function startWithTable(name: "primary" | "stranger"): Promise<Postgres> {
  const server = await startPostgres(optionsOf(name));
  const sql = postgres(server.url, { max: 1 });
  await sql.unsafe(`create role reader login password '${LOGIN.password}'; create schema places;
    create table places.notes (text text); grant usage on schema places to reader;
    grant select, insert on places.notes to reader`);
  await sql.end();
  return server;
}

beforeAll(async () => {
  folder = testFolder();
  [primary, stranger] = [await startWithTable("primary"), await startWithTable("stranger")];
  standby = await startStandby(primary, optionsOf("standby", { recovery_min_apply_delay: "10ms" }));
  [admin, standbyAdmin] = [primary, standby].map(({ url }) => postgres(url, { max: 1, onnotice: () => {} }));
});
beforeEach(() => {
  pools = [];
  log.info.mockClear();
});
afterEach(async () => {
  await Promise.all(pools.map(closePool));
});
afterAll(async () => {
  await Promise.all([admin?.end(), standbyAdmin?.end()]);
  await Promise.all([primary?.kill(), standby?.kill(), stranger?.kill()]);
  for (const name of SERVERS) await removePostgres(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

function poolOf({ url }: Postgres): Pool {
  const login = Object.assign(new URL(url), { username: LOGIN.name, password: LOGIN.password });
  const pool = openPool({ DATABASE_URL: login.href }, { schema: "places", max: POOL_MAX });
  pools.push(pool);
  return pool;
}

function start(other = standby!) {
  const [own, standbyPool] = [poolOf(primary!), poolOf(other)];
  const db = new Db(own, { reads: new StandbySessions({ primary: own, standby: standbyPool, log }) });
  return {
    allSessions: () => Promise.all(Array.from({ length: POOL_MAX }, () => standbyPool.reserve())),
    list: () => db.read(listCall(), look),
    read: db.read.bind(db),
    stream: () => {
      const call = { ...listCall(), signal: new AbortController().signal };
      return db.stream(call, async function* ({ tx }) {
        yield await look(tx);
      });
    },
    put: (text: string) => runStatement(own, (tx) => tx`insert into notes values (${text})`),
  };
}

const us = servicePrincipal(newId());
const { listSuppliers, getSupplier } = SupplierService.method;
const listCall = () => ({ ...anyCall(us), method: listSuppliers });

interface Seen {
  isStandby: boolean;
  texts: string[];
}

const look = async (tx: Tx): Promise<Seen> => {
  const [row] = await tx<[Seen]>`
    select pg_is_in_recovery() as is_standby, coalesce(array_agg(text), '{}') as texts from notes`;
  return row;
};

describe("a read of many rows", () => {
  it("is done at the standby, and misses nothing that was committed before it", async () => {
    const db = start();
    let [atStandby, written] = [0, 0];
    const writer = async () => {
      // A slow machine makes the standby late, and reads go to the primary for a while.
      while (atStandby < 100) {
        const text = String(written++);
        await db.put(text);
        const seen = await db.list();
        expect(seen.texts).toContain(text);
        if (seen.isStandby) atStandby++;
      }
    };
    await Promise.all(Array.from({ length: 4 }, writer));
  });

  it("is done at the primary while the standby lags behind, and at the standby when it has caught up", async () => {
    const db = start();
    await standbyAdmin!`select pg_wal_replay_pause()`;
    await until("replay has paused", async () => {
      const [row] = await standbyAdmin!`select pg_get_wal_replay_pause_state() = 'paused' as paused`;
      return row!.paused;
    });
    await db.put("while it lags");
    const lines = () => log.info.mock.calls.map(([, line]) => line);
    // A read that waits too long for a session says nothing of the standby.
    await until("the standby is found late", async () => {
      const behind = await db.list();
      expect(behind).toMatchObject({ isStandby: false, texts: expect.arrayContaining(["while it lags"]) });
      return lines().length > 0;
    });
    expect(lines()).toEqual(["reads go to the primary, not to the standby"]);
    await standbyAdmin!`select pg_wal_replay_resume()`;
    await until("reads at the standby", async () => (await db.list()).isStandby);
    expect(lines().at(-1)).toBe("reads go to the standby again");
  });

  it("is repeated at the primary if the standby ends its session", async () => {
    const db = start();
    await until("a read that begins at the standby", async () => {
      let attempts = 0;
      const seen = await db.read(listCall(), async (tx) => {
        attempts++;
        const [{ pid, isStandby }] = await tx<[{ pid: number; isStandby: boolean }]>`
          select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby`;
        if (isStandby) await standbyAdmin!`select pg_terminate_backend(${pid}::int)`;
        return look(tx);
      });
      expect(seen.isStandby).toBe(false);
      return attempts === 2;
    });
  });

  it("is repeated at the primary if it conflicts with the replay", async () => {
    const db = start();
    await standbyAdmin!.unsafe("alter system set max_standby_streaming_delay = 0");
    await standbyAdmin!`select pg_reload_conf()`;
    await until("a read that begins at the standby", async () => {
      let attempts = 0;
      const seen = await db.read(listCall(), async (tx) => {
        attempts++;
        const first = await look(tx);
        if (!first.isStandby) return first;
        await admin!.unsafe("truncate places.notes");
        await tx`select pg_sleep(5)`;
        return look(tx);
      });
      expect(seen.isStandby).toBe(false);
      if (attempts === 2) expect(seen.texts).toEqual([]);
      return attempts === 2;
    });
  });

  it("is done at the primary while all sessions of the standby are in use, which is no fault of the standby", async () => {
    const db = start();
    const sessions = await db.allSessions();
    expect((await db.list()).isStandby).toBe(false);
    expect(log.info).not.toHaveBeenCalled();
    for (const session of sessions) session.release();
    await until("reads at the standby", async () => (await db.list()).isStandby);
  });

  it("is done at the primary while the standby hangs", async () => {
    const db = start();
    // The pool opens no further one.
    for (const session of await db.allSessions()) session.release();
    const sessions = await standbyAdmin!<{ pid: number }[]>`
      select pid from pg_stat_activity where usename = ${LOGIN.name} and backend_type = 'client backend'`;
    for (const { pid } of sessions) process.kill(pid, "SIGSTOP");
    try {
      expect((await db.list()).isStandby).toBe(false);
    } finally {
      for (const { pid } of sessions) process.kill(pid, "SIGCONT");
    }
    await until("reads at the standby", async () => (await db.list()).isStandby);
  });

  it("is done at the primary if the address is that of another cluster, or of the primary", async () => {
    for (const other of [stranger!, primary!]) {
      const db = start(other);
      await db.put("here");
      expect(await db.list()).toMatchObject({ isStandby: false, texts: expect.arrayContaining(["here"]) });
    }
  });
});

it("a streamed list is read at the standby, and misses nothing that was committed before it", async () => {
  const db = start();
  await db.put("before the stream");
  await until("a stream at the standby", async () => {
    const seen: Seen[] = [];
    for await (const one of db.stream()) seen.push(one);
    expect(seen).toMatchObject([{ texts: expect.arrayContaining(["before the stream"]) }]);
    return seen[0]!.isStandby;
  });
});

it("a read by a key is done at the primary", async () => {
  const db = start();
  const seen = await db.read({ ...anyCall(us), method: getSupplier }, look);
  expect(seen.isStandby).toBe(false);
});

// The last test, because the standby stays away.
it("reads go on at the primary while the standby is away", async () => {
  const db = start();
  await until("reads at the standby", async () => (await db.list()).isStandby);
  await standby!.crash();
  for (let i = 0; i < 20; i++) expect(await db.list()).toMatchObject({ isStandby: false });
  await db.put("without it");
  expect((await db.list()).texts).toContain("without it");
});
