import { setTimeout as pause } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, calculated, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { batchOf, createPlant, FULL_RUN, weeksOf } from "./batches.ts";
import { expectConsistent } from "./consistency.ts";
import { totalsLocked } from "./faults.ts";
import { purchaseOf } from "./purchases.ts";

/** Longer than five timeouts of a lock. The full run is longer than all repeated announcements of a record. */
const LOCKED_MS = FULL_RUN ? 240_000 : 15_000;
const BETWEEN_MS = 300;
/** From the request to the result of a single record of another organization: median and maximum. */
const MEDIAN_MAX_MS = 1_000;
/** The first event of the locked organization makes the others wait for one lock timeout. */
const LONGEST_MAX_MS = 6_000;

let backend: OwnBackend;
let locked: Caller;
let other: Caller;
beforeAll(async () => {
  backend = await startBackend();
  [locked, other] = [backend.caller("iberia"), backend.caller("outsider")];
});
afterAll(() => backend.stop());

async function buy(as: Caller, n: number, unit: string): Promise<string> {
  const { status, json } = await backend.call("POST", "/v1/purchases", { as, body: purchaseOf(n, unit) });
  expect(status).toBe(201);
  return json.id;
}

it("locked totals of one organization fail none of its records and delay no other organization", {
  timeout: LOCKED_MS + 120_000,
}, async () => {
  const unit = (await unitIds(backend, other))("USD");
  const plant = await createPlant(backend, locked);
  const [kept, removed] = [await buy(locked, 0, unit), await buy(locked, 1, unit)];
  for (const id of [kept, removed]) await calculated(backend, locked, id);
  await calculated(backend, other, await buy(other, 0, unit));

  const fault = totalsLocked(backend, "iberia");
  await fault.inject();
  const end = Date.now() + LOCKED_MS;
  expect((await backend.call("DELETE", `/v1/purchases/${removed}`, { as: locked })).status).toBeLessThan(300);
  const body = batchOf(plant, { ...weeksOf(5), records: 100 });
  const jobs = await Promise.all(
    ["a", "b"].map((key) =>
      backend.call("POST", "/v2/wastes", { as: locked, body, headers: { "idempotency-key": key } }),
    ),
  );
  const waits: number[] = [];
  for (let n = 2; Date.now() < end; n++) {
    await buy(locked, n, unit);
    const begun = performance.now();
    await calculated(backend, other, await buy(other, n, unit));
    waits.push(performance.now() - begun);
    await pause(BETWEEN_MS);
  }
  await fault.recover();

  const sorted = waits.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
  console.info(
    `${waits.length} single records beside locks: median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
  );
  expect(median).toBeLessThan(MEDIAN_MAX_MS);
  expect(longest).toBeLessThan(LONGEST_MAX_MS);
  for (const { json } of jobs) {
    const path = `/v2/ingest-jobs/${json.id}`;
    const ended = await until(
      "the job",
      async () => {
        const { json: job } = await backend.call("GET", path, { as: locked });
        return job.finished_at !== null && job;
      },
      60_000,
    );
    expect(ended).toMatchObject({ status: "completed", succeeded_items: 100, failed_items: 0 });
  }
  await expectConsistent(backend);
  const failures = await asAdmin(backend.adminUrl, (sql) => sql`select from calc.calculations where status = 'failed'`);
  expect(failures).toHaveLength(0);
});
