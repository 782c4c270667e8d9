import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import {
  CustomRecordsNamedSchema,
  EntityType,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { type Waste, WasteService, WasteStatus } from "@emissions/proto/activity/v1/waste_service";
import type { Flat } from "@emissions/testkit/flat";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, KG, M3, PAPER, RECYCLING, SHORT_TON } from "../activity.fixture.ts";
import { calculate, facility, group, record, wasteOf } from "./waste.fixture.ts";

let activity: Activity;
let us: Principal;
let plant: string;

eachTest(async (ours) => {
  ({ activity, us } = ours);
  plant = await facility(activity, us);
});

const wastes = (as = us) => activity.as(as, WasteService);
const create = async (change: object = {}): Promise<Flat<Waste>> =>
  (await wastes().createWaste({ ...wasteOf(plant), ...change })).waste!;
const change = async (id: string, values: object, ...paths: string[]) =>
  (await wastes().updateWaste({ id, ...values, updateMask: { paths } })).waste!;
const get = async (id: string) => (await wastes().getWaste({ id })).waste!;
const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);
const emitted = async () => {
  const { facility } = await activity.as(us, FacilityService).getFacility({ facilityId: plant });
  return [facility!.co2e!.value, facility!.co2eBiomass!.value].map(Number);
};
const priced = (waste: Flat<Waste>, values: object = {}) =>
  calculate(activity, us, [{ recordId: waste.id, co2e: "12.5", biogenicCo2: "3", ...values }]);

describe("a waste", () => {
  it("is stored as sent, and announced with all that prices it", async () => {
    const waste = await create({ description: "Bales", destination: "North plant", externalId: "x-1" });
    expect(waste).toMatchObject({
      organizationId: us.organizationId,
      type: "waste",
      status: WasteStatus.LOADING,
      calculationStatus: CalculationStatus.PENDING,
      baseQuantity: { value: "1250.50" },
      quantity: { value: "1250.50" },
      percentage: { value: "1" },
      lowCode: "15 01 01",
      rdCode: "R03",
      description: "Bales",
      destination: "North plant",
      externalId: "x-1",
      errorMessages: [],
      facilityPercentages: [{ facilityId: plant, percentage: { value: "1" } }],
      unit: { id: KG },
      uploadedBy: us.userId,
      user: { firstName: "Ada" },
    });
    expect(waste.co2e).toBeUndefined();
    expect(await get(waste.id)).toEqual(waste);
    expect(await inputs()).toMatchObject([
      {
        recordId: waste.id,
        revision: 1,
        entityType: EntityType.WASTES,
        category: "wastes",
        startDate: "2025-01-01",
        endDate: "2025-01-31",
        referenceDate: "2025-01-31",
        quantity: { value: { value: "1250.50" }, unit: "kg" },
        selector: { kind: { case: "waste", value: { lerCodeId: PAPER, rdCodeId: RECYCLING, country: "ES" } } },
        gwpSet: "AR6",
        additionalParts: [],
      },
    ]);
  });

  it("is in kilograms when no unit is given", async () => {
    expect(await create({ unitId: "" })).toMatchObject({ unitId: KG });
  });

  it.each([
    { unitId: KG, quantity: "1250.5", km: "12.5", tonneKm: "15.63125" },
    { unitId: SHORT_TON, quantity: "2", km: "100", tonneKm: "181.436948" },
    { unitId: KG, quantity: "0.000000000000000000000000000001", km: "1", tonneKm: `0.${"0".repeat(32)}1` },
  ])("of $quantity is brought $km km: $tonneKm tkm by an average lorry", async ({ unitId, quantity, km, tonneKm }) => {
    await create({ unitId, baseQuantity: { value: quantity }, totalKmToWasteCenter: { value: km } });
    expect((await inputs())[0]!.additionalParts).toMatchObject([
      {
        part: "transport",
        category: "wastes",
        quantity: { value: { value: tonneKm }, unit: "tkm" },
        selector: {
          kind: { case: "library", value: { category: "freight", key: "hgv/average/diesel", country: "ES" } },
        },
        memo: false,
        optional: false,
      },
    ]);
  });

  it.each([
    { what: "custom record", make: record, named: "customEfRecordId" as const, kind: "customRecord" },
    { what: "inherited group", make: group, named: "customEmissionFactorId" as const, kind: "customGroup" },
  ])("keeps to the $what as it was, until something that prices it is changed", async ({ make, named, kind }) => {
    const owner = newId();
    const id = make(activity, { organizationId: owner, revision: 3 });
    const waste = await create({ lerCodeId: undefined, wasteRdCodeId: undefined, [named]: id });
    make(activity, { id, organizationId: owner, revision: 4 });
    await change(waste.id, { description: "Bales" }, "description");
    await change(waste.id, { baseQuantity: { value: "7" } }, "base_quantity");
    expect((await inputs()).map(({ revision, selector }) => [revision, selector!.kind])).toMatchObject([
      [1, { case: kind, value: { revision: 3, organizationId: owner } }],
      [2, { case: kind, value: { revision: 4, organizationId: owner } }],
    ]);
  });

  it("may be in the unit of its custom record", async () => {
    const customEfRecordId = record(activity, { organizationId: us.organizationId, unitId: M3 });
    const waste = await create({ lerCodeId: undefined, customEfRecordId, unitId: M3 });
    expect(waste).toMatchObject({ unitId: M3, customEfRecordId, wasteRdCodeId: RECYCLING });
  });

  it("tells the owner of its custom record that it names it, once it is stored", async () => {
    const [owner, other] = [newId(), newId()];
    const customEfRecordId = record(activity, { organizationId: owner });
    await create();
    await create({ lerCodeId: undefined, customEmissionFactorId: group(activity, {}) });
    await expect(create({ facilityId: other, lerCodeId: undefined, customEfRecordId })).rejects.toThrow();
    expect(await activity.events(us, CustomRecordsNamedSchema)).toEqual([]);
    await create({ lerCodeId: undefined, customEfRecordId });
    const [named] = await activity.events(us, CustomRecordsNamedSchema);
    expect(named!.records).toMatchObject([{ recordId: customEfRecordId, organizationId: owner }]);
  });

  it("is hidden from another organization", async () => {
    const waste = await create();
    const them = wastes(await activity.organization());
    for (const id of [waste.id, newId(), "none"]) {
      const update = { id, description: "Theirs", updateMask: { paths: ["description"] } };
      const attempts = [() => them.getWaste({ id }), () => them.updateWaste(update), () => them.deleteWaste({ id })];
      for (const attempt of attempts) {
        expect(await refusalOf(attempt())).toMatchObject({ code: "WASTE_NOT_FOUND", violations: [] });
      }
    }
    expect((await get(waste.id)).description).toBeUndefined();
  });
});

