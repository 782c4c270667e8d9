import { setTimeout as pause } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { batchOf, createPlant, FULL_RUN, RECORDS, sendBatch, weeksOf } from "./batches.ts";
import { purchaseOf } from "./purchases.ts";

const BATCHES = FULL_RUN ? 20 : 4;
/**
 * Limit from the request to the result of a single record. The full run needs two idle cores. The limit of every build
 * suits any machine: it only proves that the record does not wait for the whole batches.
 */
const LIMIT_MS = FULL_RUN ? 2_000 : 5_000;
const BETWEEN_MS = 100;
const JOB_POLL_MS = 200;
const JOBS_LIMIT_MS = 30_000 + BATCHES * 15_000;

let backend: OwnBackend;
let busy: Caller;
let other: Caller;
let unit: string;
let body: string;
beforeAll(async () => {
  backend = await startBackend();
  [busy, other] = [backend.caller("iberia"), backend.caller("outsider")];
  unit = (await unitIds(backend, other))("EUR");
  body = batchOf(await createPlant(backend, busy), weeksOf(0));
});
afterAll(() => backend.stop());

async function endOfBatch() {
  const { status, json } = await sendBatch(backend, busy, body);
  expect(status).toBe(202);
  return until(
    `the end of job ${json.id}`,
    async () => {
      await pause(JOB_POLL_MS);
      const { json: job } = await backend.call("GET", `/v2/ingest-jobs/${json.id}`, { as: busy });
      return job.finished_at !== null && job;
    },
    JOBS_LIMIT_MS,
  );
}

/** Milliseconds from the request to the result. */
async function oneRecord(): Promise<number> {
  const begun = performance.now();
  const { status, json } = await backend.call("POST", "/v1/purchases", { as: other, body: purchaseOf(1, unit) });
  expect(status).toBe(201);
  await until(
    "the result of a single record",
    async () => {
      const { json: now } = await backend.call("GET", `/v1/purchases/${json.id}`, { as: other });
      return now.calculation_status === "calculated";
    },
    30_000,
  );
  return performance.now() - begun;
}

it(`${BATCHES} batches of one organization do not delay the single record of another`, {
  timeout: JOBS_LIMIT_MS + 60_000,
}, async () => {
  // The first run of code is many times slower: warm up both kinds of request.
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
