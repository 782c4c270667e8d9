import { newId } from "@emissions/kit/process/id";
import { IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { CustomRecordsNamedSchema, EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteService, WasteStatus } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, KG, M3, PAPER, RECYCLING, SHORT_TON, us } from "../activity.fixture.ts";
import { calculate, group, plant, record, wasteOf, withPlant } from "./waste.fixture.ts";

withPlant(eachTest);

const wastes = () => activity.as(us, WasteService);
const create = async (change: object = {}) => (await wastes().createWaste({ ...wasteOf(), ...change })).waste!;
const change = async (id: string, values: object, ...paths: string[]) =>
  (await wastes().updateWaste({ id, ...values, updateMask: { paths } })).waste!;

describe("a waste", () => {
  it("shows its codes and its share, and is announced with all that prices it", async () => {
    const waste = await create();
    expect(waste).toMatchObject({
      type: "waste",
      quantity: { value: "1250.50" },
      percentage: { value: "1" },
      lowCode: "15 01 01",
      rdCode: "R03",
      errorMessages: [],
      facilityPercentages: [{ facilityId: plant, percentage: { value: "1" } }],
      unit: { id: KG },
    });
    const value = { lerCodeId: PAPER, rdCodeId: RECYCLING, country: "ES", organizationCountry: "ES" };
    expect((await inputs())[0]).toMatchObject({
      ...{ category: "wastes", startDate: "2025-01-01", endDate: "2025-01-31", referenceDate: "2025-01-31" },
      quantity: { value: { value: "1250.50" }, unit: "kg" },
      selector: { kind: { case: "waste", value } },
      additionalParts: [],
      facilityId: plant,
    });
  });

  it("is in kilograms when no unit is given", async () => {
    expect(await create({ unitId: "" })).toMatchObject({ unitId: KG });
  });

  it.each([
    { unitId: KG, quantity: "1250.5", km: "12.5", tonneKm: "15.63125", allocation: "(1250.5 * 1 / 1000) * 12.5" },
    { unitId: SHORT_TON, quantity: "2", km: "100", tonneKm: "181.436948", allocation: "(2 * 907.18474 / 1000) * 100" },
    {
      unitId: KG,
      quantity: "0.000000000000000000000000000001",
      km: "1",
      tonneKm: `0.${"0".repeat(32)}1`,
      allocation: `(0.${"0".repeat(29)}1 * 1 / 1000) * 1`,
    },
  ])("of $quantity is brought $km km: $tonneKm tkm by an average lorry", async (sent) => {
    const { unitId, quantity, km, tonneKm, allocation } = sent;
    await create({ unitId, baseQuantity: { value: quantity }, totalKmToWasteCenter: { value: km } });
    const value = { category: "freight", key: "hgv/average/diesel", country: "ES" };
    const transport = { part: "transport", category: "wastes", memo: false, optional: false };
    expect((await inputs())[0]!.additionalParts).toMatchObject([
      {
        ...transport,
        allocation,
        quantity: { value: { value: tonneKm }, unit: "tkm" },
        selector: { kind: { case: "library", value } },
      },
    ]);
  });

  it("may be in the unit of its custom record", async () => {
    const customEfRecordId = record({ organizationId: us.organizationId, unitId: M3 });
    const waste = await create({ lerCodeId: undefined, customEfRecordId, unitId: M3 });
    expect(waste).toMatchObject({ unitId: M3, customEfRecordId, wasteRdCodeId: RECYCLING });
  });

  it("tells the owner of its custom record that it names it, once it is stored", async () => {
    const [owner, other] = [newId(), newId()];
    const customEfRecordId = record({ organizationId: owner });
    await create();
    await create({ lerCodeId: undefined, customEmissionFactorId: group() });
    await expect(create({ facilityId: other, lerCodeId: undefined, customEfRecordId })).rejects.toThrow();
    expect(await activity.events(us, CustomRecordsNamedSchema)).toEqual([]);
    await create({ lerCodeId: undefined, customEfRecordId });
    const [named] = await activity.events(us, CustomRecordsNamedSchema);
    expect(named!.records).toMatchObject([{ recordId: customEfRecordId, organizationId: owner }]);
  });
});

describe("a change", () => {
  it("that names again what a failed waste is priced by has it calculated again, as that is now", async () => {
    const customEmissionFactorId = group({ revision: 1 });
    const { id } = await create({ lerCodeId: undefined, customEmissionFactorId });
    await calculate([{ recordId: id, failed: "CUSTOM_FACTOR_NOT_VALID" }]);
    group({ id: customEmissionFactorId, revision: 2 });
    const failed = { status: WasteStatus.ERROR, errorMessages: ["CALCULATION_FAILED"] };
    expect(await change(id, { description: "Bales" }, "description")).toMatchObject(failed);
    const nameAgain = () => change(id, { customEmissionFactorId }, "custom_emission_factor_id");
    expect(await nameAgain()).toMatchObject({ status: WasteStatus.LOADING, errorMessages: [] });
    const kind = { case: "customGroup", value: { groupId: customEmissionFactorId, revision: 2 } };
    expect((await inputs())[1]).toMatchObject({ revision: 2, selector: { kind } });
    await calculate([{ recordId: id, revision: 2 }]);
    expect(await nameAgain()).toMatchObject({ status: WasteStatus.ACTIVE });
  });

  it("clears what is in the mask without a value", async () => {
    const { id } = await create({ totalKmToWasteCenter: { value: "5" } });
    const cleared = await change(id, {}, "total_km_to_waste_center", "waste_rd_code_id");
    expect([cleared.totalKmToWasteCenter, cleared.rdCode]).toEqual([undefined, undefined]);
    expect((await inputs())[1]).toMatchObject({ additionalParts: [], selector: { kind: { value: { rdCodeId: "" } } } });
  });
});

it("a deletion as a job has an item for each id, and refuses what is no id", async () => {
  const { job } = await wastes().deleteWastes({ ids: [newId(), newId()] });
  expect(job).toMatchObject({ entityType: EntityType.WASTES, totalItems: 2, status: IngestJobStatus.QUEUED });
  const { violations } = await refusalOf(wastes().deleteWastes({ ids: [newId(), "none"] }));
  expect(violations).toEqual(["body.waste_ids.1 type_error.uuid"]);
});
