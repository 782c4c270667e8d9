import { isDeepStrictEqual } from "node:util";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { observed } from "../process/instruments.ts";
import { startTelemetry, type Telemetry } from "../process/telemetry.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { messageTables, observeTables } from "./observe-tables.ts";
import { openPool } from "./pool.ts";
import { callOf, startThings, type Things } from "./transactions.fixture.ts";
import { Db } from "./transactions.ts";

const things = observed({ name: "emissions.test.things", unit: "{thing}", description: "Of this test" });
const slow = observed({ name: "emissions.test.slow", unit: "{thing}", description: "Of this test" });

let telemetry: Telemetry;
let started: Things;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  telemetry = startTelemetry({ service: "activity" });
  started = await startThings();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await telemetry.stop();
  await started.database.drop();
});

/** The value of a series without labels besides the process. */
const seriesOf = (text: string, name: string) => {
  const found = new RegExp(`^${name}\\{service_name="activity"\\} (.+)$`, "m").exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

it("the outbox of all organizations is counted, with the age of its oldest row and the version of the schema", async () => {
  const { db } = started;
  await db.systemWide(async (tx) => {
    for (const lane of ["single", "bulk", "bulk"]) {
      await tx`
        insert into outbox (id, organization_id, type, payload, packed, lane, created_at)
        values (${newId()}, ${newId()}, 't', '', false, ${lane}, now() - interval '90 seconds')`;
    }
  });
  closing.push(observeTables(db, messageTables));
  const text = await telemetry.metricsText();
  expect(seriesOf(text, "emissions_outbox_waiting")).toBe(3);
  expect(seriesOf(text, "emissions_outbox_oldest_age_seconds")).toBeGreaterThanOrEqual(90);
  expect(seriesOf(text, "emissions_deferred_events")).toBe(0);
  expect(text).toMatch(/^emissions_schema_migrations\{latest="kit\/\d{4}_[\w.]+",service_name="activity"\} [1-9]/m);
});

it("collections share one read for some seconds, and it sees no business table", async () => {
  await started.put(callOf(servicePrincipal(newId())), newId());
  let reads = 0;
  const gauges = {
    group: "things",
    instruments: [things],
    read: async (tx: Parameters<typeof messageTables.read>[0]) => {
      reads++;
      const [row] = await tx<[{ count: number }]>`select count(*)::int as count from things`;
      return [things.value(row.count)];
    },
  };
  closing.push(observeTables(started.db, gauges));
  const texts = await Promise.all([telemetry.metricsText(), telemetry.metricsText()]);
  texts.push(await telemetry.metricsText());
  expect(texts.map((text) => seriesOf(text, "emissions_test_things"))).toEqual([0, 0, 0]);
  expect(reads).toBe(1);
});

it("a read that takes too long is left out, and the other metrics are answered", async () => {
  const gauges = {
    group: "slow",
    instruments: [slow],
    read: async (tx: Parameters<typeof messageTables.read>[0]) => {
      await tx`select pg_sleep(30)`;
      return [slow.value(1)];
    },
  };
  const end = observeTables(started.db, gauges);
  closing.push(end);
  const begun = performance.now();
  const text = await telemetry.metricsText();
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(text).not.toContain("emissions_test_slow{");
  expect(text).toContain("process_uptime_seconds");
  await until("the failure is counted", async () =>
    /^emissions_observation_failures_total\{group="slow".*\} 1$/m.test(await telemetry.metricsText()),
  );
});

it("connections of the pool are counted while they are used, and after an error", async () => {
  const pool = openPool(
    { DATABASE_URL: started.database.url },
    { schema: "activity", max: 2, applicationName: "of this test" },
  );
  closing.push(() => pool.end({ timeout: 1 }));
  const db = new Db(pool);
  const used = async () => {
    const text = await telemetry.metricsText();
    return ["used", "idle"].map((state) =>
      Number(new RegExp(`^db_client_connection_count\\{.*of this test.*"${state}".*\\} (\\d+)$`, "m").exec(text)?.[1]),
    );
  };
  await db.systemWide(async (tx) => {
    await tx`select 1`;
    expect(await used()).toEqual([1, 0]);
  });
  await expect(db.systemWide((tx) => tx`select 1/0`)).rejects.toThrow("division by zero");
  await until("the connection is idle", async () => isDeepStrictEqual(await used(), [0, 1]));
  await expect(db.systemWide((tx) => tx`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow();
  await until("the lost connection is not counted", async () => (await used())[0] === 0);
});
