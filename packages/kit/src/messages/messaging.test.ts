import { type RecordsDeleted, RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { ownNats } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Db, type Write } from "../db/transactions.ts";
import { newId, newIds } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { type Consumer, onMany, TRIES_MAX } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { startRelay } from "./relay.ts";

const log = pino({ level: "silent" });
const org = newId();
let database: TestDatabase;
let db: Db;
let server: Awaited<ReturnType<typeof ownNats>>;
let nats: NatsConnection;
const running: Background[] = [];

beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase("activity", []), ownNats()]);
  await database.owner.unsafe(`
    create table effects (organization_id uuid not null, service text not null, record_id uuid not null);
    alter table effects enable row level security, force row level security;
    create policy effects_own on effects using (organization_id = any (visible_organizations()))
      with check (organization_id = current_organization());
    grant select, insert, delete on effects to emissions_activity;`);
  nats = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  db = new Db(database.sql);
  const relay = startRelay({ db, nats, service: "activity", replicas: 1, log });
  db.onCommit = relay.poke;
  running.push(relay);
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await nats.close();
  await Promise.all([database.drop(), server.remove()]);
});

/** Each test is a service of its own, so that it receives every message. */
function serve(service: string, consumer: Consumer): void {
  running.push(startConsumers({ db, nats, service, consumers: [consumer], replicas: 1, log }));
}

const storeFor =
  (service: string) =>
  async ({ tx, org }: Write, events: RecordsDeleted[]) => {
    const ids = events.flatMap((event) => event.records.map((record) => record.recordId));
    await tx`insert into effects (organization_id, service, record_id)
    select ${org}::uuid, ${service}, unnest(${ids}::uuid[])`;
  };
const announce = (ids: readonly string[]) =>
  db.asService(org, async ({ emit }) => {
    for (const id of ids) emit(RecordsDeletedSchema, { records: [{ recordId: id, revision: 1 }] });
  });
const effects = (service: string, ids: readonly string[]) =>
  db.asService(org, async ({ tx }) => {
    const rows = await tx<{ recordId: string }[]>`select record_id from effects 
      where service = ${service} and record_id = any(${[...ids]})`;
    return rows.map((row) => row.recordId).sort();
  });
/** Resolves when each row has its effect. A repeated effect is visible. */
const allEffects = (service: string, ids: readonly string[]) =>
  until("an effect of every event", async () => {
    const seen = await effects(service, ids);
    return seen.length >= ids.length && seen;
  });

describe("an event", () => {
  it("has its effect once, within a second or two", async () => {
    serve("moments", onMany(RecordsDeletedSchema, storeFor("moments")));
    const ids = newIds(300);
    await announce(ids);
    expect(await allEffects("moments", ids)).toEqual(ids);
  });

  it("has its effect once although the store of NATS is wiped", async () => {
    serve("wiped", onMany(RecordsDeletedSchema, storeFor("wiped")));
    const before = newIds(50);
    await announce(before);
    await allEffects("wiped", before);
    await server.stop();
    const during = newIds(50);
    await announce(during);
    await server.wipe();
    await server.start();
    const after = newIds(50);
    await announce(after);
    const all = [...before, ...during, ...after].sort();
    expect(await allEffects("wiped", all)).toEqual(all);
  });

  it("that keeps failing becomes a dead letter and does not block others", async () => {
    const [bad, ...good] = newIds(5);
    const tries: string[] = [];
    const givenUp: string[] = [];
    serve(
      "poisoned",
      onMany(
        RecordsDeletedSchema,
        async (write, events) => {
          if (events.some((event) => event.records[0]?.recordId === bad)) {
            if (events.length === 1) tries.push(bad!);
            throw new Error("poison");
          }
          await storeFor("poisoned")(write, events);
        },
        { giveUp: async (_, event) => void givenUp.push(event.records[0]!.recordId) },
      ),
    );
    await announce([bad!, ...good]);
    expect(await allEffects("poisoned", good)).toEqual(good);
    await until("the event to be given up", () => givenUp.length > 0);
    expect(givenUp).toEqual([bad]);
    expect(tries.length).toBeGreaterThanOrEqual(TRIES_MAX);
    const letters = await db.asService(
      org,
      ({ tx }) => tx`select cause from dead_letters where consumer = 'poisoned_RecordsDeleted'`,
    );
    expect(letters).toEqual([{ cause: "poison" }]);
  });
});
