import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { ownNats } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Db } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { onMany } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { startRelay } from "./relay.ts";

const STREAM = "EVENTS_ACTIVITY";
/** A small stream of some hundred events. */
const STREAM_BYTES = 2 * 1024 * 1024;
const RECORDS = 500;
/** Far more than the stream holds. */
const MANY = 400;
const org = newId();
let database: TestDatabase;
let server: Awaited<ReturnType<typeof ownNats>>;
let nats: NatsConnection;
let jsm: JetStreamManager;
const running: Background[] = [];
const warnings: { msg: string; consumers?: string[]; err?: { message: string } }[] = [];
const log = pino({ level: "warn" }, { write: (line) => void warnings.push(JSON.parse(line)) });

beforeAll(async () => {
  server = await ownNats();
  nats = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  jsm = await jetstreamManager(nats);
});
beforeEach(async () => {
  database = await testDatabase("activity", []);
  warnings.length = 0;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await jsm.streams.delete(STREAM).catch(() => {});
  await database.drop();
});
afterAll(async () => {
  await nats.close();
  await server.remove();
});

/** The configuration of an earlier version, which drops old and excess messages. */
const smallStream = () =>
  jsm.streams.add({ name: STREAM, subjects: ["events.activity.>"], max_bytes: STREAM_BYTES, max_age: 3600 * 1e9 });

/** A service that consumes until it is stopped, and the events that it consumed. */
function taker(service: string, taken = new Map<string, number>()) {
  const consumer = onMany(RecordsDeletedSchema, async (_, events) => {
    for (const { records } of events) {
      const id = records[0]!.recordId;
      taken.set(id, (taken.get(id) ?? 0) + 1);
    }
  });
  const db = new Db(database.sql);
  const consumers = startConsumers({ db, nats, service, consumers: [consumer], replicas: 1, log });
  running.push(consumers);
  return { taken, stop: () => consumers.stop() };
}

function publisher() {
  const db = new Db(database.sql);
  const relay = startRelay({ db, nats, service: "activity", replicas: 1, log });
  db.onCommit = relay.poke;
  running.push(relay);
  const announce = async (count: number) => {
    const ids = Array.from({ length: count }, () => newId());
    for (const id of ids) {
      const records = Array.from({ length: RECORDS }, (_, n) => ({ recordId: n === 0 ? id : newId(), revision: 1 }));
      await db.asService(org, async ({ emit }) => emit(RecordsDeletedSchema, { records }));
    }
    return ids;
  };
  return { announce };
}

const once = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 1]));
const allTaken = (taken: Map<string, number>, ids: readonly string[]) =>
  until("all to be taken", () => ids.every((id) => taken.has(id)) && Object.fromEntries(taken));
const state = async () => (await jsm.streams.info(STREAM)).state;
const refusals = () => warnings.filter(({ msg }) => /could not be published/.test(msg)).length;

/** Waits until the stream is full although the service has consumed all that it holds. */
async function full(service: string): Promise<void> {
  const hasTaken = async () => {
    // After the store was wiped the consumer is missing, until the service creates it again.
    const standing = await jsm.consumers.info(STREAM, `${service}_RecordsDeleted`).catch(() => null);
    return standing !== null && standing.num_pending + standing.num_ack_pending === 0;
  };
  await until("all that fits to be taken", async () => refusals() > 0 && hasTaken());
  const before = refusals();
  await until("more to be refused", () => refusals() > before + 1);
}

/** Two services, one of which leaves after the first events. */
async function oneAway() {
  await smallStream();
  const away = taker("away");
  const { announce } = publisher();
  const first = await announce(3);
  await allTaken(away.taken, first);
  await away.stop();
  return { announce, first, away, here: taker("here") };
}

describe("a consumer that is away while more events are emitted than the stream holds", () => {
  it("gets each event once when it returns; other consumers meanwhile get what fits", async () => {
    const { announce, first, away, here } = await oneAway();
    const many = await announce(MANY);
    await full("here");
    expect(warnings.findLast(({ consumers }) => consumers)).toMatchObject({ consumers: ["away_RecordsDeleted"] });
    const reason = "the stream EVENTS_ACTIVITY has not stored a message: maximum bytes exceeded";
    expect(warnings.findLast(({ err }) => err)).toMatchObject({ err: { message: reason } });
    taker("away", away.taken);
    expect(await allTaken(away.taken, many)).toEqual(once([...first, ...many]));
    expect(await allTaken(here.taken, many)).toEqual(once([...first, ...many]));
  });

  it("gets each event although the store of NATS is wiped before it returns", async () => {
    const { announce, first, away, here } = await oneAway();
    const before = await announce(20);
    await allTaken(here.taken, before);
    await jsm.streams.delete(STREAM);
    await smallStream();
    const after = await announce(MANY);
    await full("here");
    taker("away", away.taken);
    expect(await allTaken(away.taken, [...before, ...after])).toEqual(once([...first, ...before, ...after]));
  });
});

describe("a message that all consumers have acknowledged", () => {
  it("leaves the stream after a day; a message that one has not acknowledged stays", async () => {
    await smallStream();
    const slow = taker("slow");
    const fast = taker("fast");
    const { announce } = publisher();
    const taken = await announce(3);
    await allTaken(slow.taken, taken);
    await allTaken(fast.taken, taken);
    await slow.stop();
    const left = await announce(2);
    await allTaken(fast.taken, left);
    const later = () => database.owner`update outbox_stream set marked_at = marked_at - interval '25 hours'`;
    await later();
    // The first check stores the state that the next one compares with.
    await until(
      "a look",
      async () =>
        (await database.owner`select from outbox_stream where marked_at > now() - interval '1 hour'`).length === 1,
    );
    await later();
    await until("the old ones to go", async () => (await state()).messages === 2);
    const again = taker("slow", slow.taken);
    expect(await allTaken(again.taken, left)).toEqual(once([...taken, ...left]));
  });
});
