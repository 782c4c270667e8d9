import { type RecordsDeleted, RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { ownNats } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Lane } from "../db/lane.ts";
import { Db, type Write } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { onMany } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { startRelay } from "./relay.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
let db: Db;
let server: Awaited<ReturnType<typeof ownNats>>;
let nats: NatsConnection;
const running: Background[] = [];

beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase("activity", []), ownNats()]);
  nats = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  db = new Db(database.sql);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await nats.close();
  await Promise.all([database.drop(), server.remove()]);
});

const relay = () => {
  const started = startRelay({ db, nats, service: "activity", replicas: 1, log });
  db.onCommit = started.poke;
  running.push(started);
};
const listen = (service: string, handle: (write: Write, events: RecordsDeleted[]) => Promise<void>) => {
  const consumers = [onMany(RecordsDeletedSchema, handle)];
  running.push(startConsumers({ db, nats, service, consumers, replicas: 1, log }));
};
/** Emits events with the given number of rows each, in one transaction of one organization. */
const announce = (org: string, { events, lane, records = 1 }: { events: number; lane: Lane; records?: number }) =>
  db.asService(org, async ({ emit }) => {
    for (let i = 0; i < events; i++) {
      const some = Array.from({ length: records }, () => ({ recordId: newId(), revision: 1 }));
      emit(RecordsDeletedSchema, { records: some }, { lane });
    }
  });
const lanesOf = async (org: string, type: string) => {
  const rows = await db.asService(
    org,
    ({ tx }) => tx<{ lane: string }[]>`select lane from outbox where organization_id = ${org} and type = ${type}`,
  );
  return [...new Set(rows.map(({ lane }) => lane))];
};

describe("lanes", () => {
  it("deliver single events before the bulk events of another organization", async () => {
    const [busy, other] = [newId(), newId()];
    const seen: { org: string; at: number }[] = [];
    relay();
    // Bulk work of ten seconds in total.
    listen("overtaken", async ({ org, tx }, events) => {
      if (org === busy) await tx`select pg_sleep(${0.05 * events.length})`;
      seen.push(...events.map(() => ({ org, at: performance.now() })));
    });
    await announce(busy, { events: 200, lane: "bulk", records: 500 });
    await until("bulk work to be under way", () => seen.length > 0);
    const begun = performance.now();
    await announce(other, { events: 1, lane: "single" });
    const { at } = await until("the single record", () => seen.find(({ org }) => org === other));
    expect(at - begun).toBeLessThan(1_000);
    expect(seen.length).toBeLessThan(200);
    await until("all bulk work", () => seen.length === 201);
  });

  it("alternate between organizations with bulk events", async () => {
    const orgs = Array.from({ length: 12 }, () => newId());
    const [first, ...others] = orgs;
    const seen: string[] = [];
    await announce(first!, { events: 100, lane: "bulk" });
    for (const org of others) await announce(org, { events: 1, lane: "bulk" });
    listen("turns", async ({ org }, events) => {
      if (orgs.includes(org)) seen.push(...events.map(() => org));
    });
    relay();
    await until("all bulk work", () => seen.length >= 111);
    expect(seen).toHaveLength(111);
    // Without alternation all hundred events of the first organization would come before the others.
    const last = Math.max(...others.map((org) => seen.indexOf(org)));
    expect(last).toBeLessThan(60);
  });

  it("pass on to the events that an event causes", async () => {
    const org = newId();
    relay();
    listen("causing", async ({ emit }, events) => {
      if (events.some(({ records }) => records.length === 2)) emit(RecordsDeletedSchema, { records: [] });
    });
    await announce(org, { events: 1, lane: "bulk", records: 2 });
    await until("an event that was caused", async () => {
      const rows = await db.asService(org, ({ tx }) => tx`select from outbox where organization_id = ${org}`);
      return rows.length === 2;
    });
    expect(await lanesOf(org, RecordsDeletedSchema.typeName)).toEqual(["bulk"]);
  });

  it("are both filled again after NATS lost its store, and no event is handled twice", async () => {
    const org = newId();
    let count = 0;
    relay();
    listen("refilled", async (write, events) => {
      if (write.org === org) count += events.length;
    });
    await announce(org, { events: 20, lane: "bulk" });
    await announce(org, { events: 20, lane: "single" });
    await until("what came before", () => count >= 40);
    await server.stop();
    await announce(org, { events: 20, lane: "bulk" });
    await announce(org, { events: 20, lane: "single" });
    await server.wipe();
    await server.start();
    await until("all of it", () => count >= 80);
    await announce(org, { events: 1, lane: "bulk" });
    await until("the last one", () => count >= 81);
    expect(count).toBe(81);
  });
});
