import { setTimeout as pause } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, unitIds, type World } from "../support/world.ts";
import { batchOf, createPlant, RECORDS, sendBatch, WHOLE, weeksOf } from "./batches.ts";
import { purchaseOf } from "./many.ts";

const BATCHES = WHOLE ? 20 : 4;
/**
 * What a single record may take from its request to its number, whatever others do; for two cores that do nothing else.
 * In every build, on whatever machine, it only must not wait for all the rest, which takes several times as long.
 */
const LIMIT_MS = WHOLE ? 2_000 : 5_000;
const BETWEEN_MS = 100;
const JOB_POLL_MS = 200;
const JOBS_LIMIT_MS = 30_000 + BATCHES * 15_000;

let world: World;
let busy: Caller;
let other: Caller;
let unit: string;
let body: string;
beforeAll(async () => {
  world = await startWorld();
  [busy, other] = [world.caller("iberia"), world.caller("outsider")];
  unit = (await unitIds(world, other))("USD");
  body = batchOf(await createPlant(world, busy), weeksOf(0));
});
afterAll(() => world.stop());

async function endOfBatch() {
  const { status, json } = await sendBatch(world, busy, body);
  expect(status).toBe(202);
  return until(
    `the end of job ${json.id}`,
    async () => {
      await pause(JOB_POLL_MS);
      const { json: job } = await world.call("GET", `/v2/ingest-jobs/${json.id}`, { as: busy });
      return job.finished_at !== null && job;
    },
    JOBS_LIMIT_MS,
  );
}

/** From the request to the number, in milliseconds. */
async function oneRecord(): Promise<number> {
  const begun = performance.now();
  const { status, json } = await world.call("POST", "/v1/purchases", { as: other, body: purchaseOf(1, unit) });
  expect(status).toBe(201);
  await until(
    "the number of a single record",
    async () => {
      const { json: now } = await world.call("GET", `/v1/purchases/${json.id}`, { as: other });
      return now.calculation_status === "calculated";
    },
    30_000,
  );
  return performance.now() - begun;
}

it(`${BATCHES} batches of one organization do not hold up the single record of another`, {
  timeout: JOBS_LIMIT_MS + 60_000,
}, async () => {
  // Both once, for code that runs for the first time is many times slower, and this is about a system at work.
  await endOfBatch();
  await oneRecord();
  const alone = await oneRecord();

  const begun = performance.now();
  let done = false;
  const batches = Promise.all(Array.from({ length: BATCHES }, endOfBatch)).finally(() => {
    done = true;
  });
  const waits: number[] = [];
  const singles = async () => {
    while (!done) {
      waits.push(await oneRecord());
      await pause(BETWEEN_MS);
    }
  };
  const [jobs] = await Promise.all([batches, singles()]);
  const seconds = (performance.now() - begun) / 1000;
  const sorted = waits.toSorted((a, b) => a - b);
  const [half, longest] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
  console.info(
    `${BATCHES * RECORDS} records in ${seconds.toFixed(1)} s; ${waits.length} single records meanwhile: ` +
      `median ${half.toFixed(0)} ms, longest ${longest.toFixed(0)} ms; alone ${alone.toFixed(0)} ms`,
  );
  expect(jobs.map(({ status, succeeded_items }) => [status, succeeded_items])).toEqual(
    jobs.map(() => ["completed", RECORDS]),
  );
  expect(longest).toBeLessThan(LIMIT_MS);
});