describe("the result of a waste", () => {
  it("is shown on it, and counts for its facility", async () => {
    const waste = await create();
    await priced(waste);
    expect(await get(waste.id)).toMatchObject({
      status: WasteStatus.ACTIVE,
      calculationStatus: CalculationStatus.CALCULATED,
      co2e: { value: "12.5" },
      co2eBiomass: { value: "3" },
      errorMessages: [],
    });
    expect(await emitted()).toEqual([12.5, 3]);
  });

  it("is CALCULATION_FAILED whatever the reason, which the detail tells", async () => {
    const waste = await create();
    await priced(waste, { failed: "FACTOR_NOT_FOUND", errorDetail: "No factor for waste 150101 by R03." });
    const failed = await get(waste.id);
    expect(failed).toMatchObject({
      status: WasteStatus.ERROR,
      calculationStatus: CalculationStatus.FAILED,
      calculationErrorCode: "CALCULATION_FAILED",
      calculationErrorDetail: "No factor for waste 150101 by R03.",
      errorMessages: ["CALCULATION_FAILED"],
    });
    expect([failed.co2e, failed.co2eBiomass]).toEqual([undefined, undefined]);
    expect(await activity.rows(us, "wastes")).toMatchObject([{ calculationErrorCode: "FACTOR_NOT_FOUND" }]);
  });

  it("of an earlier revision comes too late", async () => {
    const waste = await create();
    await change(waste.id, { endDate: "2025-02-28" }, "end_date");
    await priced(waste);
    expect(await get(waste.id)).toMatchObject({ status: WasteStatus.LOADING });
    expect(await emitted()).toEqual([0, 0]);
  });
});

