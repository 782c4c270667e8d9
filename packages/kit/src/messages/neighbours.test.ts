import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { AuditRecordedSchema as OfCalc } from "@emissions/proto/calc/v1/audit_recorded";
import { AuditRecordedSchema as OfFactors } from "@emissions/proto/factors/v1/audit_recorded";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { ownNats } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Db, type Write } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { type Consumer, onMany } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { startExchange } from "./exchange-marks.ts";
import { answerQuestion, type Question } from "./marks.ts";
import { acceptNeighbour, checkNeighbours, selectNeighbours } from "./neighbours.ts";
import { startRelay } from "./relay.ts";

const log = pino({ level: "silent" });
const EVERY_MS = 20;
/** Tables that know the neighbours and the messages. */
const TABLES = ["neighbours", "outbox", "inbox"];
/** Rows as JSON, by table. */
type Backup = Map<string, string>;

let databases: TestDatabase[];
let producer: Db;
let consumer: Db;
let server: Awaited<ReturnType<typeof ownNats>>;
let nats: NatsConnection;
const running: Background[] = [];

beforeAll(async () => {
  server = await ownNats();
  nats = await connect({ servers: server.url });
});
beforeEach(async () => {
  consumers = [onMany(RecordsDeletedSchema, async () => {})];
  databases = await Promise.all([testDatabase("activity", []), testDatabase("calc", [])]);
  [producer, consumer] = databases.map(({ sql }) => new Db(sql)) as [Db, Db];
});
afterEach(async () => {
  await stopAll();
  await Promise.all(databases.map((one) => one.drop()));
});
afterAll(async () => {
  await nats.close();
  await server.remove();
});

const stopAll = async () => void (await Promise.all(running.splice(0).map((one) => one.stop())));
let consumers: Consumer[];

function startBoth() {
  const relay = startRelay({ db: producer, nats, service: "activity", replicas: 1, log });
  producer.onCommit = relay.poke;
  const handling = startConsumers({ db: consumer, nats, service: "calc", consumers, replicas: 1, log });
  running.push(relay, handling);
  startExchanges();
}
const startExchanges = (everyMs = EVERY_MS) =>
  running.push(startExchange({ db: consumer, nats, service: "calc", consumers, log, everyMs }));

const row = async (db: Db) => (await db.systemWide(selectNeighbours))[0];
const position = async (db: Db) => Number((await row(db))?.position ?? 0);
const behind = async () => [(await row(producer))?.behind, (await row(consumer))?.behind];

/** Waits until marks were exchanged several times. */
async function exchanged(): Promise<void> {
  const before = Math.max(await position(producer), await position(consumer));
  await until("marks to be exchanged", async () => (await position(consumer)) > before + 3);
}
const isFound = (expected: readonly string[]) =>
  until("both services to know", async () => String(await behind()) === String(expected));

async function handleEvent(): Promise<void> {
  const count = () => consumer.systemWide(async (tx) => (await tx`select from inbox`).count);
  const before = await count();
  await producer.asService(newId(), async ({ emit }) => emit(RecordsDeletedSchema, { records: [] }));
  await until("the event to be handled", async () => (await count()) > before);
}

const backUp = (db: Db): Promise<Backup> =>
  db.systemWide(async (tx) => {
    const rowsOf = async (name: string) => {
      const [found] = await tx<[{ rows: string }]>`
        select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${tx(name)} t`;
      return [name, found.rows] as const;
    };
    return new Map(await Promise.all(TABLES.map(rowsOf)));
  });
const restore = (db: Db, backup: Backup) =>
  db.systemWide(async (tx) => {
    for (const [name, rows] of backup) {
      await tx`delete from ${tx(name)}`;
      await tx`
        insert into ${tx(name)} select * from jsonb_populate_recordset(null::${tx(name)}, ${rows}::text::jsonb)`;
    }
  });

