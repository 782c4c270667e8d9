import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { LogisticsRechargeStatus } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FreightPart } from "@emissions/proto/factors/v1/freight";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, eachTest, inputs, LITRE, us } from "../activity.fixture.ts";
import { addProject } from "../project/project.fixture.ts";
import { FUELS, TOCS } from "../records/freight.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { answerPerUnit, DIESEL, recharge, recharges } from "./logistics_recharge.fixture.ts";
import { logisticsRecharges } from "./logistics_recharge.ts";

eachTest(answerPerUnit);

const rows = () => activity.rows<{ id: string; revision: number; co2e: string }>(us, "logistics_recharges");
const pending = () => activity.rows<{ recordId: string; revision: number }>(us, "pending_calculations");
const many = (records: object[], options?: { continueOnError: boolean }) =>
  recharges().createLogisticsRecharges({ records, ...(options && { options }) });

describe("a recharge", () => {
  it("is answered with its emissions, and its input is announced for the totals", async () => {
    const created = await recharge({ ...DIESEL, tocId: TOCS.vanDiesel.id });
    expect(created).toMatchObject({
      ...DIESEL,
      status: LogisticsRechargeStatus.ACTIVE,
      calculationStatus: CalculationStatus.CALCULATED,
      co2e: { value: "120" },
      co2eOperation: { value: "100" },
      co2eEnergyProvision: { value: "20" },
      fuelName: "diesel",
      unit: "l",
      vehicleType: "van_diesel",
      organizationId: us.organizationId,
      uploadedBy: us.userId,
    });
    const shown = await recharges().getLogisticsRecharge({ id: created.id });
    expect(shown.logisticsRecharge).toMatchObject({ co2e: { value: "120" }, co2eEnergyProvision: { value: "20" } });
    const amount = { value: { value: "40" }, unitId: LITRE, unit: "l" };
    const factor = (part: FreightPart) => ({
      kind: { value: { activity: { value: FUELS.diesel.id }, part, country: "ES" } },
    });
    expect(await inputs()).toMatchObject([
      {
        recordId: created.id,
        revision: 1,
        entityType: EntityType.LOGISTICS_RECHARGES,
        excludedFromTotals: false,
        category: "vehicles",
        referenceDate: "2025-03-30",
        quantity: amount,
        selector: factor(FreightPart.OPERATION),
        additionalParts: [
          {
            part: "energy_provision",
            category: "energy_production",
            quantity: amount,
            selector: factor(FreightPart.ENERGY_PROVISION),
            memo: false,
          },
        ],
      },
    ]);
    // The sweep announces it again until calc has stored the calculation.
    expect(await pending()).toMatchObject([{ recordId: created.id, revision: 1 }]);
    await calculating(logisticsRecharges)([{ recordId: created.id, co2e: "120" }]);
    expect(await pending()).toEqual([]);
  });

  it("with the country, day, quantity and plate of a stored one replaces it", async () => {
    const first = await recharge();
    const same = {
      ...DIESEL,
      quantity: { value: "40.00" },
      vehicleLicensePlate: "1234-BCD",
      projectId: await addProject(),
    };
    const second = await recharge({ ...same, fuelId: FUELS.electricity.id });
    expect(second).toMatchObject({ id: first.id, fuelName: "electricity", projectId: same.projectId });
    expect(second.createdAt).toEqual(first.createdAt);
    expect(await rows()).toMatchObject([{ id: first.id, revision: 2 }]);
    expect((await inputs()).map(({ revision }) => revision)).toEqual([1, 2]);
    const others = [{ country: "FR" }, { date: "2025-03-31" }, { quantity: { value: "41" } }];
    for (const other of [...others, { vehicleLicensePlate: undefined }]) await recharge({ ...DIESEL, ...other });
    expect(await rows()).toHaveLength(5);
  });

  it("is given to a project of the organization, and to no unknown or foreign one", async () => {
    for (const projectId of [newId(), await addProject(await activity.organization())])
      expect((await refusalOf(recharge({ ...DIESEL, projectId }))).violations).toEqual([
        "body.project_id value_error.not_found",
      ]);
    expect(await rows()).toEqual([]);
  });

  it("sent 50 times at once is one row with the number of its last revision", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => recharge()));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await rows()).toMatchObject([{ revision: 50, co2e: "120" }]);
    expect(await pending()).toMatchObject([{ revision: 50 }]);
    expect((await inputs()).map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
  });

  it("is not stored while calc is away", async () => {
    activity.calc.isAway = true;
    await expect(recharge()).rejects.toMatchObject({ code: Code.Unavailable });
    expect([await rows(), await inputs(), await pending()]).toEqual([[], [], []]);
  });

  it("that is sent again under its key gets the first answer without calc", async () => {
    const key = { "idempotency-key": newId() };
    const first = await recharges(us, key).createLogisticsRecharge(DIESEL);
    activity.calc.isAway = true;
    expect(await recharges(us, key).createLogisticsRecharge(DIESEL)).toEqual(first);
    expect(await rows()).toMatchObject([{ revision: 1 }]);
  });

  it.each([
    { what: "an unknown fuel", sent: { fuelId: newId() }, refusal: { code: "LOGISTICS_FUEL_NOT_FOUND" } },
    { what: "a day before 1970", sent: { date: "1969-12-31" }, refusal: { code: "ACTIVITY_DATE_OUT_OF_RANGE" } },
    { what: "a missing day", sent: { date: "" }, refusal: { violations: ["body.date value_error.missing"] } },
    {
      what: "an unknown country",
      sent: { country: "ZZ" },
      refusal: { violations: ["body.country value_error.country"] },
    },
    {
      what: "nothing",
      sent: { quantity: { value: "0" } },
      refusal: { violations: ["body.quantity value_error.number.not_gt"] },
    },
    {
      what: "an unknown category",
      sent: { tocId: newId() },
      refusal: { violations: ["body.toc_id value_error.not_found"] },
    },
    {
      what: "a plate of blanks and dots",
      sent: { vehicleLicensePlate: " . " },
      refusal: { violations: ["body.vehicle_license_plate value_error.license_plate"] },
    },
    {
      what: "an unknown file",
      sent: { fileId: newId() },
      refusal: { violations: ["body.file_id value_error.not_found"] },
    },
  ])("of $what is refused", async ({ sent, refusal }) => {
    expect(await refusalOf(recharge({ ...DIESEL, ...sent }))).toMatchObject(refusal);
    expect(await rows()).toEqual([]);
  });

  it("that is deleted leaves its table and is announced; another organization cannot delete it", async () => {
    const { id } = await recharge();
    const them = recharges(await activity.organization());
    for (const attempt of [them.getLogisticsRecharge, them.deleteLogisticsRecharge]) {
      expect(await refusalOf(attempt({ id }))).toMatchObject({ code: "LOGISTICS_RECHARGE_NOT_FOUND", violations: [] });
    }
    await recharges().deleteLogisticsRecharge({ id });
    expect([await rows(), await pending()]).toEqual([[], []]);
    expect(await deletions()).toMatchObject([{ recordId: id, revision: 2 }]);
  });
});

