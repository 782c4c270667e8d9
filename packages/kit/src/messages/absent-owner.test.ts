import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { ownNats } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Db } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { onMany } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { startRelay } from "./relay.ts";

/** Begins when the first question had no answer. The second one has none some seconds later. */
const OWNER_AWAY_MS = 3_000;

let database: TestDatabase;
let server: Awaited<ReturnType<typeof ownNats>>;
let nats: NatsConnection;
const running: Background[] = [];

beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase("activity", []), ownNats()]);
  nats = await connect({ servers: server.url });
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await nats.close();
  await Promise.all([database.drop(), server.remove()]);
});

it("a consumer waits for the owner of its stream without a warning, and warns when it stays away", async () => {
  const levels: string[] = [];
  let handled = false;
  const log = pino(
    { formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => levels.push(JSON.parse(line).level) },
  );
  const db = new Db(database.sql);
  const consumers = [
    onMany(RecordsDeletedSchema, async () => {
      handled = true;
    }),
  ];
  const all = { db, nats, replicas: 1, log };
  running.push(startConsumers({ ...all, service: "reader", consumers, ownerAwayMs: OWNER_AWAY_MS }));
  await until("the first line", () => levels.length > 0);
  expect(levels).not.toContain("warn");
  await until("a warning", () => levels.includes("warn"));
  running.push(startRelay({ ...all, log: pino({ level: "silent" }), service: "activity" }));
  await db.asService(newId(), async ({ emit }) => emit(RecordsDeletedSchema, { records: [] }));
  await until("the event", () => handled);
});
