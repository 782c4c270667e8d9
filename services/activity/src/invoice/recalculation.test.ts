import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { IngestJobService, IngestJobStatus, IngestOperation } from "@emissions/proto/activity/v1/ingest_job_service";
import {
  InvoiceActivity,
  InvoiceService,
  InvoiceStatus,
  InvoiceType,
} from "@emissions/proto/activity/v1/invoice_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, KWH, M3 } from "../activity.fixture.ts";
import { facility, group, record } from "../waste/waste.fixture.ts";
import { calculate, invoiceOf, type Sent } from "./invoice.fixture.ts";

let activity: Activity;
let us: Principal;
let plant: string;

eachTest(async (ours) => {
  ({ activity, us } = ours);
  plant = await facility(activity, us);
});

const invoices = (as = us) => activity.as(as, InvoiceService);
const create = async (change: Sent = {}) =>
  (await invoices().createInvoice({ ...invoiceOf(plant), ...change })).invoice!.id;
const get = async (id: string) => (await invoices().getInvoice({ id })).invoice!;
const recalculate = async (invoiceIds: string[], ...activityCategories: InvoiceActivity[]) =>
  (await invoices().recalculateInvoices({ invoiceIds, activityCategories })).recalculation!;
const job = async (jobId: string) => (await activity.as(us, IngestJobService).getIngestJob({ jobId })).job!;
const lastInput = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records).at(-1);

describe("RecalculateInvoices", () => {
  it("makes one new revision and one job for each category; number and status stay until the result", async () => {
    const id = await create();
    await calculate(activity, us, [{ recordId: id, co2e: "12.5" }]);
    const foreign = newId();
    const begun = await recalculate([id, foreign], InvoiceActivity.ELECTRICITY, InvoiceActivity.ENERGY);
    expect(begun).toMatchObject({ invoiceIds: [id], count: 1 });
    expect(begun.processingJobIds).toHaveLength(2);
    expect(await get(id)).toMatchObject({ status: InvoiceStatus.ACTIVE, co2e: { value: "12.5" } });
    expect(await lastInput()).toMatchObject({ recordId: id, revision: 2 });
    const changes = [{ invoiceId: "F-2" }, { status: InvoiceStatus.ACTIVE }];
    for (const [index, path] of ["invoice_id", "status"].entries()) {
      const { invoice } = await invoices().updateInvoice({ id, ...changes[index], updateMask: { paths: [path] } });
      expect(invoice).toMatchObject({ status: InvoiceStatus.ACTIVE, co2e: { value: "12.5" } });
    }

    await calculate(activity, us, [{ recordId: id, revision: 2, co2e: "13" }]);
    expect(await get(id)).toMatchObject({ status: InvoiceStatus.ACTIVE, co2e: { value: "13" } });
    for (const jobId of begun.processingJobIds) {
      expect(await job(jobId)).toMatchObject({
        operation: IngestOperation.RECALCULATE,
        status: IngestJobStatus.COMPLETED,
        totalItems: 1,
        succeededItems: 1,
      });
    }
  });

  it("takes a custom group as it is now, and one that is gone as it was", async () => {
    const pinned = async () => (await lastInput())!.selector!.kind.value;
    const id = group(activity, { revision: 1 });
    const invoice = await create({ customEmissionFactorId: id });
    group(activity, { id, revision: 5 });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ groupId: id, revision: 5 });
    group(activity, { id, revision: 6, deleted: true });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ groupId: id, revision: 5 });
  });

  it("takes a custom record as it is now, unless it is of another unit by now", async () => {
    const pinned = async () => (await lastInput())!.selector!.kind.value;
    const usual = { unitId: KWH, activityCategories: ["electricity"] };
    const id = record(activity, usual);
    const invoice = await create({ customEfRecordId: id });
    record(activity, { id, ...usual, revision: 2 });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ recordId: id, revision: 2 });
    record(activity, { id, ...usual, unitId: M3, revision: 3 });
    await recalculate([invoice], InvoiceActivity.ELECTRICITY);
    expect(await pinned()).toMatchObject({ recordId: id, revision: 2 });
  });

  it("leaves out what belongs to others, also when nothing is left", async () => {
    const id = await create();
    const them = invoices(await activity.organization());
    const { recalculation } = await them.recalculateInvoices({
      invoiceIds: [id],
      activityCategories: [InvoiceActivity.ELECTRICITY],
    });
    expect(recalculation).toMatchObject({ invoiceIds: [], count: 0, processingJobIds: [] });
    expect(await lastInput()).toMatchObject({ revision: 1 });
  });

  it("leaves nothing behind of a facility that is deleted at the same time, whoever comes first", async () => {
    for (let round = 0; round < 10; round++) {
      const ids = await Promise.all(Array.from({ length: 10 }, () => create()));
      const results = (revision: number) =>
        calculate(
          activity,
          us,
          ids.map((recordId) => ({ recordId, revision, co2e: "2" })),
        );
      const remove = () => activity.as(us, FacilityService).deleteFacility({ facilityId: plant });
      await results(1);
      await Promise.all([recalculate(ids, InvoiceActivity.ELECTRICITY), remove(), results(2)]);
      await results(2);
      for (const table of ["invoices", "facility_totals", "pending_calculations"]) {
        expect(await activity.rows(us, table)).toEqual([]);
      }
      plant = await facility(activity, us);
    }
  });

  it("refuses several types, types that it does not know, and categories of another type", async () => {
    const [electricity, water] = [await create(), await create({ type: InvoiceType.WATER, unitId: M3 })];
    const refused = async (ids: string[], category: InvoiceActivity) =>
      (await refusalOf(recalculate(ids, category))).code;
    expect(await refused([electricity, water], InvoiceActivity.ENERGY)).toBe("MIXED_INVOICE_TYPES");
    expect(await refused([water], InvoiceActivity.ENERGY)).toBe("UNSUPPORTED_INVOICE_TYPE");
    expect(await refused([electricity], InvoiceActivity.STATIONARY)).toBe("ACTIVITY_CATEGORY_MISMATCH");
    expect(await refused([], InvoiceActivity.STATIONARY)).toBe("REQUEST_VALIDATION_FAILED");
    expect(await activity.rows(us, "ingest_jobs")).toEqual([]);
  });
});
