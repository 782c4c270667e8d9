import { NIL_ID, newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { eachKind, records, recordsOf } from "./records-of.fixture.ts";
import { samples } from "./samples.fixture.ts";

const UNKNOWN = ["body.file_id value_error.not_found"];

const file = ({ organizationId } = us) => activity.store.add(organizationId, "proof.pdf");
const uses = async (fileId: string, deletionAttempt = 0, { organizationId }: Principal = us) =>
  (await activity.as(servicePrincipal(organizationId), FileUseService).countFileUses({ fileId, deletionAttempt }))
    .records;

eachKind("the file of a record: $one", (sample) => {
  it("exists in the organization, for new records and for changes", async () => {
    const fileId = file();
    const { id } = await records.add({ fileId: fileId.toUpperCase() });
    expect(await records.get(id)).toMatchObject({ fileId });
    for (const strange of [newId(), file(await activity.organization())]) {
      const refused = await refusalOf(records.add({ fileId: strange }));
      expect(refused).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations: UNKNOWN });
      expect((await refusalOf(records.change(id, { fileId: strange }, "file_id"))).violations).toEqual(UNKNOWN);
    }
    expect((await records.change(id, { fileId: NIL_ID }, "file_id")).fileId).toBeUndefined();
    expect(await records.rows()).toHaveLength(1);
  });

  it("is not looked up when a request names none", async () => {
    const { id } = await records.add({ fileId: file() });
    activity.store.lookUps.length = 0;
    await records.changeText(id, "Other");
    await records.change(id, records.amount(7), records.column(sample.amount));
    await records.add({ fileId: NIL_ID });
    await records.createBatch([records.valid]);
    expect(activity.store.lookUps).toEqual([]);
  });

  it("is looked up once for all records of a batch, and each unknown one is named", async () => {
    const [one, two] = [file(), file()];
    const named = records.some(30).map((record, n) => ({ ...record, fileId: n % 2 === 0 ? one : two }));
    await records.createBatch(named);
    expect(activity.store.lookUps).toEqual([[one, two]]);
    const refused = await refusalOf(records.createBatch([...named, { ...records.valid, fileId: newId() }]));
    expect(refused).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: ["body.records.30.file_id SCHEMA_INVALID"],
    });
    expect([await uses(one), await uses(two)]).toEqual([15, 15]);
  });

  it("is counted for its organization alone", async () => {
    const fileId = file();
    await records.add({ fileId });
    const { id } = await records.add({ fileId });
    expect(await uses(fileId)).toBe(2);
    expect(await uses(fileId, 0, await activity.organization())).toBe(0);
    await records.remove(id);
    expect(await uses(fileId, 1)).toBe(1);
  });

  it("is refused when its deletion begins between the lookup and the write", async () => {
    const fileId = file();
    const { id } = await records.add();
    let attempt = 0;
    activity.store.hooks.afterLookUp = async () => {
      attempt += 1;
      expect(await uses(fileId, attempt)).toBe(0);
      activity.store.attempts.set(fileId, attempt);
    };
    expect((await refusalOf(records.add({ fileId }))).violations).toEqual(UNKNOWN);
    expect((await refusalOf(records.change(id, { fileId }, "file_id"))).violations).toEqual(UNKNOWN);
    const batch = await refusalOf(records.createBatch([{ ...records.valid, fileId }]));
    expect(batch.violations).toEqual(["body.records.0.file_id SCHEMA_INVALID"]);
    expect(attempt).toBe(3);
    activity.store.hooks.afterLookUp = async () => {};
    // The deletion was given up. A lookup from after it is valid.
    expect(await records.add({ fileId })).toMatchObject({ fileId });
  });
});

it("a deletion waits for records whose transaction has begun, and counts them", async () => {
  const purchases = await recordsOf(samples[0]!);
  const fileId = file();
  const { sql } = activity;
  const blocker = await sql.reserve();
  await blocker`begin`;
  await blocker`lock table pending_calculations in exclusive mode`;
  const added = purchases.add({ fileId });
  const waiting = (event: string) =>
    until(`a connection that waits for ${event}`, async () => {
      const found = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = ${event}`;
      return found.length > 0;
    });
  await waiting("relation");
  const counted = uses(fileId, 1);
  await waiting("advisory");
  await blocker`rollback`;
  blocker.release();
  await added;
  expect(await counted).toBe(1);
});

it("counts are for services only", async () => {
  const call = activity.as(us, FileUseService).countFileUses({ fileId: newId(), deletionAttempt: 1 });
  expect(await refusalOf(call)).toMatchObject({ code: "FORBIDDEN" });
});

it("records and deletions at the same moment never leave a record with a deleted file", async () => {
  const purchases = await recordsOf(samples[0]!);
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const fileId = file();
      const [added, count] = await Promise.all([
        purchases.add({ fileId }).then(
          () => true,
          () => false,
        ),
        uses(fileId, 1),
      ]);
      return { added, deleted: count === 0, left: await uses(fileId) };
    }),
  );
  for (const { added, deleted, left } of outcomes) expect([deleted && left > 0, added]).toEqual([false, !deleted]);
});
