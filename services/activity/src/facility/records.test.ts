import { FacilityRelocatedSchema, FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, eachTest, inputs, us } from "../activity.fixture.ts";
import { HEAT, invoiceOf, invoices, share } from "../invoice/invoice.fixture.ts";
import { jobs, runDeletions } from "../job/job.fixture.ts";
import { kinds } from "../kinds.ts";
import { RECORDS_MAX } from "../records/announce.ts";
import { deleteOwners } from "../records/owned.ts";
import { handleAll } from "../records/records.fixture.ts";
import { calculate, facility, plant, totalsOf, wasteOf, withPlant } from "../waste/waste.fixture.ts";
import { facilityConsumers } from "./consumers.ts";
import { facilityOwner } from "./owner.ts";

let other: string;

withPlant(eachTest, async () => {
  other = await facility();
});

const facilities = () => activity.as(us, FacilityService);
const wastes = () => activity.as(us, WasteService);
const COUNT = RECORDS_MAX + 1;

/** More wastes than one piece takes, of days that differ, all calculated; and one of another facility. */
async function fill(): Promise<string[]> {
  const records = Array.from({ length: COUNT }, (_, index) => {
    const day = `2025-01-${String((index % 28) + 1).padStart(2, "0")}`;
    return { ...wasteOf(plant), startDate: day, endDate: day };
  });
  await wastes().createWastes({ records: [...records, wasteOf(other)] });
  const rows = await activity.rows<{ id: string; facilityId: string }>(us, "wastes");
  await calculate(rows.map(({ id }) => ({ recordId: id, co2e: "0.1", biogenicCo2: "0.2" })));
  return rows.filter(({ facilityId }) => facilityId === plant).map(({ id }) => id);
}

describe("a facility that moves to another country", () => {
  it("has all its records priced again there, piece by piece, and no others", async () => {
    const ids = await fill();
    expect(await totalsOf(plant)).toEqual([50.1, 100.2]);
    await facilities().updateFacility({ facilityId: plant, updateMask: { paths: ["country"] }, country: "FR" });
    await handleAll(FacilityRelocatedSchema, facilityConsumers(activity.context, kinds));
    const again = (await inputs()).filter(({ revision }) => revision === 2);
    expect(again.map(({ recordId }) => recordId).sort()).toEqual(ids.toSorted());
    for (const { selector } of again) expect(selector?.kind.value).toMatchObject({ country: "FR" });
    expect([await totalsOf(plant), await totalsOf(other)]).toEqual([
      [0, 0],
      [0.1, 0.2],
    ]);
    expect(await activity.rows(us, "pending_calculations")).toHaveLength(COUNT);
  });
});

describe("a facility with another zone of the grid", () => {
  it("has only its electricity invoices calculated again, with the zone", async () => {
    const electricity = (await invoices().createInvoice(invoiceOf(plant))).invoice!;
    await invoices().createInvoice({ ...invoiceOf(plant), ...HEAT });
    await wastes().createWastes({ records: [wasteOf(plant)] });
    const change = { updateMask: { paths: ["grid_zone"] }, gridZone: "es_cn_te" };
    await facilities().updateFacility({ facilityId: plant, ...change });
    await handleAll(FacilityRelocatedSchema, facilityConsumers(activity.context, kinds));
    const [again, ...rest] = (await inputs()).filter(({ revision }) => revision === 2);
    expect([again!.recordId, rest]).toEqual([electricity.id, []]);
    expect(again!.selector?.kind.value).toMatchObject({ key: "grid", country: "ES", gridZone: "es_cn_te" });
    for (const { selector } of again!.additionalParts) {
      expect(selector?.kind.value).toMatchObject({ gridZone: "es_cn_te" });
    }
  });
});