describe("a bulk request", () => {
  const bad = { ...DIESEL, fuelId: newId() };
  const sent = [DIESEL, bad, { ...DIESEL, date: "1969-01-01" }, { ...DIESEL, quantity: { value: "5" } }, DIESEL];

  it("stores the valid recharges and names every other one", async () => {
    const { bulk } = await many(sent);
    expect(bulk).toMatchObject({ totalReceived: 5, totalProcessed: 5, success: 2, failed: 3 });
    expect(bulk!.results.map(({ co2e }) => co2e!.value)).toEqual(["120", "15"]);
    expect(bulk!.errors.map(({ index, loc, code }) => `${index} ${loc.join(".")} ${code}`)).toEqual([
      "1 body.records.1.fuel_id NOT_FOUND",
      "2 body.records.2.date ACTIVITY_DATE_OUT_OF_RANGE",
      "4 body.records.4 DUPLICATE_RECORD",
    ]);
    expect(await rows()).toHaveLength(2);
  });

  it("stores none without continue_on_error when one is invalid", async () => {
    expect(await refusalOf(many(sent, { continueOnError: false }))).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        "body.records.1.fuel_id NOT_FOUND",
        "body.records.2.date ACTIVITY_DATE_OUT_OF_RANGE",
        "body.records.4 DUPLICATE_RECORD",
      ],
    });
    expect(await rows()).toEqual([]);
    const { bulk } = await many([DIESEL], { continueOnError: false });
    expect(bulk).toMatchObject({ success: 1, failed: 0, errors: [] });
  });

  it("of more than one call of calc stores every recharge with its own result", async () => {
    const quantities = Array.from({ length: 1_201 }, (_, at) => at + 1);
    const records = quantities.map((value) => ({ ...DIESEL, quantity: { value: String(value) } }));
    const { bulk } = await many(records);
    expect(bulk!.results.map(({ co2e }) => Number(co2e!.value))).toEqual(quantities.map((value) => value * 3));
    expect(activity.calc.calls.map((call) => call.length).sort()).toEqual([201, 500, 500]);
    const stored = await activity.rows<{ quantity: string; co2e: string }>(us, "logistics_recharges");
    expect(stored.every(({ quantity, co2e }) => Number(co2e) === Number(quantity) * 3)).toBe(true);
    expect([(await inputs()).length, (await pending()).length]).toEqual([1_201, 1_201]);
  });

  it("has 1 to 5,000 recharges", async () => {
    for (const count of [0, 5_001]) {
      const records = Array.from({ length: count }, () => DIESEL);
      expect((await refusalOf(many(records))).violations[0]).toMatch(/^body\.records value_error\.list\./);
    }
  });
});

