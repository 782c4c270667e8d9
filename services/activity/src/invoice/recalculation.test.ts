import { newId } from "@emissions/kit/process/id";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { IngestJobService, IngestJobStatus, IngestOperation } from "@emissions/proto/activity/v1/ingest_job_service";
import { InvoiceActivity, InvoiceStatus, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, inputs, KWH, M3, us } from "../activity.fixture.ts";
import { facility, group, record } from "../waste/waste.fixture.ts";
import { calculate, change, create, eachInvoiceTest, get, invoices } from "./invoice.fixture.ts";

eachInvoiceTest();

const recalculate = async (invoiceIds: string[], ...activityCategories: InvoiceActivity[]) =>
  (await invoices().recalculateInvoices({ invoiceIds, activityCategories })).recalculation!;
const job = async (jobId: string) => (await activity.as(us, IngestJobService).getIngestJob({ jobId })).job!;
const lastInput = async () => (await inputs()).at(-1)!;
const pinned = async () => (await lastInput()).selector!.kind.value;

describe("RecalculateInvoices", () => {
  it("makes one new revision and one job for each category; number and status stay until the result", async () => {
    const { id } = await create();
    await calculate([{ recordId: id, co2e: "12.5" }]);
    const foreign = newId();
    const begun = await recalculate([id, foreign], InvoiceActivity.ELECTRICITY, InvoiceActivity.ENERGY);
    expect(begun).toMatchObject({ invoiceIds: [id], count: 1 });
    expect(begun.processingJobIds).toHaveLength(2);
    const active = { status: InvoiceStatus.ACTIVE };
    expect(await get(id)).toMatchObject({ ...active, co2e: { value: "12.5" } });
    expect(await lastInput()).toMatchObject({ recordId: id, revision: 2 });
    const unpriced = { invoiceId: "F-2", status: InvoiceStatus.ACTIVE };
    expect(await change(id, unpriced, "invoice_id", "status")).toMatchObject({ ...active, co2e: { value: "12.5" } });
    await calculate([{ recordId: id, revision: 2, co2e: "13" }]);
    expect(await get(id)).toMatchObject({ ...active, co2e: { value: "13" } });
    const { RECALCULATE: operation } = IngestOperation;
    const completed = { operation, status: IngestJobStatus.COMPLETED, totalItems: 1, succeededItems: 1 };
    for (const jobId of begun.processingJobIds) expect(await job(jobId)).toMatchObject(completed);
  });

  it("takes a custom group as it is now, and one that is gone as it was", async () => {
    const id = group({ revision: 1 });
    const { id: invoice } = await create({ customEmissionFactorId: id });
    group({ id, revision: 5 });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ groupId: id, revision: 5 });
    group({ id, revision: 6, deleted: true });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ groupId: id, revision: 5 });
  });

  it("takes a custom record as it is now, unless it is of another unit by now", async () => {
    const usual = { unitId: KWH, activityCategories: ["electricity"] };
    const id = record(usual);
    const { id: invoice } = await create({ customEfRecordId: id });
    record({ id, ...usual, revision: 2 });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ recordId: id, revision: 2 });
    record({ id, ...usual, unitId: M3, revision: 3 });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ recordId: id, revision: 2 });
  });

  it("leaves out what belongs to others, also when nothing is left", async () => {
    const { id } = await create();
    const them = invoices(await activity.organization());
    const activityCategories = [InvoiceActivity.ELECTRICITY];
    const { recalculation } = await them.recalculateInvoices({ invoiceIds: [id], activityCategories });
    expect(recalculation).toMatchObject({ invoiceIds: [], count: 0, processingJobIds: [] });
    expect(await lastInput()).toMatchObject({ revision: 1 });
  });

  it("leaves nothing behind of a facility that is deleted at the same time, whoever comes first", async () => {
    for (let round = 0; round < 10; round++) {
      const facilityId = await facility();
      const made = await Promise.all(Array.from({ length: 10 }, () => create({ facilityId })));
      const ids = made.map(({ id }) => id);
      const results = (revision: number) => calculate(ids.map((recordId) => ({ recordId, revision, co2e: "2" })));
      await results(1);
      const removed = activity.as(us, FacilityService).deleteFacility({ facilityId });
      await Promise.all([recalculate(ids, InvoiceActivity.ELECTRICITY), removed, results(2)]);
      await results(2);
      for (const table of ["invoices", "facility_totals", "pending_calculations"]) {
        expect(await activity.rows(us, table)).toEqual([]);
      }
    }
  });

  it("refuses several types, types that it does not know, and categories of another type", async () => {
    const { id: electricity } = await create();
    const { id: water } = await create({ type: InvoiceType.WATER, unitId: M3 });
    const refused = async (ids: string[], category: InvoiceActivity) =>
      (await refusalOf(recalculate(ids, category))).code;
    expect(await refused([electricity, water], InvoiceActivity.ENERGY)).toBe("MIXED_INVOICE_TYPES");
    expect(await refused([water], InvoiceActivity.ENERGY)).toBe("UNSUPPORTED_INVOICE_TYPE");
    expect(await refused([electricity], InvoiceActivity.STATIONARY)).toBe("ACTIVITY_CATEGORY_MISMATCH");
    expect(await refused([], InvoiceActivity.STATIONARY)).toBe("REQUEST_VALIDATION_FAILED");
    expect(await activity.rows(us, "ingest_jobs")).toEqual([]);
  });
});
