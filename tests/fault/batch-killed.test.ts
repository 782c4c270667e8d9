import { newId } from "@emissions/kit/id";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, type World } from "../support/world.ts";
import { batchOf, createPlant, expectOneBatch, RECORDS, sendBatch, WHOLE, weeksOf } from "./batches.ts";

/** From the fault to the end of the job, and all starting again in between. */
const END_LIMIT_MS = 60_000;
const FAR_LIMIT_MS = 60_000;

let server: OwnPostgres;
let world: World;
let as: Caller;
let plant: string;
let sent = 0;
beforeAll(async () => {
  server = await ownPostgres();
  world = await startWorld({ postgresUrl: server.url });
  as = world.caller("outsider");
  plant = await createPlant(world, as);
});
afterAll(async () => {
  await world.stop();
  await server.remove();
});

const killed = (name: "gateway" | "activity" | "calc" | "factors") => async () => {
  await world.system.process(name).kill("SIGKILL");
  await world.system.process(name).restart();
};
const faults: Record<string, () => Promise<void>> = {
  "the gateway is killed": killed("gateway"),
  "activity is killed": killed("activity"),
  "calc is killed": killed("calc"),
  "factors is killed": killed("factors"),
  "Postgres is killed": async () => {
    await server.crash();
    await server.start();
  },
  "NATS loses its store": async () => {
    await world.system.nats!.kill();
    await world.system.nats!.wipe();
    await world.system.nats!.start();
  },
};
const inShort = ["calc is killed", "Postgres is killed", "NATS loses its store"];
/** Results are counted by hundreds; that the last ones are still missing is seen to by holding one record back. */
const moments = [
  { when: "the first results", results: 500 },
  { when: "half of the results", results: 2_500 },
  { when: "all results but the last", results: 4_000 },
];
const cases = moments
  .filter(({ results }) => WHOLE || results === 2_500)
  .flatMap((moment) => (WHOLE ? Object.keys(faults) : inShort).map((what) => ({ what, ...moment })));

it.each(cases)("a batch counts once and whole when $what at $when", { timeout: 240_000 }, async ({ what, results }) => {
  const weeks = weeksOf(sent);
  const [body, key] = [batchOf(plant, weeks), newId()];
  const accepted = await sendBatch(world, as, body, key);
  expect(accepted.status).toBe(202);
  sent++;

  const { id } = accepted.json;
  const { begun, counted } = await heldBack(results > RECORDS / 2 ? id : null, async (sql) => {
    const reached = await until(
      `${results} results`,
      async () => {
        const [job] = await sql`select succeeded_items as counted from activity.ingest_jobs where id = ${id}`;
        return job!.counted >= results && job!.counted;
      },
      FAR_LIMIT_MS,
    );
    const begun = performance.now();
    await faults[what]!();
    return { begun, counted: reached };
  });
  if (results > RECORDS / 2) expect(counted).toBeLessThan(RECORDS);
  const job = await until(
    "the end of the job",
    async () => {
      const answer = await world.call("GET", `/v2/ingest-jobs/${id}`, { as }).catch(() => null);
      return answer?.status === 200 && answer.json.finished_at !== null && answer.json;
    },
    END_LIMIT_MS - (performance.now() - begun),
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.info(`${what} at ${counted} of ${RECORDS} results: the job had ended ${seconds} s later`);
  expect(job).toMatchObject({ status: "completed", total_items: RECORDS, succeeded_items: RECORDS, failed_items: 0 });

  const again = await sendBatch(world, as, body, key);
  expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([accepted.text, "true"]);
  await expectOneBatch(world, as, weeks);
  expect((await world.call("GET", "/v1/wastes?size=1", { as })).json.total).toBe(sent * RECORDS);
  expect(await counts()).toEqual({ jobs: sent, ended: sent, announced: sent, items: sent * RECORDS, waiting: 0 });
});

/** While the work lasts, or until Postgres is killed, nobody can change the last record of the job. */
async function heldBack<R>(jobId: string | null, work: (sql: Sql) => Promise<R>): Promise<R> {
  const sql = postgres(world.system.adminUrl, { max: 2, onnotice: () => {} });
  try {
    if (jobId === null) return await work(sql);
    const held = await sql.reserve();
    await held`begin`;
    await held`
      select from activity.wastes where id = (
        select entity_id from activity.ingest_job_items where job_id = ${jobId} order by index desc limit 1) for update`;
    const result = await work(sql);
    await held`rollback`.catch(() => {});
    return result;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const counts = () =>
  asAdmin(world.system.adminUrl, async (sql) => {
    const [row] = await sql`
      select
        (select count(*)::int from activity.ingest_jobs where entity_type = 'wastes') as jobs,
        (select count(*)::int from activity.ingest_jobs where entity_type = 'wastes' and status = 'completed') as ended,
        (select count(*)::int from activity.outbox where type like '%.IngestJobFinished') as announced,
        (select count(*)::int from activity.ingest_job_items where status = 'succeeded') as items,
        (select count(*)::int from activity.pending_calculations) as waiting`;
    return row;
  });