it("a list is filtered by plate, fuel, vehicle, day, status and project", async () => {
  const projectId = await addProject();
  const van = await recharge({ ...DIESEL, tocId: TOCS.vanDiesel.id });
  const other = { date: "2025-05-01", vehicleLicensePlate: "M-XY 9", projectId };
  const electric = await recharge({ ...DIESEL, ...other, fuelId: FUELS.electricity.id });
  await recharge({ ...DIESEL, vehicleLicensePlate: undefined });
  const found = async (filter: object) => {
    const { logisticsRecharges: page } = await recharges().listLogisticsRecharges({ filter });
    return page.map(({ id }) => id);
  };
  expect(await found({})).toHaveLength(3);
  for (const filter of [
    { search: "34 b" },
    { search: "234bc" },
    { vehicleLicensePlate: ["1234-BCD"] },
    { vehicleType: ["van_diesel"] },
    { fuelId: [FUELS.diesel.id], vehicleLicensePlate: ["1234 BCD"] },
  ])
    expect(await found(filter)).toEqual([van.id]);
  for (const filter of [{ dateFrom: "2025-04-01" }, { projectId: [projectId] }, { fuelId: [FUELS.electricity.id] }])
    expect(await found(filter)).toEqual([electric.id]);
  const { ACTIVE, ERROR } = LogisticsRechargeStatus;
  expect([await found({ status: [ERROR] }), (await found({ status: [ACTIVE] })).length]).toEqual([[], 3]);
  expect((await found({ dateUntil: "2025-04-30" })).length).toBe(2);
  const { uniqueValues } = await recharges().listLogisticsRechargeValues({ field: "fuel_name" });
  expect(uniqueValues!.values).toMatchObject([
    { value: FUELS.diesel.id, label: "diesel", count: 2 },
    { value: FUELS.electricity.id, label: "electricity", count: 1 },
  ]);
});
