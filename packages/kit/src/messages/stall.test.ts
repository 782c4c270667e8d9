import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { ownNats } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Db } from "../db/transactions.ts";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { onMany } from "./consume.ts";
import { startConsumers } from "./consumers.ts";
import { type Way, wayTo } from "./nats.fixture.ts";
import { startRelay } from "./relay.ts";

const org = newId();
/** Well below the time after which a lost message is delivered again. */
const MOMENTS_MS = 8_000;
let database: TestDatabase;
let server: Awaited<ReturnType<typeof ownNats>>;
let direct: NatsConnection;
let way: Way;
let connection: NatsConnection;
const running: Background[] = [];
const warnings: string[] = [];
const log = pino({ level: "warn" }, { write: (line) => void warnings.push(JSON.parse(line).msg) });

beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase("activity", []), ownNats()]);
  direct = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
});
beforeEach(async () => {
  warnings.length = 0;
  way = await wayTo(server.url);
  connection = await connect({ servers: way.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
});
afterEach(async () => {
  way.release();
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await connection.close();
  await way.close();
});
afterAll(async () => {
  await direct.close();
  await Promise.all([database.drop(), server.remove()]);
});

/** Collects the ids of the handled events. */
function listen(service: string): string[] {
  const db = new Db(database.sql);
  const seen: string[] = [];
  const consumer = onMany(RecordsDeletedSchema, async (_, events) => {
    seen.push(...events.flatMap(({ records }) => records.map(({ recordId }) => recordId)));
  });
  running.push(startConsumers({ db, nats: connection, service, consumers: [consumer], replicas: 1, log }));
  return seen;
}

function publisher(): () => Promise<string> {
  const db = new Db(database.sql);
  const relay = startRelay({ db, nats: direct, service: "activity", replicas: 1, log });
  db.onCommit = relay.poke;
  running.push(relay);
  return async () => {
    const recordId = newId();
    await db.asService(org, async ({ emit }) => emit(RecordsDeletedSchema, { records: [{ recordId, revision: 1 }] }));
    return recordId;
  };
}

/** The state of the service's consumer. */
const standing = async (service: string) =>
  (await jetstreamManager(direct)).consumers.info("EVENTS_ACTIVITY", `${service}_RecordsDeleted`);

describe("an event", () => {
  it("in flight while NATS stalls for seconds arrives as soon as NATS continues", async () => {
    const announce = publisher();
    const seen = listen("held");
    const before = await announce();
    await until("the first event", () => seen.includes(before));
    way.hold();
    const during = await announce();
    await until("a question to NATS to be given up", () => warnings.length > 0);
    way.release();
    await until("the event", () => seen.includes(during), 3_000);
    const after = await announce();
    await until("the next event", () => seen.includes(after), 3_000);
    expect(seen).toEqual([before, during, after]);
  });

  it("in flight to a stopping process is delivered to the next one at once", async () => {
    const announce = publisher();
    const left = listen("left");
    const before = await announce();
    await until("the first event", () => left.includes(before));
    way.hold();
    const during = await announce();
    await until("the event to be on its way", async () => (await standing("left")).num_ack_pending === 1);
    const stopped = running.pop()!.stop();
    way.release();
    await stopped;
    const next = listen("left");
    await until("the event", () => left.includes(during) || next.includes(during), 5_000);
    expect([...left, ...next].filter((id) => id === during)).toHaveLength(1);
  });

  it("arrives within moments although NATS lost the pull request", async () => {
    let lost = 0;
    way.changeAsked((text) =>
      text.replace(/CONSUMER\.MSG\.NEXT\.EVENTS_ACTIVITY\.unnoticed/g, (subject) =>
        lost++ < 2 ? subject.replace("NEXT", "LOST") : subject,
      ),
    );
    const announce = publisher();
    const seen = listen("unnoticed");
    await until("both pulls to be lost", () => lost >= 2);
    const id = await announce();
    await until("the event", () => seen.includes(id), MOMENTS_MS);
  });

  it("arrives within moments although the restarted NATS is not ready at once", async () => {
    const announce = publisher();
    const seen = listen("again");
    const before = await announce();
    await until("the first event", () => seen.includes(before));
    const refused = new Set<string>();
    way.changeAsked((text) =>
      text.replace(/CONSUMER\.(INFO|MSG\.NEXT)\.EVENTS_ACTIVITY\.again\S*/g, (subject) => {
        if (refused.has(subject)) return subject;
        refused.add(subject);
        return subject.replace(/INFO|NEXT/, "NONE");
      }),
    );
    await server.stop();
    await server.start();
    await until("both lanes to be refused", () => refused.size >= 2);
    const id = await announce();
    // The connection of the relay was lost too, and it waits for the answer to an earlier request.
    const arrived = async () => {
      const info = await standing("again").catch(() => null);
      return seen.includes(id) || info?.num_pending === 1;
    };
    await until("NATS to have the event", arrived);
    await until("the event", () => seen.includes(id), MOMENTS_MS);
  });
});
