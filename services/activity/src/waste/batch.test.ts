import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { IngestJobService, IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, KM, M3 } from "../activity.fixture.ts";
import { kinds } from "../kinds.ts";
import { sweepStaleItems } from "../records/stale-items.ts";
import { sweepPending } from "../records/sweep.ts";
import { calculate, facility, group, record, wasteOf } from "./waste.fixture.ts";

let activity: Activity;
let us: Principal;
let plant: string;

eachTest(async (ours) => {
  ({ activity, us } = ours);
  plant = await facility(activity, us);
});

interface Stored {
  id: string;
  identificationName: string;
  externalId: string;
  customFactorRevision: number | null;
}

const some = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...wasteOf(plant),
    identificationName: `Waste ${n}`,
    externalId: `x-${n}`,
  }));
const create = async (records: object[], key?: string, rejected: object[] = []) => {
  const client = activity.as(us, WasteService, key === undefined ? {} : { "idempotency-key": key });
  return (await client.createWastes({ records, rejected })).job!;
};
const stored = async () => (await activity.rows<Stored>(us, "wastes")).sort((a, b) => placeOf(a) - placeOf(b));
const placeOf = ({ externalId }: Stored) => Number(externalId.slice(2));
const announced = async () => (await activity.events(us, RecordsStoredSchema)).map(({ records }) => records.length);

