import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Code } from "@connectrpc/connect";
import { until } from "@emissions/testkit/poll";
import { freePort } from "@emissions/testkit/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import { Db, openPool, type Pool, type Tx } from "./transactions.ts";

let things: Things;
/** A pool of one connection: the next transaction gets the replacement of a lost connection. */
let pool: Pool;
let db: Db;

beforeAll(async () => {
  things = await startThings();
  pool = openPool({ DATABASE_URL: things.database.url }, { schema: "activity", max: 1 });
  db = new Db(pool);
});
afterAll(async () => {
  await pool.end({ timeout: 1 });
  await things.database.drop();
});

const backendOf = async (tx: Tx) => (await tx<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;

/** The effect of a server crash on a session. Resolves when the driver must have noticed. */
async function end(pid: number): Promise<void> {
  await things.database.sql`select pg_terminate_backend(${pid})`;
  await untilGone(pid);
}

async function untilGone(pid: number): Promise<void> {
  await until("the session to be gone", async () => {
    const left = await things.database.sql`select from pg_stat_activity where pid = ${pid}`;
    return left.length === 0;
  });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

const insert = (tx: Tx, org: string, name: string) =>
  tx`insert into things (organization_id, id, name) values (${org}, ${newId()}, ${name})`;

describe("a session that dies in the middle of a transaction", () => {
  it.each(["between two statements", "during a statement", "before the commit"])(
    "%s: the write is refused as unavailable, and the next one goes well",
    async (when) => {
      const us = servicePrincipal(newId());
      const lost = db.write(callOf(us), request, async ({ tx, org }) => {
        const pid = await backendOf(tx);
        await insert(tx, org, "lost");
        const asleep = when === "during a statement" ? tx`select pg_sleep(20)`.execute() : null;
        asleep?.catch(() => {});
        await end(pid);
        await asleep;
        if (when === "between two statements") await insert(tx, org, "lost as well");
        return {};
      });
      await expect(lost).rejects.toMatchObject({ code: Code.Unavailable });
      await db.write(callOf(us), request, async ({ tx, org }) => {
        await insert(tx, org, "kept");
        return {};
      });
      expect(await things.namesSeen(us)).toEqual(["kept"]);
    },
  );

  it("names as its cause how long the transaction was open, and how long one may be idle", async () => {
    const us = servicePrincipal(newId());
    const lost = db.write(callOf(us), request, async ({ tx }) => {
      const pid = await backendOf(tx);
      await tx`select set_config('idle_in_transaction_session_timeout', '20', true)`;
      await untilGone(pid);
      await tx`select 1`;
      return {};
    });
    const why = /the transaction was open for \d+ ms, .* idle for 20000 ms/;
    // Which of them depends on what the driver notices first.
    const code = expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/);
    const cause = { code, cause: { message: expect.stringMatching(why) } };
    await expect(lost).rejects.toMatchObject({ code: Code.Unavailable, cause });
  });

  it("does not fail a transaction that waited for the connection", async () => {
    const us = servicePrincipal(newId());
    let waiting: Promise<object> | undefined;
    const lost = db.write(callOf(us), request, async ({ tx }) => {
      waiting = db.write(callOf(us), request, async (write) => {
        await insert(write.tx, write.org, "waited");
        return {};
      });
      await end(await backendOf(tx));
      return {};
    });
    await expect(lost).rejects.toMatchObject({ code: Code.Unavailable });
    await waiting;
    expect(await things.namesSeen(us)).toEqual(["waited"]);
  });

  it("leaves no statement to the transaction on the replaced connection", async () => {
    const [us, them] = [servicePrincipal(newId()), servicePrincipal(newId())];
    const [lostNow, theirsInserted, oursRefused] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const ours = db.write(callOf(us), request, async ({ tx, org }) => {
      await insert(tx, org, "ours");
      await end(await backendOf(tx));
      lostNow.resolve();
      await theirsInserted.promise;
      return {};
    });
    const refused = expect(ours).rejects.toMatchObject({ code: Code.Unavailable });
    await lostNow.promise;
    const theirs = db.write(callOf(them), request, async ({ tx, org }) => {
      await insert(tx, org, "theirs");
      theirsInserted.resolve();
      await oursRefused.promise;
      // If our commit had arrived here, it would have begun a new transaction.
      expect(await things.namesSeen(them)).toEqual([]);
      return {};
    });
    await refused;
    oursRefused.resolve();
    await theirs;
    expect([await things.namesSeen(us), await things.namesSeen(them)]).toEqual([[], ["theirs"]]);
  });
});

describe("a server that refuses connections", () => {
  it("costs the pool no connection: all are usable as soon as it is back", async () => {
    const port = await freePort();
    const url = new URL(things.database.url);
    const server = { host: url.hostname, port: Number(url.port) };
    url.port = String(port);
    const pool = openPool({ DATABASE_URL: url.href }, { schema: "activity", max: 2 });
    const read = () => new Db(pool).read(callOf(servicePrincipal(newId())), (tx) => tx`select pg_sleep(0.1)`);
    for (let tries = 0; tries < 3; tries++) {
      const refused = await Promise.allSettled([read(), read(), read()]);
      expect(refused).toMatchObject(Array(3).fill({ status: "rejected", reason: { code: Code.Unavailable } }));
    }

    const sockets: Socket[] = [];
    const back = createServer((socket) => {
      const onward = connect(server);
      sockets.push(socket, onward);
      for (const each of [socket, onward]) each.on("error", () => {});
      socket.pipe(onward).pipe(socket);
    });
    await once(back.listen(port, url.hostname), "listening");
    await Promise.all([read(), read(), read()]);
    expect(sockets).toHaveLength(2 * 2);
    await pool.end({ timeout: 1 });
    for (const socket of sockets) socket.destroy();
    await once(back.close(), "close");
  });
});

it("a connection that ends while the driver reads the types of arrays is replaced", async () => {
  const near = new URL(things.database.url);
  let cut = 0;
  const proxy = createServer((client) => {
    const onward = connect({ host: near.hostname, port: Number(near.port) });
    const end = () => [client, onward].map((socket) => socket.destroy());
    for (const socket of [client, onward]) socket.on("error", () => {}).on("close", end);
    client.on("data", (bytes) => {
      if (cut < 2 && bytes.includes("pg_catalog.pg_type")) {
        cut++;
        client.destroy();
      } else onward.write(bytes);
    });
    onward.pipe(client);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  const url = Object.assign(new URL(near), { port: String(port) });
  const pool = openPool({ DATABASE_URL: url.href }, { schema: "activity", max: 1 });
  const read = () => new Db(pool).read(callOf(servicePrincipal(newId())), (tx) => tx`select 1 as one`);
  await until("a connection with types", () =>
    read().then(
      () => true,
      () => false,
    ),
  );
  expect(cut).toBe(2);
  await pool.end({ timeout: 1 });
  await once(proxy.close(), "close");
});

it("a connection that ends before its login is complete sends no message that the server would refuse", async () => {
  const near = new URL(things.database.url);
  const [loginAsked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sent: Buffer[] = [];
  const proxy = createServer((client) => {
    const onward = connect({ host: near.hostname, port: Number(near.port) });
    const end = () => [client, onward].map((socket) => socket.destroy());
    for (const socket of [client, onward]) socket.on("error", () => {}).on("close", end);
    client.on("data", (bytes: Buffer) => sent.push(bytes) && onward.write(bytes)).on("close", () => ended.resolve());
    onward.on("data", () => loginAsked.resolve());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  const pool = openPool(
    { DATABASE_URL: Object.assign(new URL(near), { port: String(port) }).href },
    { schema: "activity" },
  );
  const refused = expect(pool.reserve()).rejects.toMatchObject({ code: "CONNECTION_DESTROYED" });
  await loginAsked.promise;
  await pool.end({ timeout: 0 });
  await Promise.all([refused, ended.promise]);
  // The start message alone, and no Terminate.
  const start = Buffer.concat(sent);
  expect(start.length).toBe(start.readInt32BE(0));
  await once(proxy.close(), "close");
});
