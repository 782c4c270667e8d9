import { newId } from "@emissions/kit/process/id";
import { IngestJobService, IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { InvoiceActivity } from "@emissions/proto/activity/v1/invoice_service";
import { expect, it } from "vitest";
import { activity, allTests, KWH, us } from "../activity.fixture.ts";
import { neverAnalyze } from "../never-analyze.fixture.ts";
import { plant, withPlant } from "../waste/waste.fixture.ts";
import { calculate, invoices } from "./invoice.fixture.ts";

const STORED = 100_000;
/** From the sixth time on Postgres keeps the plan of a statement; the pool has several connections. */
const TIMES = 60;
const RECALCULATED = 1_000;
/** Of the results in one message. */
const PIECE = 500;
/** It takes half a second; with a plan that reads the invoices of the organization once for each of them, ten and more. */
const LIMIT_MS = 5_000;

withPlant(allTests);

const insertMany = (ids: readonly string[]) =>
  activity.db.asService(
    us.organizationId,
    ({ tx }) => tx`
      insert into invoices (organization_id, id, source_invoice_id, type, facility_id, start_date, end_date,
        base_quantity, percentage, quantity, unit_id)
      select ${us.organizationId}, id, id, 'electricity', ${plant}, '2025-01-01', '2025-01-31', 100, 1, 100, ${KWH}
      from unnest(${ids as string[]}::uuid[]) as id`,
  );

async function recalculate(ids: string[], revision: number) {
  const activityCategories = [InvoiceActivity.ELECTRICITY];
  const { recalculation } = await invoices().recalculateInvoices({ invoiceIds: ids, activityCategories });
  for (let from = 0; from < ids.length; from += PIECE) {
    const results = ids.slice(from, from + PIECE).map((recordId) => ({ recordId, revision, co2e: "2.5" }));
    await calculate(results);
  }
  return recalculation!;
}

it("recalculates a thousand invoices in a moment, also among many in tables that were never analyzed", async () => {
  await neverAnalyze("invoices");
  // Plans are made while there is next to nothing.
  for (let n = 0; n < TIMES; n++) {
    const few = [newId()];
    await insertMany(few);
    await recalculate(few, 2);
  }
  const ids = Array.from({ length: STORED }, newId);
  await insertMany(ids);
  const some = ids.filter((_, n) => n % (STORED / RECALCULATED) === 0);

  const begun = performance.now();
  const { processingJobIds } = await recalculate(some, 2);
  const tookMs = performance.now() - begun;
  const { job } = await activity.as(us, IngestJobService).getIngestJob({ jobId: processingJobIds[0]! });
  expect(job).toMatchObject({ status: IngestJobStatus.COMPLETED, succeededItems: RECALCULATED });
  expect(await activity.rows(us, "facility_totals")).toMatchObject([{ co2e: "2650.0" }]);
  expect(tookMs).toBeLessThan(LIMIT_MS);
});
