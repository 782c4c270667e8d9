import { newId } from "@emissions/kit/process/id";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, finished, startWorld, type World } from "../support/world.ts";
import { batchOf, createPlant, expectOneBatch, RECORDS, sendBatch, type Weeks, WHOLE, weeksOf } from "./batches.ts";
import { everyFault, type Fault } from "./faults.ts";
import { type Hook, startHook } from "./hook.ts";
import { placeFor, strikeAt } from "./places.ts";

/** From the fault to the end of the job, and all starting again in between. */
const END_LIMIT_MS = 60_000;

let server: OwnPostgres;
let hook: Hook;
let world: World;
let as: Caller;
let plant: string;
let faults: ReadonlyMap<string, Fault>;
let sent = 0;
beforeAll(async () => {
  [server, hook] = [await ownPostgres(), await startHook()];
  world = await startWorld({ postgresUrl: server.url, env: hook.env });
  as = world.caller("outsider", "admin");
  plant = await createPlant(world, as);
  faults = everyFault(world, server);
  await hook.subscribe(world, as);
});
afterAll(async () => {
  await world.stop();
  await hook.receiver.close();
  await server.remove();
});

/** After a tenth of the records, after half of them, and with one of a hundred still to come. */
const INDEXES = [500, 2_500, 4_950];
const FAULTS = [
  ...["gateway", "activity", "calc", "factors", "imports", "notify", "Postgres"].map((name) => `${name} is killed`),
  "NATS loses its store",
];
const IN_SHORT = ["calc is killed", "factors is killed", "Postgres is killed", "NATS loses its store"];
const cases = (WHOLE ? INDEXES : [2_500]).flatMap((index) =>
  (WHOLE ? FAULTS : IN_SHORT).map((what) => ({ what, index, place: placeFor(what) })),
);

it.each(cases)(
  `a batch of ${RECORDS} counts once and whole when $what as $place.service $place.doing record $index`,
  { timeout: 240_000 },
  async ({ what, index, place }) => {
    const fault = faults.get(what)!;
    const weeks = weeksOf(sent++);
    const buried = place.service === "factors" ? index : undefined;
    if (buried !== undefined) await rememberOthersOnly();
    const before = await counts();

    // Until the place is held nothing is calculated.
    world.system.process("calc").signal("SIGSTOP");
    const [body, key] = [batchOf(plant, { ...weeks, buried }), newId()];
    const accepted = await sendBatch(world, as, body, key);
    expect(accepted.status).toBe(202);
    const { id } = accepted.json;
    const { committed, begun } = await strikeAt(world.system.adminUrl, place, {
      at: { job: id, index },
      begin: () => world.system.process("calc").signal("SIGCONT"),
      strike: fault.strike,
    });
    await fault.recover();
    const job = await until(
      "the end of the job",
      async () => {
        const answer = await world.call("GET", `/v2/ingest-jobs/${id}`, { as }).catch(() => null);
        return answer?.status === 200 && answer.json.finished_at !== null && answer.json;
      },
      END_LIMIT_MS - (performance.now() - begun),
    );
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.info(
      `${what} as ${place.service} ${place.doing} record ${index}, ${committed} of ${RECORDS} committed: ` +
        `the job had ended ${seconds} s later`,
    );
    expect(job).toMatchObject({ status: "completed", total_items: RECORDS, succeeded_items: RECORDS, failed_items: 0 });

    const again = await sendBatch(world, as, body, key);
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([accepted.text, "true"]);
    await expectOneBatch(world, as, { ...weeks, buried });
    const told = await until("the news of the job", () => hook.allTold([id]), END_LIMIT_MS);
    expect(told.get(id)!.size).toBe(1);
    const once = { jobs: 1, ended: 1, announced: 1, events: 1, deliveries: 1 };
    const each = { wastes: RECORDS, items: RECORDS, succeeded: RECORDS, calculations: RECORDS };
    expect(await since(before)).toEqual({ ...once, ...each, waiting: 0 });
  },
);

/** calc starts anew, and knows only the factor that all records but one have. */
async function rememberOthersOnly(): Promise<void> {
  await world.system.process("calc").restart();
  const elsewhere: Weeks = { month: "2025-12", firstDay: 29 };
  const { json } = await sendBatch(world, as, batchOf(plant, { ...elsewhere, records: 1 }));
  expect(await finished(world, as, json.id)).toMatchObject({ succeeded_items: 1 });
  await until("the news of the job", () => hook.allTold([json.id]));
}

const counts = () =>
  asAdmin(world.system.adminUrl, async (sql) => {
    const [row] = await sql<[Record<string, number>]>`
      select
        (select count(*)::int from activity.ingest_jobs where entity_type = 'wastes') as jobs,
        (select count(*)::int from activity.ingest_jobs where entity_type = 'wastes' and status = 'completed') as ended,
        (select count(*)::int from activity.outbox where type like '%.IngestJobFinished') as announced,
        (select count(*)::int from notify.webhook_events) as events,
        (select count(*)::int from notify.webhook_deliveries) as deliveries,
        (select count(*)::int from activity.wastes where status = 'active') as wastes,
        (select count(*)::int from activity.ingest_job_items) as items,
        (select count(*)::int from activity.ingest_job_items where status = 'succeeded') as succeeded,
        (select count(*)::int from calc.calculations where entity_type = 'wastes') as calculations,
        (select count(*)::int from activity.pending_calculations) as waiting`;
    return row;
  });

/** What has been added, to each number. */
async function since(before: Record<string, number>): Promise<Record<string, number>> {
  const now = await counts();
  return Object.fromEntries(Object.entries(now).map(([name, count]) => [name, count - before[name]!]));
}
