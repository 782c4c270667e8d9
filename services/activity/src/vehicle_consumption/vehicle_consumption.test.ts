import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import {
  VehicleConsumptionService,
  VehicleConsumptionStatus,
} from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleChangedSchema } from "@emissions/proto/activity/v1/vehicle_service";
import { CalculationOutcome, RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, KG, M3, us } from "../activity.fixture.ts";
import { kinds } from "../kinds.ts";
import { handleAll } from "../records/records.fixture.ts";
import { resultConsumer } from "../records/results.ts";
import { vehicleConsumers } from "../vehicle/consumers.ts";
import { fuelOf, VAN } from "../vehicle/vehicle-catalogue.fixture.ts";
import { changeVehicle, consumptionOf, vehicle } from "./vehicle_consumption.fixture.ts";
import { vehicleConsumptions } from "./vehicle_consumption.ts";

eachTest();

const service = (key = newId()) => activity.as(us, VehicleConsumptionService, { "idempotency-key": key });
const add = async (vehicleId: string, change: object = {}) =>
  (await service().createVehicleConsumption({ values: { ...consumptionOf(vehicleId), ...change } }))
    .vehicleConsumption!;
const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);

describe("a vehicle that changes", () => {
  it.each([
    ["fuel", { vehicle_fuel_id: fuelOf("ES", "petrol") }],
    ["segment", { market_segment: "mini" }],
    ["size", { size: "small_car" }],
    ["year", { registration_year: 2012 }],
    ["type", { unknown_vehicle_id: VAN }],
  ])("its %s has its consumptions calculated again", async (_what, change) => {
    const vehicleId = await vehicle();
    const { id } = await add(vehicleId);
    await changeVehicle(vehicleId, change);
    await handleAll(VehicleChangedSchema, vehicleConsumers(activity.context, kinds));
    expect((await inputs()).map(({ recordId, revision }) => [recordId, revision])).toEqual([
      [id, 1],
      [id, 2],
    ]);
  });
});

describe("a consumption is refused", () => {
  it.each([
    [
      "in a unit that its fuel has not",
      { unitId: M3 },
      "ERR_UNIT_NOT_ALLOWED_FOR_FUEL",
      "body.unit_id ERR_UNIT_NOT_ALLOWED_FOR_FUEL",
    ],
    [
      "in a unit that does not exist",
      { unitId: newId() },
      "REQUEST_VALIDATION_FAILED",
      "body.unit_id value_error.not_found",
    ],
    [
      "of nothing",
      { quantity: { value: "0" } },
      "REQUEST_VALIDATION_FAILED",
      "body.quantity value_error.number.not_gt",
    ],
    [
      "of less than nothing",
      { quantity: { value: "-1" } },
      "REQUEST_VALIDATION_FAILED",
      "body.quantity value_error.number.not_ge",
    ],
    [
      "that ends before it starts",
      { endDate: "2024-12-31" },
      "REQUEST_VALIDATION_FAILED",
      "body.end_date end_date_before_start_date",
    ],
    [
      "before 1970",
      { startDate: "1969-12-31" },
      "REQUEST_VALIDATION_FAILED",
      "body.start_date activity_date_out_of_range",
    ],
  ])("%s", async (_what, change, code, violation) => {
    const refused = await refusalOf(add(await vehicle(), change));
    expect(refused).toMatchObject({ code, violations: [violation] });
    expect(await inputs()).toEqual([]);
  });

  it("in a batch with its place, and nothing is stored", async () => {
    const [own, theirs] = [await vehicle(), await vehicle({}, await activity.organization())];
    const records = [{}, { unitId: M3 }, { vehicleId: theirs }, { unitId: KG }].map((change) => ({
      ...consumptionOf(own),
      ...change,
    }));
    const refused = await refusalOf(service().createVehicleConsumptions({ records }));
    expect(refused).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: ["body.records.1.unit_id ERR_UNIT_NOT_ALLOWED_FOR_FUEL", "body.records.2.vehicle_id SCHEMA_INVALID"],
    });
    expect(await inputs()).toEqual([]);
  });
});