describe("a schema that was set back alone", () => {
  it("is found when it is that of a producer, while the services run, and both are not ready with a reason", async () => {
    startBoth();
    await exchanged();
    const backup = await backUp(producer);
    await handleEvent();
    await exchanged();
    await restore(producer, backup);
    await isFound(["self", "neighbour"]);
    await expect(checkNeighbours(producer)).rejects.toThrow(/this service is behind calc .* since mark \d+ of 20/);
    await expect(checkNeighbours(consumer)).rejects.toThrow(/activity is behind this service .* since mark \d+ of 20/);
  });

  it("is found when it is that of a consumer", async () => {
    startBoth();
    await exchanged();
    const backup = await backUp(consumer);
    await handleEvent();
    await exchanged();
    await stopAll();
    await restore(consumer, backup);
    startBoth();
    await isFound(["neighbour", "self"]);
    await expect(checkNeighbours(consumer)).rejects.toThrow(/this service is behind activity/);
  });

  it("is found when it never had a mark", async () => {
    startBoth();
    await exchanged();
    await producer.systemWide((tx) => tx`delete from neighbours`);
    await isFound(["self", "neighbour"]);
  });

  it.each([
    { side: "producer", at: () => producer, name: "calc" },
    { side: "consumer", at: () => consumer, name: "activity" },
  ])("is settled when the $side accepts it, and found again after that", async ({ at, name }) => {
    startBoth();
    await exchanged();
    const backup = await backUp(producer);
    await handleEvent();
    await exchanged();
    await restore(producer, backup);
    await isFound(["self", "neighbour"]);
    expect(await at().systemWide((tx) => acceptNeighbour(tx, name))).toBe(1);
    await exchanged();
    expect(await behind()).toEqual([null, null]);
    await Promise.all([checkNeighbours(producer), checkNeighbours(consumer)]);
    await restore(producer, backup);
    await isFound(["self", "neighbour"]);
  });

  it("is found by one event, when it was set back between two marks, until it is accepted", async () => {
    startBoth();
    await exchanged();
    await handleEvent();
    const backup = await backUp(producer);
    await handleEvent();
    await restore(producer, new Map([["outbox", backup.get("outbox")!]]));
    await isFound(["self", "neighbour"]);
    await stopAll();
    // The events that were handled last are known to both.
    startBoth();
    await handleEvent();
    expect(await behind()).toEqual(["self", "neighbour"]);
    await producer.systemWide((tx) => acceptNeighbour(tx, "calc"));
    await exchanged();
    expect(await behind()).toEqual([null, null]);
  });
});

/** The events that were handled last are named with each mark. Older ones are known to a comparison of all. */
const forgetTimes = () =>
  consumer.systemWide((tx) => tx`update inbox set received_at = received_at - interval '30 seconds'`);

describe("a schema that was set back alone, after no event", () => {
  const sides = [
    { side: "producer", at: () => producer, found: ["self", "neighbour"] },
    { side: "consumer", at: () => consumer, found: ["neighbour", "self"] },
  ];

  it.each(sides)("begins anew by itself when it is that of a $side", async ({ at }) => {
    startBoth();
    await handleEvent();
    await exchanged();
    const backup = await backUp(at());
    await exchanged();
    await stopAll();
    await restore(at(), backup);
    startBoth();
    await exchanged();
    expect(await behind()).toEqual([null, null]);
  });

  it.each(sides)(
    "stays behind when the $side lost an event that was handled long before the last mark",
    async ({ at, found }) => {
      startBoth();
      await exchanged();
      const backup = await backUp(at());
      await handleEvent();
      await forgetTimes();
      await exchanged();
      await stopAll();
      await restore(at(), backup);
      startBoth();
      // The producer keeps a difference only after it has compared all events.
      await isFound(found);
      expect(await consumer.systemWide((tx) => tx`select events_lost from neighbours`)).toEqual([
        { eventsLost: false },
      ]);
    },
  );

  it("begins anew when people were told of what the producer has lost", async () => {
    consumers = [onMany(RecordsDeletedSchema, async () => {}, { onlyTells: true })];
    startBoth();
    await exchanged();
    const backup = await backUp(producer);
    await handleEvent();
    await exchanged();
    await restore(producer, backup);
    await exchanged();
    expect(await behind()).toEqual([null, null]);
  });
});

