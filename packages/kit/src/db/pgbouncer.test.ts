import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { testNats } from "@emissions/testkit/infra";
import { type PgBouncer, pgBouncerBinary, startPgBouncer } from "@emissions/testkit/pgbouncer";
import { until } from "@emissions/testkit/poll";
import { connect } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRelay } from "../messages/relay.ts";
import { newId } from "../process/id.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { take, withLease } from "./lease.ts";
import { emptyDatabase } from "./migrate.fixture.ts";
import { closePool, openPool, type Pool } from "./pool.ts";
import { databaseTime, startDatabase } from "./start-database.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import { Db, type Write } from "./transactions.ts";

const log = pino({ level: "silent" });
/** PgBouncer before 1.21 knows no prepared statements; and `target_session_attrs` makes the driver ask for the state. */
const PARAMETERS = "?prepare=false&target_session_attrs=read-write";
const CONNECTIONS = 6;

// CI installs it.
describe.skipIf((await pgBouncerBinary()) === null && !process.env.CI)("behind PgBouncer in transaction mode", () => {
  let things: Things;
  let pooler: PgBouncer;
  let pool: Pool;
  let db: Db;
  beforeAll(async () => {
    things = await startThings();
    pooler = await startPgBouncer([things.database.url]);
    const DATABASE_URL = pooler.through(things.database.url) + PARAMETERS;
    pool = openPool({ DATABASE_URL }, { schema: "activity", max: CONNECTIONS });
    db = new Db(pool);
  });
  afterAll(async () => {
    await closePool(pool);
    await pooler.stop();
    await things.database.drop();
  });

  const add = (name: string, headers: Record<string, string> = {}, us = servicePrincipal(newId())) =>
    db.write(callOf(us, headers), request, async ({ tx, org }: Write) => {
      await tx`insert into things (organization_id, id, name) values (${org}, ${newId()}, ${name})`;
      return { supplier: { businessName: name } };
    });

  it("each of many transactions at once sees its organization and the usual settings", async () => {
    const callers = Array.from({ length: 40 }, () => servicePrincipal(newId()));
    await Promise.all(callers.map((us, n) => add(`thing ${n}`, {}, us)));
    const seen = await Promise.all(
      callers.map((us) =>
        db.read(callOf(us), async (tx) => {
          const [row] = await tx<{ name: string; limits: string[] }[]>`
            select name, array[current_setting('search_path'), current_setting('statement_timeout'),
              current_setting('idle_in_transaction_session_timeout'), current_setting('enable_seqscan'),
              current_setting('plan_cache_mode')] as limits
            from things`;
          return row;
        }),
      ),
    );
    const limits = ["activity", "8s", "20s", "off", "force_generic_plan"];
    expect(seen).toEqual(callers.map((_, n) => ({ name: `thing ${n}`, limits })));
  });

  it("a request is repeated with its first reply", async () => {
    const us = servicePrincipal(newId());
    const headers = { "idempotency-key": newId(), "idempotency-fingerprint": "1".repeat(64) };
    const replies = await Promise.all([add("first", headers, us), add("second", headers, us)]);
    expect(replies).toMatchObject(Array(2).fill({ supplier: { businessName: replies[0].supplier.businessName } }));
    expect(await things.namesSeen(us)).toHaveLength(1);
  });

  it("a stream reads its pages from one cursor", async () => {
    const us = servicePrincipal(newId());
    for (const name of ["a", "b", "c"]) await add(name, {}, us);
    const call = { ...callOf(us), signal: new AbortController().signal };
    const pages = db.stream(call, ({ tx, pages }) => pages<{ name: string }>(tx`select name from things`, 2));
    const sizes = [];
    for await (const rows of pages) sizes.push(rows.length);
    expect(sizes).toEqual([2, 1]);
  });

  it("one holder at a time has a lease", async () => {
    const other = newId();
    const ran = await withLease(db, "pooled", async () => {
      expect(await take(db, "pooled", other)).toBeNull();
    });
    expect(ran).toBe(true);
    expect(await take(db, "pooled", other)).not.toBeNull();
  });

  it("the relay publishes what was committed", async () => {
    const nats = await connect({ servers: testNats().url });
    const relay = startRelay({ db, nats, service: "activity", replicas: 1, log });
    try {
      const org = newId();
      await db.asService(org, async ({ emit }) => emit(RecordsDeletedSchema, { records: [] }));
      const waiting = () =>
        db.systemWide((tx) => tx`select from outbox where organization_id = ${org} and published_at is null`);
      await until("the event to be published", async () => (await waiting()).length === 0);
    } finally {
      await relay.stop();
      await nats.close();
    }
  });

  it("a service awaits the version of its schema", async () => {
    const empty = await emptyDatabase();
    const own = await startPgBouncer([empty.url]);
    try {
      const config = { DATABASE_URL: own.through(empty.url) + PARAMETERS, DATABASE_POOL_MAX: 2 };
      const started = startDatabase({ config, schema: "notify", migrations: [], log, waitMs: 20_000 });
      await empty.migrate();
      const pool = await started;
      await expect(databaseTime(pool)).resolves.toBeInstanceOf(Date);
      await closePool(pool);
    } finally {
      await own.stop();
      await empty.drop();
    }
  });
});
