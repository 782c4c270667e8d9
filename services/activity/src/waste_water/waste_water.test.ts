import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { CalculationStatus, RecordStatus } from "@emissions/proto/activity/v1/record";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import {
  type WasteWaterTreatment,
  WasteWaterTreatmentService,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import type { Flat } from "@emissions/testkit/flat";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, KG, KM, M3 } from "../activity.fixture.ts";
import { deleteWithRecords } from "../facility/delete.ts";
import { recalculateNext } from "../facility/records.ts";
import { kinds } from "../kinds.ts";
import { calculating } from "../records/records.fixture.ts";
import { facility, group, record } from "../waste/waste.fixture.ts";
import { treatmentOf } from "./waste_water.fixture.ts";
import { wasteWater } from "./waste_water.ts";

let activity: Activity;
let us: Principal;
let plant: string;

eachTest(async (ours) => {
  ({ activity, us } = ours);
  plant = await facility(activity, us);
});

const treatments = (as = us) => activity.as(as, WasteWaterTreatmentService);
const create = async (change: object = {}): Promise<Flat<WasteWaterTreatment>> =>
  (await treatments().createWasteWaterTreatment({ ...treatmentOf(plant), ...change })).wasteWaterTreatment!;
const change = async (id: string, values: object, ...paths: string[]) =>
  (await treatments().updateWasteWaterTreatment({ id, ...values, updateMask: { paths } })).wasteWaterTreatment!;
const get = async (id: string) => (await treatments().getWasteWaterTreatment({ id })).wasteWaterTreatment!;
const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);
const gone = async () =>
  (await activity.events(us, RecordsDeletedSchema)).flatMap(({ records }) => records.map(({ recordId }) => recordId));
const emitted = async () => {
  const { facility: found } = await activity.as(us, FacilityService).getFacility({ facilityId: plant });
  return [found!.co2e!.value, found!.co2eBiomass!.value].map(Number);
};

/** Stores a result, as calc would send it; null is a failure. */
const calculate = (recordId: string, co2e: string | null, revision = 1) => {
  const outcome = co2e === null ? { failed: "FACTOR_NOT_FOUND", errorDetail: "No factor." } : { co2e };
  return calculating(wasteWater)(activity, us, [{ recordId, revision, biogenicCo2: "0.25", ...outcome }]);
};

