import { rm } from "node:fs/promises";
import { join } from "node:path";
import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { fullDisk } from "@emissions/testkit/full-disk";
import { testFolder } from "@emissions/testkit/infra";
import { type OwnNats, restartableNats } from "@emissions/testkit/nats";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Db } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import { onMany } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { startRelay } from "./relay.ts";
import { StreamStorage } from "./stream-storage.ts";

const STREAM = "EVENTS_ACTIVITY";
const LIMIT_MS = 30_000;
const RECORDS = 500;
const folder = testFolder();
const storeDir = join(folder, "nats");
const disk = fullDisk(storeDir);
let database: TestDatabase;
let server: OwnNats;
let nats: NatsConnection;

beforeAll(async () => {
  database = await testDatabase("activity", []);
  server = await restartableNats({ storeDir, log: `${storeDir}.log` });
  nats = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
});
afterAll(async () => {
  await nats.close();
  await server.kill();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it("a stream whose disk is full is named once after 30 s; its events wait, and come once after a restart", async () => {
  const lines: { level: number; msg: string; stream?: string }[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const errors = () => lines.filter(({ level }) => level >= pino.levels.values.error!);
  let movedMs = 0;
  const storage = new StreamStorage(STREAM, log, () => performance.now() + movedMs);
  const db = new Db(database.sql);
  const relay = startRelay({ db, nats, service: "activity", replicas: 1, log, storage, isAway: () => false });
  db.onCommit = relay.poke;
  const taken: string[] = [];
  const consumer = onMany(RecordsDeletedSchema, async (_, events) => {
    taken.push(...events.map(({ records }) => records[0]!.recordId));
  });
  const consumers = startConsumers({ db, nats, service: "calc", consumers: [consumer], replicas: 1, log });
  const announced: string[] = [];
  const announce = async () => {
    const records = Array.from({ length: RECORDS }, () => ({ recordId: newId(), revision: 1 }));
    await db.asService(newId(), async ({ emit }) => emit(RecordsDeletedSchema, { records }));
    announced.push(records[0]!.recordId);
  };
  const attempts = () => lines.filter(({ msg }) => msg.includes("could not be published")).length;
  const moreAttempts = () => {
    const before = attempts();
    return until("more attempts", () => attempts() > before + 1);
  };
  try {
    await announce();
    await until("the first event", () => taken.length === 1);
    await disk.fill();
    await announce();
    await until("a refusal", () => storage.isRefusing);
    await storage.check();

    movedMs = LIMIT_MS;
    await moreAttempts();
    await expect(storage.check()).rejects.toThrow(STREAM);
    await disk.free();
    await moreAttempts();
    expect(errors()).toMatchObject([{ stream: STREAM, msg: expect.stringContaining("stores nothing") }]);

    await server.stop();
    await server.start();
    await until("the events that waited", () => taken.length === announced.length);
    await until("the stream to count as storing", () => !storage.isRefusing);
    await storage.check();
    expect(taken).toEqual(announced);
    expect(errors()).toHaveLength(1);
  } finally {
    await consumers.stop();
    await relay.stop();
  }
});