describe("the consumptions of one vehicle", () => {
  it("are listed, counted and deleted without those of others", async () => {
    const [vehicleId, other] = [await vehicle(), await vehicle()];
    const [one, two] = [await add(vehicleId, { customId: "A-1" }), await add(other)];
    const list = async (request: object = {}) =>
      (await service().listConsumptionsOfVehicle({ vehicleId, ...request })).vehicleConsumptions.map(({ id }) => id);
    expect([await list(), await list({ search: "b" })]).toEqual([[one.id], []]);
    const { uniqueValues } = await service().listConsumptionValuesOfVehicle({ vehicleId, field: "file_id" });
    expect(uniqueValues!.values).toMatchObject([{ count: 1 }]);
    const ids = [one.id, two.id];
    const { deletion } = await service().deleteConsumptionsOfVehicle({ vehicleId, ids });
    expect(deletion).toMatchObject({ successIds: [one.id], failedIds: [two.id] });
  });

  it("are not found under another vehicle, and a missing vehicle is not found", async () => {
    const [vehicleId, other] = [await vehicle(), await vehicle()];
    const id = (await add(vehicleId)).id;
    const wrong = [
      () => service().getVehicleConsumption({ id, vehicleId: other }),
      () => service().deleteVehicleConsumption({ id, vehicleId: other }),
      () => service().updateVehicleConsumption({ id, values: { vehicleId: other }, updateMask: { paths: [] } }),
    ];
    for (const attempt of wrong) expect((await refusalOf(attempt())).code).toBe("VEHICLE_CONSUMPTION_NOT_FOUND");
    expect((await service().getVehicleConsumption({ id, vehicleId })).vehicleConsumption).toMatchObject({ id });
    const missing = newId();
    for (const attempt of [
      () => add(missing),
      () => service().listConsumptionsOfVehicle({ vehicleId: missing }),
      () => service().listConsumptionValuesOfVehicle({ vehicleId: missing, field: "file_id" }),
      () => service().deleteConsumptionsOfVehicle({ vehicleId: missing, ids: [id] }),
    ])
      expect((await refusalOf(attempt())).code).toBe("VEHICLE_NOT_FOUND");
  });

  it("are values of the organization with the license plate", async () => {
    const vehicleId = await vehicle();
    await add(vehicleId);
    const { uniqueValues } = await service().listVehicleConsumptionValues({ field: "vehicle_id" });
    expect(uniqueValues!.values).toMatchObject([
      { value: vehicleId, label: expect.stringMatching(/^V\d+$/), count: 1 },
    ]);
  });
});

describe("a result", () => {
  const hear = (recordId: string, result: object) =>
    activity.db.asService(us.organizationId, (write) =>
      resultConsumer(kinds).handle(write, [
        create(RecordsCalculatedSchema, {
          results: [{ recordId, revision: 1, entityType: vehicleConsumptions.entityType, ...result }],
        }),
      ]),
    );
  const shown = async (id: string) => (await service().getVehicleConsumption({ id })).vehicleConsumption!;

  it("shows the use of the energy and its production, which sum up to the whole", async () => {
    const { id } = await add(await vehicle());
    await hear(id, {
      status: CalculationOutcome.CALCULATED,
      co2e: { value: "190.9098" },
      upstreamCo2e: { value: "36.6606" },
    });
    expect(await shown(id)).toMatchObject({
      status: VehicleConsumptionStatus.SUCCESS,
      co2e: { value: "190.9098" },
      co2eConsumption: { value: "154.2492" },
      co2eGeneration: { value: "36.6606" },
      errorMessages: [],
    });
    const listed = async (status: VehicleConsumptionStatus) =>
      (await service().listVehicleConsumptions({ status: [status] })).total;
    const { ACTIVE, SUCCESS, ERROR } = VehicleConsumptionStatus;
    expect([await listed(ACTIVE), await listed(SUCCESS), await listed(ERROR)]).toEqual([1, 1, 0]);
  });

  it("without a figure of the production shows null for it, not zero", async () => {
    const { id } = await add(await vehicle());
    await hear(id, { status: CalculationOutcome.CALCULATED, co2e: { value: "5" } });
    const { co2eConsumption, co2eGeneration } = await shown(id);
    expect([co2eConsumption?.value, co2eGeneration]).toEqual(["5", undefined]);
  });

  it("that failed shows the code", async () => {
    const { id } = await add(await vehicle());
    await hear(id, { status: CalculationOutcome.FAILED, errorCode: "FACTOR_NOT_FOUND" });
    expect(await shown(id)).toMatchObject({
      status: VehicleConsumptionStatus.ERROR,
      errorMessages: ["CALCULATION_FAILED"],
    });
  });
});
