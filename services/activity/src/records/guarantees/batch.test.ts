import { newId } from "@emissions/kit/process/id";
import { IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { BATCH_MAX } from "../../batch.ts";
import { RECORDS_MAX } from "../announce.ts";
import { passTime, sweep, sweepJobs } from "../records.fixture.ts";
import { eachKind, records } from "./records-of.fixture.ts";

/** More than two pieces of a batch. */
const SOME = 2 * RECORDS_MAX + 200;

eachKind("a batch: $one", (sample) => {
  const { kind, amount } = sample;
  const stored = async () =>
    (await records.rows<{ id: string; externalId: string }>()).sort((a, b) => indexOf(a) - indexOf(b));
  const indexOf = ({ externalId }: { externalId: string }) => Number(externalId.slice(2));
  const invalid = () => ({ ...records.valid, ...records.amount(-1) });
  const loc = (index: number) => `body.records.${index}.${records.column(amount)}`;

  it("of the largest size is one job, stored and announced in pieces", async () => {
    const job = await records.createBatch(records.some(BATCH_MAX));
    expect(job).toMatchObject({
      entityType: kind.entityType,
      status: IngestJobStatus.QUEUED,
      totalItems: BATCH_MAX,
      succeededItems: 0,
      failedItems: 0,
    });
    const rows = await stored();
    expect(rows.map(indexOf)).toEqual(Array.from({ length: BATCH_MAX }, (_, n) => n));
    const announced = await activity.events(us, RecordsStoredSchema);
    expect(announced.map((event) => event.records.length)).toEqual(Array(BATCH_MAX / RECORDS_MAX).fill(RECORDS_MAX));
    const items = await records.items(job.id, { page: BATCH_MAX / 100, size: 100 });
    expect(items.at(-1)).toMatchObject({
      index: BATCH_MAX - 1,
      externalId: `x-${BATCH_MAX - 1}`,
      entityId: rows.at(-1)!.id,
    });
  });

  it("has an audit row for each record and one for the job", async () => {
    const job = await records.createBatch(records.some(RECORDS_MAX + 1));
    const audit = await activity.rows<{ action: string; entityId: string; actorId: string }>(us, "audit_log");
    const ofRecords = audit.filter(({ action }) => action === `Create${sample.many}`);
    const ids = [...(await stored()).map(({ id }) => id), job.id];
    expect(ofRecords.map(({ entityId }) => entityId).sort()).toEqual(ids.sort());
    expect(new Set(ofRecords.map(({ actorId }) => actorId))).toEqual(new Set([us.userId]));
  });

  it("finishes its job with the results of its records", async () => {
    const { id: jobId } = await records.createBatch(records.some(3));
    const [one, two, three] = await stored();
    await records.calculate({ id: one!.id }, { id: two!.id, failed: "FACTOR_NOT_FOUND" }, { id: three!.id });
    const counts = { status: IngestJobStatus.COMPLETED_WITH_ERRORS, succeededItems: 2, failedItems: 1 };
    expect(await records.job(jobId)).toMatchObject(counts);
    const items = await records.items(jobId);
    expect(items.map(({ code, detail }) => [code, detail])).toEqual([
      [undefined, undefined],
      ["CALCULATION_FAILED", "Nothing fits."],
      [undefined, undefined],
    ]);
  });

  it("finishes its job also when records are deleted before their results", async () => {
    const { id: jobId } = await records.createBatch(records.some(3));
    const [one, two, three] = await stored();
    await records.remove(one!.id);
    expect(await records.job(jobId)).toMatchObject({ status: IngestJobStatus.PROCESSING, succeededItems: 1 });
    await records.calculate({ id: one!.id }, { id: two!.id });
    await records.removeByIds([three!.id]);
    expect(await records.job(jobId)).toMatchObject({ status: IngestJobStatus.COMPLETED, succeededItems: 3 });
  });

  it("with invalid records stores nothing and names each, with those that the gateway could not parse", async () => {
    const sent: object[] = records.some(SOME);
    for (const index of [1, 600, SOME - 1]) sent[index] = invalid();
    sent[3] = {};
    const found = { loc: ["body", "file_id"], msg: "value is not a valid uuid", type: "type_error.uuid" };
    const key = newId();
    const refused = records.withKey(key).createBatch(sent, [{ index: 3, violations: [found] }]);
    await expect(refused).rejects.toMatchObject({ rawMessage: `4 of ${SOME} records were rejected.` });
    expect(await refusalOf(refused)).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        `${loc(1)} SCHEMA_INVALID`,
        "body.records.3.file_id SCHEMA_INVALID",
        `${loc(600)} SCHEMA_INVALID`,
        `${loc(SOME - 1)} SCHEMA_INVALID`,
      ],
    });
    expect(await records.isEmpty()).toBe(true);
    // The refused request leaves its key free.
    expect(await records.withKey(key).createBatch(records.some(2))).toMatchObject({ totalItems: 2 });
  });

  it("of no records, or of too many, is refused", async () => {
    const refused = async (count: number) => (await refusalOf(records.createBatch(records.some(count)))).violations;
    expect(await refused(0)).toEqual(["body.records value_error.list.min_items"]);
    expect(await refused(BATCH_MAX + 1)).toEqual(["body.records value_error.list.max_items"]);
  });

  it("that is sent again under its key is answered as the first time and stored once", async () => {
    const { createBatch } = records.withKey(newId());
    const [job, ...more] = await Promise.all(Array.from({ length: 20 }, () => createBatch(records.some(20))));
    expect(new Set([job, ...more].map((one) => one!.id)).size).toBe(1);
    expect(await stored()).toHaveLength(20);
    expect(await activity.rows(us, "ingest_jobs")).toHaveLength(1);
    expect(await refusalOf(createBatch(records.some(21)))).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    if (kind.owner) await records.owners.remove(records.ownerId);
    expect(await createBatch(records.some(20))).toEqual(job);
  });

  it("whose results do not arrive is announced again without the deleted records", async () => {
    const { id: jobId } = await records.createBatch(records.some(3));
    const [gone, ...left] = await stored();
    await records.remove(gone!.id);
    await passTime();
    await sweepJobs();
    await sweep();
    const again = (await activity.events(us, RecordsStoredSchema)).at(-1)!.records;
    expect(again.map(({ recordId }) => recordId).sort()).toEqual(left.map(({ id }) => id).sort());
    expect(await records.job(jobId)).toMatchObject({ succeededItems: 1, failedItems: 0 });
    await records.calculate(...left.map(({ id }) => ({ id })));
    expect(await records.job(jobId)).toMatchObject({ status: IngestJobStatus.COMPLETED });
    expect(await records.pending()).toEqual([]);
  });
});