describe("a facility that is deleted", () => {
  it("takes all its records along, and no others", async () => {
    const ids = await fill();
    await facilities().deleteFacility({ facilityId: plant });
    expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual(ids.toSorted());
    expect(await activity.rows(us, "wastes")).toHaveLength(1);
    expect(await activity.rows(us, "facility_totals")).toHaveLength(1);
    expect(await totalsOf(other)).toEqual([0.1, 0.2]);
  });

  it("is deleted by a job in the same way, and what is unknown counts as deleted", async () => {
    const ids = await fill();
    await facilities().deleteFacilities({ facilityIds: [plant, crypto.randomUUID(), plant] });
    await runDeletions();
    const [ended] = (await jobs()).filter(({ operation }) => operation === "delete");
    expect(ended).toMatchObject({ status: "completed", succeededItems: 3, failedItems: 0 });
    expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual(ids.toSorted());
    expect((await activity.rows<{ id: string }>(us, "facilities")).map(({ id }) => id)).toEqual([other]);
  });

  it("is not deleted with more records of a kind than a limit, and nothing of it changes", async () => {
    await wastes().createWastes({ records: [wasteOf(plant), wasteOf(plant), wasteOf(other)] });
    const remove = (recordsMax: number) =>
      activity.db.asService(us.organizationId, (write) =>
        deleteOwners(write, facilityOwner, kinds, [plant, other], recordsMax),
      );
    expect((await refusalOf(remove(2))).code).toBe("TOO_MANY_ROWS");
    expect(await activity.rows(us, "wastes")).toHaveLength(3);
    expect((await remove(3)).deletedWith).toContainEqual({ kind: "wastes", count: 3 });
    expect(await activity.rows(us, "facilities")).toEqual([]);
  });

  it("says in a dry run how many records of each kind go along, and deletes nothing", async () => {
    await fill();
    const facilityPercentages = [share(plant, "0.5"), share(other, "0.5")];
    await invoices().createInvoice({ ...invoiceOf(), facilityId: "", facilityPercentages });
    const before = await Promise.all(["wastes", "invoices", "facilities"].map((table) => activity.rows(us, table)));
    const dry = activity.as(us, FacilityService, { "dry-run": "true" });
    const along = (wastes: number, invoices: number) => [
      { kind: "wastes", count: wastes },
      { kind: "invoices", count: invoices },
      { kind: "waste_water_treatments", count: 0 },
    ];
    expect((await dry.deleteFacility({ facilityId: plant })).deletedWith).toMatchObject(along(COUNT, 1));
    const facilityIds = [plant, crypto.randomUUID(), plant.toUpperCase()];
    expect((await dry.deleteFacilities({ facilityIds })).deletedWith).toMatchObject(along(COUNT, 1));
    const both = [other, plant];
    expect((await dry.deleteFacilities({ facilityIds: both })).deletedWith).toMatchObject(along(COUNT + 1, 2));
    const after = await Promise.all(["wastes", "invoices", "facilities"].map((table) => activity.rows(us, table)));
    expect(after).toEqual(before);
    expect(await activity.rows(us, "ingest_jobs")).toHaveLength(1);
    const real = await facilities().deleteFacility({ facilityId: plant });
    expect(real.deletedWith).toMatchObject(along(COUNT, 1));
  });

  it("at the same moment as results arrive, leaves neither record nor total", async () => {
    for (let round = 0; round < 10; round++) {
      const place = await facility();
      const made = await Promise.all([1, 2, 3].map(() => wastes().createWaste(wasteOf(place))));
      const results = made.map(({ waste }) => ({ recordId: waste!.id, co2e: "7" }));
      await Promise.all([calculate(results), facilities().deleteFacility({ facilityId: place })]);
    }
    expect(await activity.rows(us, "wastes")).toEqual([]);
    expect(await activity.rows(us, "facility_totals")).toEqual([]);
  });

  it("at the same moment as a record is made, never leaves a record without its facility", async () => {
    for (let round = 0; round < 10; round++) {
      const place = await facility();
      const made = wastes().createWaste(wasteOf(place));
      const [{ status }] = await Promise.allSettled([made, facilities().deleteFacility({ facilityId: place })]);
      const unknown = ["body.facility_id value_error.not_found"];
      if (status === "rejected") expect(await refusalOf(made)).toMatchObject({ violations: unknown });
      expect(await activity.rows(us, "wastes")).toEqual([]);
    }
  });
});
