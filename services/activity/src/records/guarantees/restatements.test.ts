import { RestatementAction } from "@emissions/proto/activity/v1/restatement_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { because, confirm, fixedLock, lock, locks, restatements } from "../../period_lock/locks.fixture.ts";
import { recalculateRecords } from "../delete.ts";
import { eachKind, records } from "./records-of.fixture.ts";

/** All days of the records, and none of them. */
const lockAll = () => fixedLock("2020-01-01", "2030-12-31");
const lockOther = () => fixedLock("2018-01-01", "2019-12-31");
const REASON = "Fehlerhafte Rechnung, 10 % zu viel: geprüft ✓";

eachKind("a restatement: $one", (sample) => {
  const restated = () => records.withHeaders(because(REASON));
  const calculated = async () => {
    const record = await records.add();
    await records.calculate({ id: record.id });
    return record.id;
  };
  const { CREATED, CHANGED, DELETED } = RestatementAction;
  const amount = () => [records.amount(7), records.column(Object.keys(records.amount(7))[0]!)] as const;
  const common = (periodLockId: string) => ({
    periodLockId,
    startDate: "2020-01-01",
    endDate: "2030-12-31",
    entityType: sample.kind.entityType,
    reason: REASON,
    restatedBy: us.userId,
  });

  it("is listed when a record is created, changed and deleted, and calc gets each revision", async () => {
    const lockId = await lockAll();
    const { id: recordId } = await restated().create(records.valid);
    await restated().change(recordId, ...amount());
    await restated().remove(recordId);
    expect(await restatements()).toMatchObject([
      { ...common(lockId), recordId, revision: 3, action: DELETED },
      { ...common(lockId), recordId, revision: 2, action: CHANGED },
      { ...common(lockId), recordId, revision: 1, action: CREATED },
    ]);
    expect((await records.inputs()).map(({ revision }) => revision)).toEqual([1, 2]);
    expect(await records.deleted()).toMatchObject([{ recordId, revision: 3 }]);
  });

  it("is listed for each record of a batch and of a deletion by ids", async () => {
    const lockId = await lockAll();
    await restated().createBatch(records.some(3));
    const ids = (await records.rows<{ id: string }>()).map(({ id }) => id).sort();
    await restated().removeByIds(ids);
    const listed = await restatements({ periodLockId: [lockId] });
    expect(listed.map(({ recordId, action }) => `${action} ${recordId}`).sort()).toEqual(
      [CREATED, DELETED].flatMap((action) => ids.map((id) => `${action} ${id}`)).sort(),
    );
  });

  it("is none without a locked day, and none for a change that starts no calculation", async () => {
    await lockOther();
    const { id } = await restated().create(records.valid);
    await records.calculate({ id });
    await lockAll();
    await restated().change(id, { [records.text]: "another text" }, records.column(records.text));
    expect(await restatements()).toEqual([]);
  });

  it("is none of a dry run and of a refused request", async () => {
    await lockAll();
    const dry = records.withHeaders({ ...because(REASON), "dry-run": "true" });
    await dry.create(records.valid);
    const dates = { checkInDate: "x", travelDate: "x" };
    const invalid = { unitId: "x", hotelName: "x".repeat(300), ...dates, dailyTrips: 99, country: "x" };
    await refusalOf(restated().create({ ...records.valid, ...invalid }));
    expect(await restatements()).toEqual([]);
    expect(await records.rows()).toEqual([]);
  });

  it("of a repeated request is one", async () => {
    await lockAll();
    const repeat = records.withHeaders({ ...because(REASON), "idempotency-key": "k" });
    const [first, again] = [await repeat.create(records.valid), await repeat.create(records.valid)];
    expect(again.id).toBe(first.id);
    expect(await restatements()).toHaveLength(1);
    const other = records.withHeaders({ ...because("Another reason"), "idempotency-key": "k" });
    expect(await refusalOf(other.create(records.valid))).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("waits until the lock has reached the totals", async () => {
    const { id } = await lock("2020-01-01", "2030-12-31");
    expect(await refusalOf(restated().create(records.valid))).toMatchObject({ code: "PERIOD_LOCKED" });
    await confirm(id, true);
    await restated().create(records.valid);
  });

  it("does not follow from the correction of an owner or supplier", async () => {
    const id = await calculated();
    await lockAll();
    const { context } = activity;
    await activity.db.asService(us.organizationId, (write) => recalculateRecords(context, write, sample.kind, [id]));
    expect(await restatements()).toEqual([]);
    expect(await records.rows()).toMatchObject([{ revision: 1 }]);
  });

  it("needs an admin", async () => {
    await lockAll();
    const editor = records.withHeaders(because(REASON), { ...us, role: "editor" });
    expect(await refusalOf(editor.create(records.valid))).toMatchObject({ code: "ORG_ADMIN_REQUIRED" });
    expect(await refusalOf(records.add())).toMatchObject({ code: "PERIOD_LOCKED" });
  });

  it("that waits for its result prevents another lock of its days, and stays listed after the unlock", async () => {
    const lockId = await lockAll();
    const { id } = await restated().create(records.valid);
    await locks().deletePeriodLock({ id: lockId });
    const again = () => locks().lockPeriod({ startDate: "2020-01-01", endDate: "2030-12-31" });
    expect(await refusalOf(again())).toMatchObject({ code: "PERIOD_NOT_CALCULATED" });
    await records.calculate({ id });
    expect((await restatements())[0]!.mergedAt).toBeUndefined();
    expect(await refusalOf(again())).toMatchObject({ code: "PERIOD_NOT_CALCULATED" });
    await confirm(lockId, false);
    expect((await restatements())[0]!.mergedAt).toBeDefined();
    await again();
  });
});
