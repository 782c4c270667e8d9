import { newId } from "@emissions/kit/process/id";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, finished, type OwnBackend, startBackend } from "../support/backend.ts";
import { batchOf, createPlant, expectOneBatch, RECORDS, sendBatch, type Weeks, weeksOf } from "./batches.ts";
import { faultPointFor, injectAt } from "./fault-points.ts";
import { allFaults, type Fault } from "./faults.ts";
import { type JobWebhook, startJobWebhook } from "./webhook.ts";

/** From the fault to the end of the job, the restart included. */
const END_LIMIT_MS = 180_000;

let server: OwnPostgres;
let webhook: JobWebhook;
let backend: OwnBackend;
let as: Caller;
let plant: string;
let faults: ReadonlyMap<string, Fault>;
let sent = 0;
beforeAll(async () => {
  [server, webhook] = [await ownPostgres(), await startJobWebhook()];
  backend = await startBackend({ postgresUrl: server.url, env: webhook.env });
  as = backend.caller("outsider", "admin");
  plant = await createPlant(backend, as);
  faults = allFaults(backend, server);
  await webhook.subscribe(backend, as);
});
afterAll(async () => {
  await backend.stop();
  await webhook.receiver.close();
  await server.remove();
});

/** After 10 %, 50 % and 99 % of the records. */
const INDEXES = [500, 2_500, 4_950];
const FAULTS = [
  ...["gateway", "activity", "calc", "factors", "imports", "notify", "Postgres"].map((name) => `${name} is killed`),
  "NATS loses its store",
];
const cases = INDEXES.flatMap((index) => FAULTS.map((what) => ({ what, index, point: faultPointFor(what) })));

it.each(cases)(
  `all ${RECORDS} records of a batch count exactly once when $what as $point.service $point.step record $index`,
  { timeout: 600_000 },
  async ({ what, index, point }) => {
    const fault = faults.get(what)!;
    const weeks = weeksOf(sent++);
    const landfilled = point.service === "factors" ? index : undefined;
    if (landfilled !== undefined) await cacheOtherFactorOnly();
    const before = await counts();

    // Nothing may be calculated before the lock is taken.
    backend.system.process("calc").signal("SIGSTOP");
    const [body, key] = [batchOf(plant, { ...weeks, landfilled }), newId()];
    const accepted = await sendBatch(backend, as, body, key);
    expect(accepted.status).toBe(202);
    const { id } = accepted.json;
    const { committed, begun } = await injectAt(backend.adminUrl, point, {
      at: { job: id, index },
      begin: () => backend.system.process("calc").signal("SIGCONT"),
      inject: fault.inject,
    });
    await fault.recover();
    const job = await until(
      "the end of the job",
      async () => {
        const answer = await backend.call("GET", `/v2/ingest-jobs/${id}`, { as }).catch(() => null);
        return answer?.status === 200 && answer.json.finished_at !== null && answer.json;
      },
      END_LIMIT_MS - (performance.now() - begun),
    );
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.info(
      `${what} as ${point.service} ${point.step} record ${index}, ${committed} of ${RECORDS} committed: ` +
        `the job had ended ${seconds} s later`,
    );
    expect(job).toMatchObject({ status: "completed", total_items: RECORDS, succeeded_items: RECORDS, failed_items: 0 });

    const again = await sendBatch(backend, as, body, key);
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([accepted.text, "true"]);
    await expectOneBatch(backend, as, { ...weeks, landfilled });
    const events = await until("the webhook event of the job", () => webhook.eventsOf([id]), END_LIMIT_MS);
    expect(events.get(id)!.size).toBe(1);
    const once = { jobs: 1, ended: 1, announced: 1, events: 1, deliveries: 1 };
    const each = { wastes: RECORDS, items: RECORDS, succeeded: RECORDS, calculations: RECORDS };
    expect(await since(before)).toEqual({ ...once, ...each, waiting: 0 });
  },
);

/** Restarts calc and calculates one record, so that calc caches the factor of all records but one. */
async function cacheOtherFactorOnly(): Promise<void> {
  await backend.system.process("calc").restart();
  const elsewhere: Weeks = { month: "2025-12", firstDay: 29 };
  const { json } = await sendBatch(backend, as, batchOf(plant, { ...elsewhere, records: 1 }));
  expect(await finished(backend, as, json.id)).toMatchObject({ succeeded_items: 1 });
  await until("the webhook event of the job", () => webhook.eventsOf([json.id]));
}

const counts = () =>
  asAdmin(backend.adminUrl, async (sql) => {
    const [row] = await sql<[Record<string, number>]>`
      select
        (select count(*)::int from activity.ingest_jobs where entity_type = 'wastes') as jobs,
        (select count(*)::int from activity.ingest_jobs where entity_type = 'wastes' and status = 'completed') as ended,
        (select count(*)::int from activity.outbox where type like '%.IngestJobFinished') as announced,
        (select count(*)::int from notify.webhook_events) as events,
        (select count(*)::int from notify.webhook_deliveries) as deliveries,
        (select count(*)::int from activity.wastes where calculation_status = 'calculated') as wastes,
        (select count(*)::int from activity.ingest_job_items) as items,
        (select count(*)::int from activity.ingest_job_items where status = 'succeeded') as succeeded,
        (select count(*)::int from calc.calculations where entity_type = 'wastes') as calculations,
        (select count(*)::int from activity.pending_calculations) as waiting`;
    return row;
  });

/** The increase of each count. */
async function since(before: Record<string, number>): Promise<Record<string, number>> {
  const now = await counts();
  return Object.fromEntries(Object.entries(now).map(([name, count]) => [name, count - before[name]!]));
}