describe("a change", () => {
  it("of what prices the waste takes its number off until the next one comes", async () => {
    const waste = await create();
    await priced(waste);
    const changed = await change(waste.id, { baseQuantity: { value: "2" } }, "base_quantity");
    expect(changed).toMatchObject({ status: WasteStatus.LOADING, baseQuantity: { value: "2" } });
    expect(changed.co2e).toBeUndefined();
    expect(changed.updatedAt).toBeDefined();
    expect(await emitted()).toEqual([0, 0]);
    await priced(waste, { revision: 2, co2e: "1" });
    expect(await emitted()).toEqual([1, 3]);
  });

  it("of anything else leaves the number where it is", async () => {
    const waste = await create();
    await priced(waste);
    const values = { identificationName: "Paper", description: "Loose", destination: "South plant" };
    expect(await change(waste.id, values, "identification_name", "description", "destination")).toMatchObject({
      ...values,
      status: WasteStatus.ACTIVE,
      co2e: { value: "12.5" },
    });
    expect(await inputs()).toHaveLength(1);
  });

  it("that names again what a failed waste is priced by has it calculated again, as that is now", async () => {
    const customEmissionFactorId = group(activity, { revision: 1 });
    const waste = await create({ lerCodeId: undefined, wasteRdCodeId: undefined, customEmissionFactorId });
    await priced(waste, { failed: "CUSTOM_FACTOR_NOT_VALID" });
    group(activity, { id: customEmissionFactorId, revision: 2 });
    expect(await change(waste.id, { description: "Bales" }, "description")).toMatchObject({
      status: WasteStatus.ERROR,
      errorMessages: ["CALCULATION_FAILED"],
    });
    expect(await change(waste.id, { customEmissionFactorId }, "custom_emission_factor_id")).toMatchObject({
      status: WasteStatus.LOADING,
      errorMessages: [],
    });
    expect((await inputs())[1]).toMatchObject({
      revision: 2,
      selector: { kind: { case: "customGroup", value: { groupId: customEmissionFactorId, revision: 2 } } },
    });
    await priced(waste, { revision: 2 });
    expect(await emitted()).toEqual([12.5, 3]);
    expect(await change(waste.id, { customEmissionFactorId }, "custom_emission_factor_id")).toMatchObject({
      status: WasteStatus.ACTIVE,
    });
  });

  it("clears what is in the mask without a value", async () => {
    const { id } = await create({ totalKmToWasteCenter: { value: "5" }, description: "Bales" });
    const cleared = await change(id, {}, "total_km_to_waste_center", "description", "waste_rd_code_id");
    expect([cleared.totalKmToWasteCenter, cleared.description, cleared.rdCode]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await inputs())[1]).toMatchObject({ additionalParts: [], selector: { kind: { value: { rdCodeId: "" } } } });
  });

  it("cannot bring it to another facility", async () => {
    const { id } = await create();
    expect(await refusalOf(change(id, {}, "facility_id"))).toMatchObject({
      code: "REQUEST_VALIDATION_FAILED",
      violations: ["body.facility_id value_error.extra"],
    });
  });
});

describe("a deletion", () => {
  it("takes the waste out of all totals", async () => {
    const waste = await create();
    await priced(waste);
    await wastes().deleteWaste({ id: waste.id });
    expect(await refusalOf(get(waste.id))).toMatchObject({ code: "WASTE_NOT_FOUND" });
    expect(await activity.events(us, RecordsDeletedSchema)).toMatchObject([
      { records: [{ recordId: waste.id, revision: 2 }] },
    ]);
    expect(await activity.rows(us, "pending_calculations")).toEqual([]);
    expect(await emitted()).toEqual([0, 0]);
  });

  it("of its facility takes the waste along, and no other", async () => {
    const other = await facility(activity, us);
    const [waste, kept] = [await create(), await create({ facilityId: other })];
    await priced(waste);
    await activity.as(us, FacilityService).deleteFacility({ facilityId: plant });
    expect(await refusalOf(get(waste.id))).toMatchObject({ code: "WASTE_NOT_FOUND" });
    expect(await get(kept.id)).toEqual(kept);
    expect(await activity.events(us, RecordsDeletedSchema)).toMatchObject([{ records: [{ recordId: waste.id }] }]);
  });
});
