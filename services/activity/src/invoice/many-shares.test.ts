import { rowEstimates } from "@emissions/kit/db/row-estimates";
import { newId } from "@emissions/kit/process/id";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { expect, it } from "vitest";
import { activity, allTests, KWH, us } from "../activity.fixture.ts";
import { neverAnalyze } from "../never-analyze.fixture.ts";
import { facility } from "../waste/waste.fixture.ts";

const STORED = 12_000;
/** From the sixth time on Postgres keeps the plan of a statement; the pool has several connections. */
const TIMES = 60;
/** It takes less than a second; with a plan that reads all invoices or shares for each invoice, seven and more. */
const LIMIT_MS = 5_000;

allTests();

/** Inserts the parts of one facility. */
const insertParts = (facilityId: string, sources: readonly string[], percentage: string) =>
  activity.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
      insert into invoices (organization_id, id, source_invoice_id, type, facility_id, start_date, end_date,
        base_quantity, percentage, quantity, unit_id)
      select ${org}, gen_random_uuid(), source, 'electricity', ${facilityId}, '2025-01-01', '2025-01-31', 100,
        ${percentage}::numeric, 100 * ${percentage}::numeric, ${KWH}
      from unnest(${sources as string[]}::uuid[]) as source`,
  );

/** Two facilities that share invoices. */
async function shared(count: number) {
  const pair = [await facility(), await facility()] as const;
  const sources = Array.from({ length: count }, newId);
  for (const one of pair) await insertParts(one, sources, "0.5");
  return pair;
}

const shares = async () => (await activity.rows(us, "deleted_invoice_shares")).length;

async function deleted(facilityId: string): Promise<number> {
  const begun = performance.now();
  await activity.as(us, FacilityService).deleteFacility({ facilityId });
  return performance.now() - begun;
}

/** Postgres then knows that the tables have pages and no rows. */
async function analyzeEmptied() {
  for (const one of await shared(1)) await deleted(one);
  await activity.owner.unsafe("analyze invoices, deleted_invoice_shares");
  await rowEstimates(activity.db).work(new AbortController().signal, 1n);
}

it.each([
  ["were never analyzed", () => undefined],
  ["were analyzed after they had lost their rows", analyzeEmptied],
])("thousands of invoices are deleted in a moment, in tables that %s", async (_when, prepare) => {
  await neverAnalyze("invoices", "deleted_invoice_shares");
  await prepare();
  // Plans are made while there is next to nothing.
  for (let n = 0; n < TIMES; n++) for (const one of await shared(1)) await deleted(one);
  expect(await shares()).toBe(0);

  const [first, second] = await shared(STORED);
  expect(await deleted(first)).toBeLessThan(LIMIT_MS);
  expect(await shares()).toBe(STORED);
  const alone = await facility();
  await insertParts(alone, Array.from({ length: STORED }, newId), "1");
  expect(await deleted(alone)).toBeLessThan(LIMIT_MS);
  expect(await deleted(second)).toBeLessThan(LIMIT_MS);
  expect(await shares()).toBe(0);
});