describe("a waste water treatment", () => {
  it("is stored as sent, and announced with all that prices it", async () => {
    const treatment = await create({ description: "Bill 7" });
    expect(treatment).toMatchObject({
      organizationId: us.organizationId,
      facilityId: plant,
      name: "Municipal plant",
      description: "Bill 7",
      quantity: { value: "340.50" },
      unitId: M3,
      unit: { id: M3 },
      status: RecordStatus.LOADING,
      calculationStatus: CalculationStatus.PENDING,
      uploadedBy: us.userId,
    });
    expect(treatment.co2e).toBeUndefined();
    expect(await get(treatment.id)).toEqual(treatment);
    expect(await inputs()).toMatchObject([
      {
        recordId: treatment.id,
        revision: 1,
        entityType: EntityType.WASTE_WATER_TREATMENTS,
        category: "water",
        startDate: "2025-01-01",
        endDate: "2025-01-31",
        referenceDate: "2025-01-31",
        quantity: { value: { value: "340.50" }, unitId: M3, unit: "m3" },
        selector: { kind: { case: "library", value: { category: "water_treatment", key: "water", country: "ES" } } },
        gwpSet: "AR6",
        additionalParts: [],
      },
    ]);
  });

  it("is priced by its own factor as that was, until something that prices it is changed", async () => {
    const owner = newId();
    const usual = { organizationId: owner, unitId: M3, activityCategories: ["waste_water_treatments"] };
    const id = record(activity, { ...usual, revision: 3 });
    const treatment = await create({ customEfRecordId: id });
    record(activity, { ...usual, id, revision: 4 });
    await change(treatment.id, { name: "Our plant" }, "name");
    await change(treatment.id, { quantity: { value: "7" } }, "quantity");
    const customEmissionFactorId = group(activity, { organizationId: owner, revision: 9 });
    await change(treatment.id, { customEmissionFactorId }, "custom_ef_record_id", "custom_emission_factor_id");
    expect((await inputs()).map(({ revision, selector }) => [revision, selector!.kind])).toMatchObject([
      [1, { case: "customRecord", value: { recordId: id, revision: 3, organizationId: owner } }],
      [2, { case: "customRecord", value: { recordId: id, revision: 4, organizationId: owner } }],
      [3, { case: "customGroup", value: { groupId: customEmissionFactorId, revision: 9, organizationId: owner } }],
    ]);
    expect(await get(treatment.id)).toMatchObject({ name: "Our plant", customEmissionFactorId });
  });

  it("that failed is calculated again when its quantity is sent again, and not for anything else", async () => {
    const { id, quantity } = await create();
    await calculate(id, null);
    expect(await change(id, { name: "Our plant" }, "name")).toMatchObject({ status: RecordStatus.ERROR });
    expect(await change(id, { quantity }, "quantity")).toMatchObject({ status: RecordStatus.LOADING });
    expect((await inputs()).map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it("may be in the unit of its own factor", async () => {
    const customEfRecordId = record(activity, { activityCategories: ["waste_water_treatments"] });
    expect(await create({ customEfRecordId, unitId: KG })).toMatchObject({ unitId: KG, customEfRecordId });
    const customEmissionFactorId = group(activity, {});
    expect(await create({ customEmissionFactorId, unitId: KM })).toMatchObject({ unitId: KM, customEmissionFactorId });
  });

  it("shows its number, moves the totals of its facility, and leaves them", async () => {
    const [one, other] = [await create(), await create()];
    await calculate(one.id, "58.18464");
    await calculate(other.id, "1");
    expect(await get(one.id)).toMatchObject({
      status: RecordStatus.ACTIVE,
      calculationStatus: CalculationStatus.CALCULATED,
      co2e: { value: "58.18464" },
      co2eBiomass: { value: "0.25" },
    });
    expect(await emitted()).toEqual([59.18464, 0.5]);
    const changed = await change(one.id, { quantity: { value: "1" } }, "quantity");
    expect([changed.status, changed.co2e]).toEqual([RecordStatus.LOADING, undefined]);
    expect(await emitted()).toEqual([1, 0.25]);
    await treatments().deleteWasteWaterTreatment({ id: other.id });
    expect(await emitted()).toEqual([0, 0]);
    expect(await gone()).toEqual([other.id]);
  });

  it("without a factor says so, and takes a number that comes later", async () => {
    const { id } = await create();
    await calculate(id, null);
    expect(await get(id)).toMatchObject({
      status: RecordStatus.ERROR,
      calculationStatus: CalculationStatus.FAILED,
      calculationErrorCode: "CALCULATION_FAILED",
      calculationErrorDetail: "No factor.",
    });
    await calculate(id, "2");
    await calculate(id, null);
    expect(await get(id)).toMatchObject({ status: RecordStatus.ACTIVE, co2e: { value: "2" } });
    expect(await emitted()).toEqual([2, 0.25]);
  });

  it("is hidden from another organization", async () => {
    const { id: ours } = await create();
    const them = treatments(await activity.organization());
    for (const id of [ours, newId(), "none"]) {
      const attempts = [
        () => them.getWasteWaterTreatment({ id }),
        () => them.updateWasteWaterTreatment({ id, name: "Taken over", updateMask: { paths: ["name"] } }),
        () => them.deleteWasteWaterTreatment({ id }),
      ];
      for (const attempt of attempts) {
        expect(await refusalOf(attempt())).toMatchObject({ code: "WASTE_WATER_TREATMENT_NOT_FOUND" });
      }
    }
    expect(await get(ours)).toMatchObject({ name: "Municipal plant" });
  });
});

describe("the list of treatments", () => {
  it("is filtered, searched and counted, the latest first", async () => {
    const other = await facility(activity, us);
    const january = await create({ description: "Depuradora de Málaga" });
    const march = await create({ startDate: "2025-03-01", endDate: "2025-03-31", facilityId: other });
    await calculate(march.id, "1");
    const found = async (filters: object) => {
      const { wasteWaterTreatments, total } = await treatments().listWasteWaterTreatments(filters);
      expect(total).toBe(wasteWaterTreatments.length);
      return wasteWaterTreatments.map(({ id }) => id);
    };
    expect(await found({})).toEqual([march.id, january.id]);
    expect(await found({ sort: ["created_at"] })).toEqual([january.id, march.id]);
    expect(await found({ facilityId: [plant] })).toEqual([january.id]);
    expect(await found({ facilityId: [plant, other] })).toHaveLength(2);
    expect(await found({ startDate: "2025-02-01" })).toEqual([march.id]);
    expect(await found({ endDate: "2025-02-01" })).toEqual([january.id]);
    expect(await found({ search: "MALAGA" })).toEqual([january.id]);
    expect(await found({ status: [RecordStatus.ACTIVE] })).toEqual([march.id]);
    expect(await found({ co2eStatus: Co2eStatus.NOT_CALCULATED })).toEqual([january.id]);
  });

  it("is deleted by ids, and as a whole by the hash that it showed", async () => {
    const [one, two, three] = [await create(), await create(), await create({ name: "Other" })];
    const missing = newId();
    const byId = { ids: [one.id, missing] };
    const { deletion } = await treatments().deleteWasteWaterTreatments(byId);
    expect(deletion).toMatchObject({ successIds: [one.id], failedIds: [missing] });
    const { filterHash } = await treatments().listWasteWaterTreatments({ search: "municipal" });
    const late = await create();
    const again = { search: "municipal", filterHash };
    const refused = treatments().deleteWasteWaterTreatmentsByFilters(again);
    expect(await refusalOf(refused)).toMatchObject({ code: "FILTER_HASH_MISMATCH" });
    await treatments().deleteWasteWaterTreatment({ id: late.id });
    const all = await treatments().deleteWasteWaterTreatmentsByFilters(again);
    expect(all.deletion!.successIds).toEqual([two.id]);
    expect(await get(three.id)).toMatchObject({ name: "Other" });
  });
});

describe("a facility", () => {
  it("takes its treatments with it", async () => {
    const { id } = await create();
    const elsewhere = await create({ facilityId: await facility(activity, us) });
    await activity.db.asService(us.organizationId, (write) => deleteWithRecords(write, kinds, plant));
    expect((await activity.rows<{ id: string }>(us, "waste_water_treatments")).map((row) => row.id)).toEqual([
      elsewhere.id,
    ]);
    expect(await gone()).toEqual([id]);
  });

  it("that moves has its treatments priced again", async () => {
    const { id } = await create();
    await calculate(id, "5");
    await activity.db.asService(us.organizationId, async (write) => {
      await write.tx`update facilities set country = 'GB' where id = ${plant}`;
      expect(await recalculateNext(activity.context, write, wasteWater, { facilityId: plant, doneTo: "" })).toBeNull();
    });
    expect(await emitted()).toEqual([0, 0]);
    expect(await get(id)).toMatchObject({ status: RecordStatus.LOADING });
    expect((await inputs()).at(-1)).toMatchObject({
      recordId: id,
      revision: 2,
      selector: { kind: { value: { country: "GB" } } },
    });
  });
});
