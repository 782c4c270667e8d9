import { newId } from "@emissions/kit/process/id";
import { PeriodLockChangedSchema } from "@emissions/proto/activity/v1/period_lock_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { kinds } from "../kinds.ts";
import { buy } from "../purchase/purchase.fixture.ts";
import { tableOf } from "../records/kind.ts";
import { confirm, lock, locks } from "./locks.fixture.ts";
import { sweepLocks } from "./pending-locks.ts";

eachTest();

it("knows the days of the emissions of every kind of record", async () => {
  const known = await activity.sql<{ kind: string }[]>`select kind from emission_days order by kind`;
  expect(known.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds.map(tableOf)));
});

describe("a lock of a period", () => {
  it("is listed by days, changed in its note and removed", async () => {
    const first = await lock("2023-01-01", "2023-12-31", "Report 2023");
    const second = await lock("2024-01-01", "2024-12-31");
    expect(first).toMatchObject({ organizationId: us.organizationId, lockedBy: us.userId, failedRecords: 0 });
    const listed = async (filter: object) => (await locks().listPeriodLocks(filter)).periodLocks.map(({ id }) => id);
    expect(await listed({})).toEqual([second.id, first.id]);
    expect(await listed({ startDate: "2023-12-31", endDate: "2023-12-31" })).toEqual([first.id]);
    const { periodLock } = await locks().updatePeriodLock({
      id: first.id,
      note: "Verified",
      updateMask: { paths: ["note"] },
    });
    expect(periodLock).toMatchObject({ note: "Verified" });
    await locks().deletePeriodLock({ id: first.id });
    expect(await listed({})).toEqual([second.id]);
    await lock("2023-01-01", "2023-12-31");
  });

  it.each([
    ["the last day before the first", "2024-02-01", "2024-01-31", "body.end_date value_error"],
    ["no day of the calendar", "2023-02-29", "2023-03-01", "body.start_date value_error.date"],
  ])("is refused with %s", async (_, startDate, endDate, violation) => {
    expect((await refusalOf(lock(startDate, endDate))).violations).toEqual([violation]);
  });

  it("is refused when a day is locked already", async () => {
    await lock("2023-01-01", "2023-06-30");
    expect(await refusalOf(lock("2023-06-30", "2023-12-31"))).toMatchObject({ code: "PERIOD_OVERLAPS" });
    await lock("2023-07-01", "2023-12-31");
  });

  it("is refused after 500 locks", async () => {
    await activity.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into period_locks (organization_id, id, start_date, end_date, failed_records)
        select ${org}::uuid, gen_random_uuid(), day, day, 0
        from generate_series('2020-01-01'::date, '2020-01-01'::date + 499, '1 day') as day`,
    );
    expect(await refusalOf(lock("2019-01-01", "2019-12-31"))).toMatchObject({ code: "PERIOD_LOCK_LIMIT" });
  });

  it("of another organization does not exist", async () => {
    const { id } = await lock("2023-01-01", "2023-12-31");
    const them = await activity.organization();
    const attempts = [
      () => locks(them).getPeriodLock({ id }),
      () => locks(them).updatePeriodLock({ id, note: "x", updateMask: { paths: ["note"] } }),
      () => locks(them).deletePeriodLock({ id }),
      () => locks().getPeriodLock({ id: newId() }),
    ];
    for (const attempt of attempts) expect(await refusalOf(attempt())).toMatchObject({ code: "PERIOD_LOCK_NOT_FOUND" });
    expect((await locks(them).listPeriodLocks({})).total).toBe(0);
  });

  it("and purchases at the same moment: each is counted by the lock or refused", async () => {
    const day = "2023-05-05";
    const attempts = Array.from({ length: 40 }, (_, n) =>
      n === 20
        ? lock("2023-01-01", "2023-12-31").then(
            () => "locked",
            async (error) => (await refusalOf(Promise.reject(error))).code,
          )
        : buy({ purchaseDate: day }).then(
            () => "stored",
            async (error) => (await refusalOf(Promise.reject(error))).code,
          ),
    );
    const outcomes = await Promise.all(attempts);
    const stored = outcomes.filter((outcome) => outcome === "stored").length;
    expect(await activity.rows(us, "purchases")).toHaveLength(stored);
    // The lock waits for the results of purchases before it, so it exists only without any.
    if (outcomes[20] === "locked") expect(outcomes.filter((outcome) => outcome === "PERIOD_LOCKED")).toHaveLength(39);
    else expect([outcomes[20], stored]).toEqual(["PERIOD_NOT_CALCULATED", 39]);
  });
});

describe("a lock that calc has not confirmed", () => {
  const OVERDUE_S = 30;
  const sweep = () => sweepLocks({ db: activity.db, overdueS: OVERDUE_S }, new AbortController().signal);
  const announced = async () =>
    (await activity.events(us, PeriodLockChangedSchema)).map(({ id, locked }) => ({ id, locked }));
  const wait = (seconds: number) =>
    activity.db.asService(
      us.organizationId,
      ({ tx }) => tx`update pending_period_locks set since = since - make_interval(secs => ${seconds})`,
    );

  it("is announced again until then, and so is its end", async () => {
    const { id } = await lock("2023-01-01", "2023-12-31");
    await sweep();
    await wait(OVERDUE_S + 1);
    await sweep();
    await locks().deletePeriodLock({ id });
    // Late: the period is unlocked already.
    await confirm(id, true);
    await wait(OVERDUE_S + 1);
    await sweep();
    const locked = { id, locked: true };
    const unlocked = { id, locked: false };
    expect(await announced()).toEqual([locked, locked, unlocked, unlocked]);
    await confirm(id, false);
    await wait(OVERDUE_S + 1);
    await sweep();
    expect(await announced()).toHaveLength(4);
  });

  it("shows when its totals are fixed, and a later confirmation changes nothing", async () => {
    const { id, totalsFixedAt } = await lock("2023-01-01", "2023-12-31");
    expect(totalsFixedAt).toBeUndefined();
    const shown = async () => (await locks().getPeriodLock({ id })).periodLock!.totalsFixedAt;
    await confirm(id, true, await activity.organization());
    expect(await shown()).toBeUndefined();
    await confirm(id, true);
    const fixed = await shown();
    expect(fixed).toBeDefined();
    await confirm(id, true);
    expect(await shown()).toEqual(fixed);
  });
});
