import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { RestatementService } from "@emissions/proto/activity/v1/restatement_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { runDeletions } from "../job/job.fixture.ts";
import { because, fixedLock, lock, restatements } from "../period_lock/locks.fixture.ts";
import { buy, calculate, laptops } from "../purchase/purchase.fixture.ts";
import { insertPending } from "../records/pending.ts";
import { calculate as calculateWaste, facility, wasteOf } from "../waste/waste.fixture.ts";

eachTest();

describe("restatements", () => {
  const restating = () => activity.as(us, PurchaseService, because("Wrong amount"));

  it("of a record that moves from one locked period to another are two, one for each", async () => {
    const { id } = await buy({ purchaseDate: "2023-05-05" });
    await calculate([{ recordId: id }]);
    const [first, second] = [await fixedLock("2023-01-01", "2023-12-31"), await fixedLock("2024-01-01", "2024-12-31")];
    await restating().updatePurchase({ id, purchaseDate: "2024-05-05", updateMask: { paths: ["purchase_date"] } });
    const listed = async (filter: object) => (await restatements(filter)).map(({ periodLockId }) => periodLockId);
    expect((await listed({})).sort()).toEqual([first, second].sort());
    expect(await listed({ periodLockId: [first] })).toEqual([first]);
    expect(await listed({ startDate: "2024-01-01" })).toEqual([second]);
    expect(await listed({ endDate: "2023-12-31" })).toEqual([first]);
    expect(await listed({ recordId: [newId()] })).toEqual([]);
    expect(await listed({ recordId: [id], entityType: [EntityType.PURCHASES] })).toHaveLength(2);
    expect(await listed({ entityType: [EntityType.WASTES] })).toEqual([]);
    expect(await listed({ createdAtTo: timestampFromDate(new Date(0)) })).toEqual([]);
  });

  it("of a facility that is deleted by a job are those of its records, with the reason of the request", async () => {
    const facilityId = await facility();
    const { createWaste } = activity.as(us, WasteService);
    const { id: recordId } = (await createWaste(wasteOf(facilityId))).waste!;
    await calculateWaste([{ recordId }]);
    await fixedLock("2020-01-01", "2030-12-31");
    await activity.as(us, FacilityService, because("Sold in 2019")).deleteFacilities({ facilityIds: [facilityId] });
    await runDeletions();
    expect(await restatements()).toMatchObject([{ recordId, reason: "Sold in 2019", restatedBy: us.userId }]);
  });

  it("of another organization do not exist", async () => {
    await fixedLock("2023-01-01", "2024-12-31");
    await restating().createPurchase(laptops);
    const { id } = (await restatements())[0]!;
    const get = (by = us) => activity.as(by, RestatementService).getRestatement({ id });
    expect((await get()).restatement).toMatchObject({ id, reason: "Wrong amount" });
    const them = await activity.organization();
    expect(await refusalOf(get(them))).toMatchObject({ code: "RESTATEMENT_NOT_FOUND" });
    expect(await restatements({}, them)).toEqual([]);
  });

  it("begin after a failed record that is calculated again has its result: the lock waits for it", async () => {
    const { id } = await buy({ purchaseDate: "2023-05-05" });
    await calculate([{ recordId: id, failed: "FACTOR_NOT_FOUND" }]);
    await activity.db.asService(us.organizationId, ({ tx, org }) =>
      insertPending(tx, org, "purchases", [{ recordId: id, revision: 1 }]),
    );
    expect(await refusalOf(lock("2023-01-01", "2023-12-31"))).toMatchObject({ code: "PERIOD_NOT_CALCULATED" });
    await calculate([{ recordId: id }]);
    await lock("2023-01-01", "2023-12-31");
  });
});
