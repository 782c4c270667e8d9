import { setTimeout as pause } from "node:timers/promises";
import { catalogueId, newId } from "@emissions/kit/id";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, unitIds, type World } from "../support/world.ts";
import { purchaseOf } from "./many.ts";

/** A short run belongs to every build; `FAIRNESS_BATCHES=20` is the whole of it. */
const BATCHES = Number(process.env.FAIRNESS_BATCHES ?? 4);
const RECORDS = 5_000;
/** What a single record may take from its request to its number, whatever others do. */
const LIMIT_MS = 2_000;
const BETWEEN_MS = 250;
const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";

let world: World;
let busy: Caller;
let other: Caller;
let unit: string;
beforeAll(async () => {
  world = await startWorld();
  [busy, other] = [world.caller("iberia"), world.caller("outsider")];
  unit = (await unitIds(world, other))("USD");
});
afterAll(() => world.stop());

async function sendBatch(plant: string): Promise<string> {
  const record = {
    facility_id: plant,
    identification_name: "Cardboard",
    start_date: "2025-03-01",
    end_date: "2025-03-31",
    base_quantity: 12.5,
    unit_id: KILOGRAM,
    ler_code_id: catalogueId("ler", "150101"),
    waste_rd_code_id: catalogueId("rd", "R03"),
  };
  const body = { records: Array.from({ length: RECORDS }, () => record) };
  const headers = { "idempotency-key": newId() };
  const { status, json } = await world.call("POST", "/v2/wastes", { as: busy, headers, body });
  expect(status).toBe(202);
  return json.id;
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
  timeout: 60_000 + BATCHES * 20_000,
}, async () => {
  const body = { records: [{ name: "Plant", type: "factory", country: "ES" }] };
  const { json } = await world.call("POST", "/v2/facilities", { as: busy, body });
  await oneRecord();
  const alone = await oneRecord();

  const begun = performance.now();
  let done = false;
  const batches = Promise.all(Array.from({ length: BATCHES }, () => sendBatch(json.items[0].id)));
  const finished = batches.then((ids) =>
    Promise.all(
      ids.map((id) =>
        until(
          `the end of job ${id}`,
          async () => {
            await pause(200);
            const { json: job } = await world.call("GET", `/v2/ingest-jobs/${id}`, { as: busy });
            return job.finished_at !== null && job;
          },
          BATCHES * 20_000,
        ),
      ),
    ),
  );
  const ended = finished.finally(() => {
    done = true;
  });
  const waits: number[] = [];
  const singles = async () => {
    while (!done) {
      waits.push(await oneRecord());
      await pause(BETWEEN_MS);
    }
  };
  const [jobs] = await Promise.all([ended, singles()]);
  const seconds = (performance.now() - begun) / 1000;
  const [longest, half] = [Math.max(...waits), waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]!];
  console.info(
    `${BATCHES * RECORDS} records in ${seconds.toFixed(1)} s; ${waits.length} single records meanwhile: ` +
      `median ${half.toFixed(0)} ms, longest ${longest.toFixed(0)} ms; alone ${alone.toFixed(0)} ms`,
  );
  expect(jobs.map(({ status, succeeded_items }) => [status, succeeded_items])).toEqual(
    jobs.map(() => ["completed", RECORDS]),
  );
  expect(longest).toBeLessThan(LIMIT_MS);
});
