import { newId } from "@emissions/kit/process/id";
import { HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { someoneWaits } from "@emissions/testkit/database";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { activity, EUR, eachTest, us } from "../activity.fixture.ts";
import { buy, calculate, change, purchases } from "../purchase/purchase.fixture.ts";
import { facility, wasteOf } from "../waste/waste.fixture.ts";

eachTest();

const [FIRST, LAST] = ["2023-05-10", "2023-05-20"];
const lock = (startDate = FIRST, endDate = LAST) =>
  activity.as(us, PeriodLockService).lockPeriod({ startDate, endDate });
const outcomeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "stored",
    async (error) => (await refusalOf(Promise.reject(error))).code,
  );

describe("of a lock from 10 to 20 May", () => {
  beforeEach(async () => {
    await lock();
  });

  it.each([
    { day: "2023-05-09", outcome: "stored" },
    { day: FIRST, outcome: "PERIOD_LOCKED" },
    { day: LAST, outcome: "PERIOD_LOCKED" },
    { day: "2023-05-21", outcome: "stored" },
  ])("a purchase on $day is $outcome", async ({ day, outcome }) => {
    expect(await outcomeOf(buy({ purchaseDate: day }))).toBe(outcome);
  });

  it.each([
    { startDate: "2023-04-01", endDate: "2023-05-09", outcome: "stored" },
    { startDate: "2023-04-01", endDate: FIRST, outcome: "PERIOD_LOCKED" },
    { startDate: "2023-04-01", endDate: "2023-06-30", outcome: "PERIOD_LOCKED" },
    { startDate: LAST, endDate: "2023-06-30", outcome: "PERIOD_LOCKED" },
    { startDate: "2023-05-21", endDate: "2023-06-30", outcome: "stored" },
  ])("a waste from $startDate to $endDate is $outcome", async ({ outcome, ...period }) => {
    const waste = { ...wasteOf(await facility()), ...period };
    expect(await outcomeOf(activity.as(us, WasteService).createWaste(waste))).toBe(outcome);
  });

  it.each([
    { checkInDate: "2023-05-08", checkOutDate: FIRST, outcome: "stored" },
    { checkInDate: "2023-05-08", checkOutDate: "2023-05-11", outcome: "PERIOD_LOCKED" },
    { checkInDate: LAST, checkOutDate: "2023-05-22", outcome: "PERIOD_LOCKED" },
  ])("a hotel stay from $checkInDate to $checkOutDate, by its nights, is $outcome", async ({ outcome, ...stay }) => {
    expect(await outcomeOf(activity.as(us, HotelStayService).createHotelStay({ ...stay, country: "GB" }))).toBe(
      outcome,
    );
  });

  it("a purchase moves neither in nor out", async () => {
    const outside = await buy({ purchaseDate: "2023-05-09" });
    expect(await outcomeOf(change(outside.id, { purchaseDate: FIRST }, "purchase_date"))).toBe("PERIOD_LOCKED");
    const inside = await buy({ purchaseDate: "2023-06-15" });
    await calculate([{ recordId: outside.id }, { recordId: inside.id }]);
    await lock("2023-06-01", "2023-06-30");
    expect(await outcomeOf(change(inside.id, { purchaseDate: "2023-07-01" }, "purchase_date"))).toBe("PERIOD_LOCKED");
    expect(await outcomeOf(change(outside.id, { purchaseDate: "2023-07-01" }, "purchase_date"))).toBe("stored");
  });
});

it("a new lock waits for a writer that has not committed, and then sees its record", async () => {
  const { attempt } = await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    await tx`
      insert into purchases (organization_id, id, product_name, sector, quantity, unit_id, purchase_date, expense_type,
        purchase_type, status, frequency)
      values (${org}, ${newId()}, 'Chair', '31.01', 1, ${EUR}, ${FIRST}, 'opex', 'spend_based', 'active', 'once')`;
    const attempt = outcomeOf(lock());
    await someoneWaits(tx);
    // The transaction must not wait for it.
    return { attempt };
  });
  expect(await attempt).toBe("PERIOD_NOT_CALCULATED");
});

it("a period is not locked while a deleted record is still in the totals", async () => {
  const { id } = await buy({ purchaseDate: FIRST });
  await calculate([{ recordId: id }]);
  await purchases().deletePurchase({ id });
  expect(await refusalOf(lock())).toMatchObject({ code: "PERIOD_NOT_CALCULATED" });
});
