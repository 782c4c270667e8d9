import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { create } from "@bufbuild/protobuf";
import { createContextValues } from "@connectrpc/connect";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { principalKey, servicePrincipal } from "../wire/principal.ts";
import { openSessions, type Sql } from "./pool.ts";
import { type Call, Db } from "./transactions.ts";

/** Much longer than a statement takes here, so that the elapsed time counts round trips. */
const DELAY_MS = 100;

let database: TestDatabase;
let far: Server;
let sql: Sql;
let db: Db;

beforeAll(async () => {
  database = await testDatabase("activity", []);
  far = await farAway(new URL(database.url));
  const url = new URL(database.url);
  url.port = String((far.address() as AddressInfo).port);
  sql = openSessions(url.href, { schema: "activity", max: 1 });
  db = new Db(sql);
  // Opens the connection and prepares the statements, which both happen once.
  for (let i = 0; i < 2; i++) await Promise.all([sql`select 1 as one`, read(), write()]);
});
afterAll(async () => {
  await sql.end();
  far.close();
  await database.drop();
});

/** A database behind a proxy that delays every answer by one round trip. */
async function farAway(near: URL): Promise<Server> {
  const server = createServer({ noDelay: true }, (client) => {
    const upstream: Socket = connect({ port: Number(near.port), host: near.hostname, noDelay: true });
    client.on("data", (data) => upstream.write(data));
    upstream.on("data", (data) => setTimeout(() => client.destroyed || client.write(data), DELAY_MS));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const method = SupplierService.method.createSupplier;
const call: Call = {
  method,
  requestHeader: new Headers(),
  responseHeader: new Headers(),
  values: createContextValues().set(principalKey, servicePrincipal(newId())),
};
const read = () => db.read(call, (tx) => tx`select 1 as one`);
const write = () =>
  db.write(call, create(method.input), async ({ tx }) => {
    await tx`select 1 as one`;
    return {};
  });

/** Other work of the machine makes a measurement longer, and never shorter. */
const MEASUREMENTS = 3;

async function roundTrips(work: () => PromiseLike<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let i = 0; i < MEASUREMENTS; i++) {
    // Waits for the commit of the work before.
    await sql`select 1 as one`;
    const started = performance.now();
    await work();
    counts.push(Math.floor((performance.now() - started) / DELAY_MS));
  }
  return Math.min(...counts);
}

it("a read costs no round trip besides its statement", async () => {
  expect(await roundTrips(() => sql`select 1 as one`)).toBe(1);
  expect(await roundTrips(read)).toBe(1);
});

it("a write costs one round trip besides its statements", async () => {
  expect(await roundTrips(write)).toBe(2);
});

it("a write that awaits no result costs one round trip", async () => {
  const send = () =>
    db.write(call, create(method.input), async (write) => {
      write.send(write.tx`select 1 as one`);
      return {};
    });
  expect(await roundTrips(send)).toBe(1);
});

it("large statements of a write travel together", async () => {
  const text = "x".repeat(100_000);
  const send = () =>
    db.write(call, create(method.input), async (write) => {
      for (let i = 0; i < 3; i++) write.send(write.tx`select length(${text}) as characters`);
      return {};
    });
  expect(await roundTrips(send)).toBe(1);
});