describe("is not taken for set back", () => {
  it("a system of which all schemas were set back to one moment", async () => {
    startBoth();
    await exchanged();
    await handleEvent();
    await stopAll();
    const backups = [await backUp(producer), await backUp(consumer)] as const;
    startBoth();
    await handleEvent();
    await exchanged();
    await stopAll();
    await restore(producer, backups[0]);
    await restore(consumer, backups[1]);
    startBoth();
    await handleEvent();
    await exchanged();
    expect(await behind()).toEqual([null, null]);
  });

  it("a service with several processes that ask at the same time, and lose answers", async () => {
    startBoth();
    for (let process = 0; process < 4; process++) startExchanges(1);
    const stopped = running.at(-1)!;
    await exchanged();
    await stopped.stop();
    await handleEvent();
    await exchanged();
    expect(await behind()).toEqual([null, null]);
  });

  it("a producer, by an event that another producer published under the same name", async () => {
    const database = await testDatabase("factors", []);
    databases.push(database);
    const factors = new Db(database.sql);
    const handledBy: string[] = [];
    let faults = 1;
    const handle = (name: string) => async (write: Write) => {
      if (faults-- > 0) await write.tx.unsafe("do $$ begin raise exception 'fault' using errcode = '55P03'; end $$");
      write.afterCommit(() => handledBy.push(name));
    };
    const both = [onMany(OfFactors, handle("factors")), onMany(OfCalc, handle("calc"))];
    const options = { nats, replicas: 1, log };
    running.push(
      startRelay({ ...options, db: producer, service: "calc" }),
      startRelay({ ...options, db: factors, service: "factors" }),
      startConsumers({ ...options, db: consumer, service: "activity", consumers: both }),
      startExchange({ ...options, db: consumer, service: "activity", consumers: both, everyMs: EVERY_MS }),
    );
    await exchanged();
    await factors.asService(newId(), async ({ emit }) => emit(OfFactors, { records: [] }));
    // It waits for a fault to end, and is handled later.
    await until("the event to be handled", () => handledBy.length > 0);
    await exchanged();
    expect([handledBy, await behind()]).toEqual([["factors"], [null, null]]);
  });

  it("a service whose delayed question shows an old mark", async () => {
    const question: Question = {
      consumer: "calc",
      mark: null,
      position: "0",
      agreedAt: new Date().toISOString(),
      events: [],
      diverged: false,
      eventsLost: false,
      held: null,
      accepted: false,
    };
    const ask = (change: Partial<Question>) =>
      producer.systemWide((tx) => answerQuestion(tx, { ...question, ...change }));
    const old = await ask({});
    let last = old;
    for (let count = 0; count < 3; count++) last = await ask(last as Partial<Question>);
    expect(await ask(old as Partial<Question>)).toMatchObject({ behind: "consumer" });
    expect((await row(producer))!.behind).toBeNull();
    expect(await ask(last as Partial<Question>)).toHaveProperty("mark");
  });

  it("a producer whose outbox has removed old events", async () => {
    const weekOld = newId(Date.now() - 7 * 86_400_000);
    const first = { consumer: "calc", mark: null, position: "0", agreedAt: new Date().toISOString() };
    const ask = (events: string[]) =>
      producer.systemWide((tx) =>
        answerQuestion(tx, { ...first, events, diverged: false, eventsLost: false, held: null, accepted: false }),
      );
    expect(await ask([weekOld])).toHaveProperty("mark");
    expect(await ask([newId()])).toMatchObject({ behind: "producer" });
  });
});