describe("a batch", () => {
  it("of five thousand is one job, stored and announced as a whole", async () => {
    const job = await create(some(5_000));
    expect(job).toMatchObject({
      entityType: EntityType.WASTES,
      status: IngestJobStatus.QUEUED,
      totalItems: 5_000,
      succeededItems: 0,
      failedItems: 0,
    });
    const wastes = await stored();
    expect(wastes.map(({ externalId }) => externalId)).toEqual(some(5_000).map(({ externalId }) => externalId));
    expect(await announced()).toEqual(Array(10).fill(500));
    const { items } = await activity
      .as(us, IngestJobService)
      .listIngestJobItems({ jobId: job.id, page: 50, size: 100 });
    expect(items.at(-1)).toMatchObject({ index: 4_999, externalId: "x-4999", entityId: wastes.at(-1)!.id });
  });

  it("finishes its job with the results of its records", async () => {
    const { id: jobId } = await create(some(3));
    const [one, two, three] = await stored();
    const detail = { failed: "FACTOR_NOT_FOUND", errorDetail: "No factor for waste 150101 by R03." };
    await calculate(activity, us, [{ recordId: one!.id }, { recordId: two!.id, ...detail }, { recordId: three!.id }]);
    const jobs = activity.as(us, IngestJobService);
    const { job } = await jobs.getIngestJob({ jobId });
    expect(job).toMatchObject({
      status: IngestJobStatus.COMPLETED_WITH_ERRORS,
      succeededItems: 2,
      failedItems: 1,
    });
    const { items } = await jobs.listIngestJobItems({ jobId });
    expect(items.map(({ code, detail }) => [code, detail])).toEqual([
      [undefined, undefined],
      ["CALCULATION_FAILED", detail.errorDetail],
      [undefined, undefined],
    ]);
  });

  it("looks up what its records name at once, however many name it", async () => {
    const records = [record(activity, { unitId: M3, revision: 7 }), record(activity, {})];
    const groups = [group(activity, { revision: 9 })];
    const named = some(300).map((waste, n) => {
      const own = { ...waste, lerCodeId: undefined };
      if (n % 3 === 0) return { ...own, customEfRecordId: records[0], unitId: M3 };
      return n % 3 === 1 ? { ...own, customEfRecordId: records[1] } : { ...own, customEmissionFactorId: groups[0] };
    });
    await create(named);
    expect(activity.lookUps).toEqual([records, groups]);
    expect((await stored()).slice(0, 3).map(({ customFactorRevision }) => customFactorRevision)).toEqual([7, 1, 9]);
  });

  it("with wrong records stores nothing and names every one, also those that the gateway could not read", async () => {
    const records: object[] = some(10);
    const found = { loc: ["body", "unit_id"], msg: "value is not a valid uuid", type: "type_error.uuid" };
    records[1] = { ...records[1], startDate: "1969-12-31" };
    records[3] = {};
    records[4] = { ...records[4], unitId: "" };
    records[7] = { ...records[7], unitId: KM, identificationName: "" };
    const refused = create(records, undefined, [{ index: 3, violations: [found] }]);
    await expect(refused).rejects.toMatchObject({ rawMessage: "4 of 10 records were rejected." });
    expect(await refusalOf(refused)).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        "body.records.1.start_date ACTIVITY_DATE_OUT_OF_RANGE",
        "body.records.3.unit_id SCHEMA_INVALID",
        "body.records.4.unit_id SCHEMA_INVALID",
        "body.records.7.identification_name SCHEMA_INVALID",
        "body.records.7.unit_id UNIT_NOT_SUPPORTED",
      ],
    });
    expect(await stored()).toEqual([]);
    expect(await announced()).toEqual([]);
    expect(await activity.rows(us, "ingest_jobs")).toEqual([]);
  });

  it("with wrong records behind hundreds that are right stores none of them, and can be sent again under its key", async () => {
    const records: object[] = some(1_700);
    records[600] = { ...records[600], identificationName: "" };
    records[1_650] = { ...records[1_650], startDate: "1969-12-31" };
    const key = newId();
    const refused = create(records, key);
    await expect(refused).rejects.toMatchObject({ rawMessage: "2 of 1700 records were rejected." });
    expect(await refusalOf(refused)).toMatchObject({
      violations: [
        "body.records.600.identification_name SCHEMA_INVALID",
        "body.records.1650.start_date ACTIVITY_DATE_OUT_OF_RANGE",
      ],
    });
    expect([await stored(), await announced(), await activity.rows(us, "ingest_jobs")]).toEqual([[], [], []]);
    expect(await create(some(1_700), key)).toMatchObject({ totalItems: 1_700 });
    expect(await stored()).toHaveLength(1_700);
  });

  it("of none, or of more than five thousand, is refused", async () => {
    for (const [count, side] of [
      [0, "min"],
      [5_001, "max"],
    ] as const) {
      expect(await refusalOf(create(some(count)))).toMatchObject({
        code: "REQUEST_VALIDATION_FAILED",
        violations: [`body.records value_error.list.${side}_items`],
      });
    }
  });

  it("sent fifty times at once under one key is one job", async () => {
    const key = newId();
    const jobs = await Promise.all(Array.from({ length: 50 }, () => create(some(20), key)));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
    expect(await stored()).toHaveLength(20);
    expect(await activity.rows(us, "ingest_jobs")).toHaveLength(1);
    expect(await refusalOf(create(some(21), key))).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("that was refused leaves its key free", async () => {
    const key = newId();
    await refusalOf(create([{}], key));
    expect(await create(some(2), key)).toMatchObject({ totalItems: 2 });
  });

  it("whose results do not come is announced again, what was deleted of it meanwhile is done", async () => {
    const { id: jobId } = await create(some(3));
    const [gone, ...left] = await stored();
    await activity.as(us, WasteService).deleteWaste({ id: gone!.id });
    const longAgo = "created_at = now() - interval '1 minute'";
    await activity.db.asService(us.organizationId, ({ tx }) => tx`update ingest_jobs set ${tx.unsafe(longAgo)}`);
    const sweeping = { context: activity.context, kinds, overdueS: 30 };
    const signal = new AbortController().signal;
    await sweepStaleItems(sweeping, signal);
    await sweepPending(sweeping, signal);
    const events = await activity.events(us, RecordsStoredSchema);
    expect(
      events
        .at(-1)!
        .records.map(({ recordId }) => recordId)
        .sort(),
    ).toEqual(left.map(({ id }) => id).sort());
    const jobs = activity.as(us, IngestJobService);
    expect((await jobs.getIngestJob({ jobId })).job).toMatchObject({ succeededItems: 1, failedItems: 0 });
    await calculate(
      activity,
      us,
      left.map(({ id: recordId }) => ({ recordId })),
    );
    expect((await jobs.getIngestJob({ jobId })).job).toMatchObject({ status: IngestJobStatus.COMPLETED });
    expect(await activity.rows(us, "pending_calculations")).toEqual([]);
  });

  it("answers a repeat as the first time, although its facility is gone", async () => {
    const key = newId();
    const job = await create(some(2), key);
    await activity.db.asService(us.organizationId, ({ tx }) => tx`delete from facilities where id = ${plant}`);
    expect(await create(some(2), key)).toEqual(job);
  });
});

describe("a bulk deletion", () => {
  it("is a job with an item for each id", async () => {
    const ids = [newId(), newId()];
    const { job } = await activity.as(us, WasteService).deleteWastes({ ids });
    expect(job).toMatchObject({ entityType: EntityType.WASTES, totalItems: 2, status: IngestJobStatus.QUEUED });
  });

  it.each([
    { ids: [], violations: ["body.waste_ids value_error.list.min_items"] },
    { ids: [newId(), "none"], violations: ["body.waste_ids.1 type_error.uuid"] },
  ])("refuses $violations", async ({ ids, violations }) => {
    const refused = activity.as(us, WasteService).deleteWastes({ ids });
    expect(await refusalOf(refused)).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations });
  });
});
