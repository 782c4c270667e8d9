import type { Principal } from "@emissions/kit/wire/principal";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { recalculateRecords } from "../delete.ts";
import { eachKind, records } from "./records-of.fixture.ts";

const LOCKED = { code: "PERIOD_LOCKED" };
const locks = (by: Principal = us) => activity.as(by, PeriodLockService);
/** All days of the records, and none of them. */
const lockAll = (by?: Principal) => locks(by).lockPeriod({ startDate: "2020-01-01", endDate: "2030-12-31" });
const lockOther = () => locks().lockPeriod({ startDate: "2018-01-01", endDate: "2019-12-31" });

eachKind("a locked period: $one", (sample) => {
  const calculated = async () => {
    const record = await records.add();
    await records.calculate({ id: record.id });
    return record.id;
  };

  it("refuses new records, one or many", async () => {
    await lockAll();
    expect(await refusalOf(records.add())).toMatchObject(LOCKED);
    expect(await refusalOf(records.createBatch(records.some(3)))).toMatchObject(LOCKED);
    expect(await records.rows()).toEqual([]);
    expect(await records.inputs()).toEqual([]);
  });

  it("refuses changes that start a calculation, and takes those of texts", async () => {
    const id = await calculated();
    await lockAll();
    expect(
      await refusalOf(records.change(id, records.amount(7), records.column(Object.keys(records.amount(7))[0]!))),
    ).toMatchObject(LOCKED);
    await records.changeText(id, "another text");
    expect(await records.rows()).toMatchObject([{ revision: 1, co2e: "12.5" }]);
  });

  it("refuses deletions, of one record, by ids and by filters", async () => {
    const id = await calculated();
    await lockAll();
    const scope = sample.scope?.(records.ownerId) ?? {};
    const { filterHash } = await records.list(scope);
    const attempts = [
      () => records.remove(id),
      () => records.removeByIds([id]),
      () => records.removeByFilter({ ...scope, filterHash }),
    ];
    for (const attempt of attempts) expect(await refusalOf(attempt())).toMatchObject(LOCKED);
    expect(await records.deleted()).toEqual([]);
    expect(await records.rows()).toHaveLength(1);
  });

  it("leaves its records as they are when their owner or supplier is corrected", async () => {
    const id = await calculated();
    await lockAll();
    const { context } = activity;
    await activity.db.asService(us.organizationId, (write) => recalculateRecords(context, write, sample.kind, [id]));
    expect(await records.rows()).toMatchObject([{ revision: 1, co2e: "12.5" }]);
  });

  it("leaves other days and other organizations free", async () => {
    await lockOther();
    await lockAll(await activity.organization());
    const id = await calculated();
    await records.change(id, records.amount(7), records.column(Object.keys(records.amount(7))[0]!));
    await records.remove(id);
    expect(await records.rows()).toEqual([]);
  });

  it("is not locked while one of its records waits for a result", async () => {
    const record = await records.add();
    expect(await refusalOf(lockAll())).toMatchObject({ code: "PERIOD_NOT_CALCULATED" });
    await lockOther();
    await records.calculate({ id: record.id, failed: "FACTOR_NOT_FOUND" });
    expect((await lockAll()).periodLock).toMatchObject({ failedRecords: 1 });
  });
});
