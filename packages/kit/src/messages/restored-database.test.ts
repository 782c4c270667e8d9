import { type RecordsDeleted, RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { ownNats, testInfra } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { toDatabase } from "@emissions/testkit/roles";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Db, type Write } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { onMany } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { startRelay } from "./relay.ts";

const log = pino({ level: "silent" });
const TABLES = ["outbox", "outbox_stream", "outbox_consumers", "inbox", "deferred_events", "effects"];
const org = newId();
let database: TestDatabase;
/** A superuser, who sees all rows. */
let admin: postgres.Sql;
let db: Db;
let server: Awaited<ReturnType<typeof ownNats>>;
let nats: NatsConnection;
const running: Background[] = [];

beforeAll(async () => {
  server = await ownNats();
  nats = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
});
beforeEach(async () => {
  database = await testDatabase("activity", []);
  await database.owner.unsafe(`
    create table effects (organization_id uuid not null, record_id uuid not null);
    grant select, insert on effects to emissions_activity;`);
  const { pathname } = new URL(database.url);
  const connection = { search_path: "activity" };
  admin = postgres(toDatabase(testInfra().postgresUrl, pathname.slice(1)), { max: 1, onnotice: () => {}, connection });
  db = new Db(database.sql);
});
afterEach(async () => {
  await stopAll();
  await (await jetstreamManager(nats)).streams.delete("EVENTS_ACTIVITY").catch(() => {});
  await admin.end();
  await database.drop();
});
afterAll(async () => {
  await nats.close();
  await server.remove();
});

const stopAll = async () => void (await Promise.all(running.splice(0).map((one) => one.stop())));

function startPublisher() {
  const relay = startRelay({ db, nats, service: "activity", replicas: 1, log });
  db.onCommit = relay.poke;
  running.push(relay);
}
function startConsumer() {
  const consumer = onMany(RecordsDeletedSchema, async ({ tx, org }: Write, events: RecordsDeleted[]) => {
    const ids = events.flatMap(({ records }) => records.map(({ recordId }) => recordId));
    await tx`insert into effects (organization_id, record_id) select ${org}::uuid, unnest(${ids}::uuid[])`;
  });
  const started = startConsumers({ db, nats, service: "reader", consumers: [consumer], replicas: 1, log });
  running.push(started);
}
async function announce(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  for (const recordId of ids) {
    await db.asService(org, async ({ emit }) => emit(RecordsDeletedSchema, { records: [{ recordId, revision: 1 }] }));
  }
  return ids;
}
const effects = async () => (await admin`select record_id as id from effects`).map(({ id }) => id as string).sort();
const hasEffects = (ids: readonly string[]) => until("the effects", async () => (await effects()).length >= ids.length);
const published = () =>
  until("all events to be published", async () => {
    const [row] = await admin`select count(*)::int as waiting from outbox where published_at is null`;
    return row!.waiting === 0;
  });

async function backUp(): Promise<void> {
  for (const table of TABLES) await admin`create table ${admin(`backup_${table}`)} as table ${admin(table)}`;
}
async function restore(): Promise<void> {
  await admin.begin(async (tx) => {
    for (const table of TABLES) {
      await tx`truncate ${tx(table)}`;
      await tx`insert into ${tx(table)} select * from ${tx(`backup_${table}`)}`;
    }
  });
}

describe("a database that was set back while NATS is newer", () => {
  it("gets no effects of events that no longer exist, and each effect of its own events once", async () => {
    startPublisher();
    startConsumer();
    const before = await announce(10);
    await hasEffects(before);
    await backUp();
    const lost = await announce(10);
    await hasEffects([...before, ...lost]);
    await stopAll();
    startPublisher();
    // Published, but not handled yet.
    await announce(10);
    await published();
    await stopAll();

    await restore();
    startConsumer();
    startPublisher();
    const after = await announce(10);
    await hasEffects([...before, ...after]);
    const last = await announce(1);
    await hasEffects([...before, ...after, ...last]);
    expect(await effects()).toEqual([...before, ...after, ...last].sort());
  });

  it("handles events again that were handled after the backup", async () => {
    startPublisher();
    const before = await announce(10);
    await published();
    await backUp();
    startConsumer();
    await hasEffects(before);
    // NATS has the acknowledgements of a time that no longer exists, and one event.
    const lost = await announce(1);
    await hasEffects([...before, ...lost]);
    await stopAll();

    await restore();
    startPublisher();
    startConsumer();
    await hasEffects(before);
    expect(await effects()).toEqual(before.sort());
  });

  it("is recognized although the stream was lost after the backup", async () => {
    startPublisher();
    startConsumer();
    const before = await announce(5);
    await hasEffects(before);
    await backUp();
    await stopAll();
    await (await jetstreamManager(nats)).streams.delete("EVENTS_ACTIVITY");
    startPublisher();
    await announce(5);
    await published();
    await stopAll();

    await restore();
    startConsumer();
    startPublisher();
    const after = await announce(5);
    await hasEffects([...before, ...after]);
    expect(await effects()).toEqual([...before, ...after].sort());
  });
});

it("a relay that was killed after it published, and before its commit, does not make the stream count as newer", async () => {
  startPublisher();
  startConsumer();
  const ids = await announce(5);
  await hasEffects(ids);
  await stopAll();
  const jsm = await jetstreamManager(nats);
  const { created } = await jsm.streams.info("EVENTS_ACTIVITY");
  await admin`update outbox set published_at = null`;
  await admin`update outbox_stream set last_seq = 0`;
  startPublisher();
  startConsumer();
  const more = await announce(5);
  await hasEffects([...ids, ...more]);
  expect(await effects()).toEqual([...ids, ...more].sort());
  expect((await jsm.streams.info("EVENTS_ACTIVITY")).created).toBe(created);
});
