import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { InvoiceActivity, InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { calculate as calculateInvoices, invoiceOf } from "../invoice/invoice.fixture.ts";
import { sweepJobs } from "../records/records.fixture.ts";
import { calculate, facility, plant, wasteOf, withPlant } from "../waste/waste.fixture.ts";
import { finished, items, jobs, runDeletions } from "./job.fixture.ts";

withPlant(eachTest);

const wastes = () => activity.as(us, WasteService);
const invoices = () => activity.as(us, InvoiceService);
const facilities = () => activity.as(us, FacilityService);
const ids = async (table: string) => (await activity.rows<{ id: string }>(us, table)).map(({ id }) => id).sort();

/** Creates waiting wastes by one job. */
async function batch(count: number, facilityId = plant): Promise<void> {
  await wastes().createWastes({ records: Array.from({ length: count }, () => wasteOf(facilityId)) });
}

/** Creates calculated invoices and recalculates them by two jobs. */
async function recalculated(count: number, facilityId = plant): Promise<string[]> {
  const creations = Array.from({ length: count }, () => invoices().createInvoice(invoiceOf(facilityId)));
  const invoiceIds = (await Promise.all(creations)).map(({ invoice }) => invoice!.id);
  await calculateInvoices(invoiceIds.map((recordId) => ({ recordId })));
  const activityCategories = [InvoiceActivity.ELECTRICITY, InvoiceActivity.ENERGY];
  await invoices().recalculateInvoices({ invoiceIds, activityCategories });
  return invoiceIds;
}

/** All ways to delete wastes. */
const DELETIONS: Record<string, (ids: string[]) => Promise<unknown>> = {
  "one by one": (ids) => Promise.all(ids.map((id) => wastes().deleteWaste({ id }))),
  "by their ids": (ids) => wastes().deleteWastesById({ ids }),
  "by filters": async () => {
    const filter = { facilityId: plant, startDate: "2025-01-01" };
    const { filterHash } = await wastes().listWastes({ ...filter, page: 1, size: 1 });
    await wastes().deleteWastesByFilters({ ...filter, filterHash });
  },
  "by a job": async (ids) => {
    await wastes().deleteWastes({ ids });
    await runDeletions();
  },
  "with their facility": () => facilities().deleteFacility({ facilityId: plant }),
  "by a job, with their facility": async () => {
    await facilities().deleteFacilities({ facilityIds: [plant] });
    await runDeletions();
  },
};

/** Expects that `count` jobs have ended as completed, with one event each. */
async function expectCompleted(count: number): Promise<void> {
  const completed = (await jobs()).filter(({ operation }) => operation !== "delete");
  expect(completed).toHaveLength(count);
  for (const { status, totalItems, succeededItems, failedItems } of completed) {
    expect([status, succeededItems, failedItems]).toEqual(["completed", totalItems, 0]);
  }
  const announced = (await finished()).filter(({ id }) => completed.some((job) => job.id === id));
  expect(announced.map(({ id }) => id).sort()).toEqual(completed.map(({ id }) => id).sort());
}

describe("the deletion of waiting records completes their jobs", () => {
  it.each(Object.entries(DELETIONS))("of wastes %s", async (_, remove) => {
    await batch(3);
    await remove(await ids("wastes"));
    expect(await ids("wastes")).toEqual([]);
    await expectCompleted(1);
  });

  it.each([
    ["one by one", (all: string[]) => Promise.all(all.map((id) => invoices().deleteInvoice({ id })))],
    ["by their ids", (all: string[]) => invoices().deleteInvoices({ ids: all })],
    ["with their facility", () => facilities().deleteFacility({ facilityId: plant })],
  ])("of invoices %s, of several jobs", async (_, remove) => {
    await remove(await recalculated(3));
    expect(await ids("invoices")).toEqual([]);
    await expectCompleted(2);
  });

  it("of thousands of wastes, of several jobs", async () => {
    for (const count of [5_000, 600, 5_000]) await batch(count);
    // Autovacuum does it a minute after the growth. Statistics of a few rows would compare each row with each id.
    await activity.owner`analyze`;
    await facilities().deleteFacility({ facilityId: plant });
    await expectCompleted(3);
  });
});

it("a deletion does not change items that have ended", async () => {
  await batch(2);
  const [first, second] = await ids("wastes");
  await calculate([{ recordId: first!, failed: "FACTOR_NOT_FOUND" }]);
  await wastes().deleteWastesById({ ids: [first!, second!] });
  const statusOf = new Map((await items()).map(({ entityId, status }) => [entityId!, status]));
  expect([statusOf.get(first!), statusOf.get(second!)]).toEqual(["failed", "succeeded"]);
  expect(await jobs()).toMatchObject([{ status: "completed_with_errors" }]);
});

it("concurrent results, deletions and sweeps end every job once, without deadlocks", async () => {
  const deadlocks = async () => {
    const [row] = await activity.sql<[{ deadlocks: string }]>`
      select deadlocks from pg_stat_database where datname = current_database()`;
    return row.deadlocks;
  };
  // With statistics of a large table, Postgres locks rows in index order. Autovacuum would change them during the test.
  await batch(5_000);
  await activity.owner`alter table wastes set (autovacuum_enabled = off)`;
  await activity.owner`analyze`;
  await facilities().deleteFacility({ facilityId: plant });
  const before = await deadlocks();
  for (let round = 0; round < 6; round++) {
    const [one, other] = [await facility(), await facility()];
    await Promise.all([batch(60, one), batch(60, other), batch(60, one)]);
    const all = await ids("wastes");
    const stale = all.map((recordId) => ({ recordId, revision: 1 }));
    const invoiceIds = await recalculated(20, one);
    await Promise.all([
      facilities().deleteFacility({ facilityId: one }),
      wastes().deleteWastesById({ ids: all.filter((_, n) => n % 3 === 0).toReversed() }),
      ...[stale, stale].map((results) => calculate(results)),
      invoices().deleteInvoices({ ids: invoiceIds.filter((_, n) => n % 2 === 0) }),
      sweepJobs(0),
    ]);
    await facilities().deleteFacility({ facilityId: other });
  }
  await expectCompleted(1 + 6 * 5);
  expect(await ids("wastes")).toEqual([]);
  expect(await deadlocks()).toBe(before);
});
