import { newId } from "@emissions/kit/process/id";
import {
  VehicleChangedSchema,
  VehicleMarketSegment,
  VehicleOwnership,
  VehicleSize,
  VehicleStatus,
  VehicleType,
  VehicleUse,
} from "@emissions/proto/activity/v1/vehicle_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { addVehicle, DIESEL, move, vehicleOf, vehicles } from "./vehicle.fixture.ts";
import { fuelOf, VAN } from "./vehicle-catalogue.fixture.ts";

eachTest();

const violations = async (values: object) => (await refusalOf(vehicles().createVehicle(vehicleOf(values)))).violations;
const update = async (id: string, values: object, paths: string[]) =>
  (await vehicles().updateVehicle({ id, ...values, updateMask: { paths } })).vehicle!;
const stored = () => activity.rows<{ revision: number; plateKey: string }>(us, "vehicles");

describe("CreateVehicle", () => {
  it("stores the values, and shows names beside the ids", async () => {
    const group = newId();
    activity.groups.set(group, {
      id: group,
      found: true,
      name: "Fleet",
      organizationId: us.organizationId,
      revision: 1,
    });
    const values = vehicleOf({
      name: "Ana's car",
      licensePlate: "1234-bcd",
      customEmissionFactorId: group,
      registrationYear: 2019,
      marketSegment: VehicleMarketSegment.DUAL_PURPOSE_4X4,
      size: VehicleSize.LARGE_CAR,
      externalId: "car-1",
      fileName: "fleet.csv",
    });
    const { vehicle } = await vehicles().createVehicle(values);
    expect(vehicle).toMatchObject({
      ...values,
      status: VehicleStatus.ACTIVE,
      co2e: { value: "0" },
      co2eBiomass: { value: "0" },
      unknownVehicleType: "car",
      vehicleFuel: "diesel",
      customEmissionFactor: { id: group, name: "Fleet" },
      organizationId: us.organizationId,
      uploadedBy: us.userId,
      user: { firstName: "Ada" },
    });
    expect((await vehicles().getVehicle({ id: vehicle!.id })).vehicle).toEqual(vehicle);
    expect(await stored()).toMatchObject([{ plateKey: "1234BCD" }]);
  });

  it.each([
    ["no plate", { licensePlate: "" }, "license_plate value_error.missing"],
    ["a plate without letters and digits", { licensePlate: "- -" }, "license_plate value_error.license_plate"],
    ["a plate of many ligatures", { licensePlate: "ﷺ".repeat(50) }, "license_plate value_error.license_plate"],
    ["a long plate", { licensePlate: "1".repeat(51) }, "license_plate value_error.any_str.max_length"],
    ["no type", { type: VehicleType.UNSPECIFIED }, "type value_error.missing"],
    ["a strange ownership", { ownership: 77 }, "ownership type_error.enum"],
    ["no unknown vehicle", { unknownVehicleId: "" }, "unknown_vehicle_id value_error.missing"],
    ["an unknown vehicle that is none", { unknownVehicleId: newId() }, "unknown_vehicle_id value_error.not_found"],
    [
      "one of another country",
      { unknownVehicleId: VAN, country: "GB", vehicleFuelId: fuelOf("GB", "diesel") },
      "unknown_vehicle_id value_error.not_found",
    ],
    ["a country that is none", { country: "UK" }, "country value_error.country"],
    ["neither fuel nor group", { vehicleFuelId: undefined }, "vehicle_fuel_id value_error.missing"],
    ["a fuel that is none", { vehicleFuelId: newId() }, "vehicle_fuel_id value_error.not_found"],
    ["a fuel that is no id", { vehicleFuelId: "diesel" }, "vehicle_fuel_id type_error.uuid"],
    [
      "a fuel of another country",
      { vehicleFuelId: fuelOf("GB", "diesel") },
      "vehicle_fuel_id value_error.fuel_country",
    ],
    ["a Spanish fuel elsewhere", { country: "PT" }, "vehicle_fuel_id value_error.fuel_country"],
    ["a group that is none", { customEmissionFactorId: newId() }, "custom_emission_factor_id value_error.not_found"],
    ["an early year", { registrationYear: 1899 }, "registration_year value_error.number.not_ge"],
    [
      "a late year",
      { registrationYear: new Date().getUTCFullYear() + 2 },
      "registration_year value_error.number.not_le",
    ],
    ["a file that is none", { fileId: newId() }, "file_id value_error.not_found"],
  ])("refuses %s", async (_, values, violation) => {
    const found = await violations(values);
    expect(found).toContain(`body.${violation}`);
    if (!violation.endsWith("type_error.uuid")) expect(found).toHaveLength(_ === "a country that is none" ? 2 : 1);
    expect(await stored()).toEqual([]);
  });

  it("takes a fuel of any country but Spain where a country has none, and no fuel with a group", async () => {
    await addVehicle({ country: "PT", vehicleFuelId: fuelOf("GB", "diesel") });
    const group = newId();
    activity.groups.set(group, {
      id: group,
      found: true,
      name: "Fleet",
      organizationId: us.organizationId,
      revision: 1,
    });
    const { vehicleFuel } = await addVehicle({ vehicleFuelId: undefined, customEmissionFactorId: group });
    expect(vehicleFuel).toBeUndefined();
  });
});

describe("a license plate", () => {
  const taken = async (call: Promise<unknown>) => (await refusalOf(call)).code;

  it("is unique in the organization in all its spellings, archived vehicles included", async () => {
    const { id } = await addVehicle({ licensePlate: "1234 BCD" });
    await update(id, { status: VehicleUse.ARCHIVED }, ["status"]);
    for (const licensePlate of ["1234 BCD", "1234bcd", "12-34.Bcd"]) {
      expect(await taken(addVehicle({ licensePlate }))).toBe("VEHICLE_ALREADY_EXISTS");
    }
    await addVehicle({ licensePlate: "1234 BCD" }, await activity.organization());
    expect(await stored()).toHaveLength(1);
  });

  it("cannot be that of another vehicle after an update, but in another spelling of its own", async () => {
    await addVehicle({ licensePlate: "1234 BCD" });
    const { id } = await addVehicle({ licensePlate: "5678 BCD" });
    expect(await taken(update(id, { licensePlate: "1234bcd" }, ["license_plate"]))).toBe("VEHICLE_ALREADY_EXISTS");
    expect((await update(id, { licensePlate: "5678-BCD" }, ["license_plate"])).licensePlate).toBe("5678-BCD");
  });

  it("is stored once by many requests at once, single ones, batches and updates", async () => {
    const { id } = await addVehicle();
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => addVehicle({ licensePlate: "1234 BCD" })),
      ...Array.from({ length: 3 }, () =>
        vehicles().createVehicles({ records: [vehicleOf(), vehicleOf({ licensePlate: "1234BCD" }), vehicleOf()] }),
      ),
      update(id, { licensePlate: "1234 bcd" }, ["license_plate"]),
    ]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = attempts.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    for (const reason of refused) expect(await taken(Promise.reject(reason))).toBe("VEHICLE_ALREADY_EXISTS");
    expect((await stored()).filter(({ plateKey }) => plateKey === "1234BCD")).toHaveLength(1);
  });
});

describe("UpdateVehicle", () => {
  it("archives a vehicle and activates it again", async () => {
    const { id } = await addVehicle();
    expect((await update(id, { status: VehicleUse.ARCHIVED }, ["status"])).status).toBe(VehicleStatus.ARCHIVED);
    expect((await update(id, { status: VehicleUse.ACTIVE }, ["status"])).status).toBe(VehicleStatus.ACTIVE);
    for (const status of [VehicleUse.UNSPECIFIED, 3]) {
      expect((await refusalOf(update(id, { status }, ["status"]))).code).toBe("REQUEST_VALIDATION_FAILED");
    }
  });

  it("announces changes of values that select factors, and no others", async () => {
    const { id } = await addVehicle();
    const announced = async () => (await activity.events(us, VehicleChangedSchema)).length;
    await update(id, { name: "Pool car", ownership: VehicleOwnership.RENTED }, ["name", "ownership"]);
    await update(id, { size: VehicleSize.UNSPECIFIED, vehicleFuelId: DIESEL }, ["size", "vehicle_fuel_id"]);
    expect(await announced()).toBe(0);
    await update(id, { vehicleFuelId: fuelOf("ES", "petrol") }, ["vehicle_fuel_id"]);
    await update(id, { registrationYear: 2020 }, ["registration_year"]);
    await update(id, { country: "GB", vehicleFuelId: fuelOf("GB", "petrol") }, ["country", "vehicle_fuel_id"]);
    expect(await announced()).toBe(3);
  });

  it("refuses a country without the fuel, and the removal of the only source of a factor", async () => {
    const { id } = await addVehicle();
    const refused = async (values: object, paths: string[]) => (await refusalOf(update(id, values, paths))).violations;
    expect(await refused({ country: "GB" }, ["country"])).toEqual(["body.vehicle_fuel_id value_error.fuel_country"]);
    expect(await refused({}, ["vehicle_fuel_id"])).toEqual(["body.vehicle_fuel_id value_error.missing"]);
    expect(await refused({}, ["license_plate"])).toEqual(["body.license_plate value_error.missing"]);
    expect(await refused({}, ["co2e"])).toEqual(["body.co2e value_error.extra"]);
  });

  it("can change a name after the group was deleted", async () => {
    const group = newId();
    const state = { id: group, found: true, name: "Fleet", organizationId: us.organizationId, revision: 1 };
    activity.groups.set(group, state);
    const { id } = await addVehicle({ customEmissionFactorId: group });
    activity.groups.set(group, { ...state, deleted: true });
    expect((await update(id, { name: "Pool" }, ["name"])).name).toBe("Pool");
    const refused = refusalOf(update(id, { customEmissionFactorId: group }, ["custom_emission_factor_id"]));
    expect((await refused).violations).toEqual(["body.custom_emission_factor_id value_error.not_found"]);
  });
});

it("a vehicle is in error while a consumption has failed, unless it is archived", async () => {
  const id = (await addVehicle()).id;
  const shown = async () => (await vehicles().getVehicle({ id })).vehicle!;
  await move(id, { co2e: "1.5", failed: 2 });
  await move(id, { co2e: "0.000000000001" });
  expect(await shown()).toMatchObject({ status: VehicleStatus.ERROR, co2e: { value: "1.500000000001" } });
  await update(id, { status: VehicleUse.ARCHIVED }, ["status"]);
  expect((await shown()).status).toBe(VehicleStatus.ARCHIVED);
  await update(id, { status: VehicleUse.ACTIVE }, ["status"]);
  await move(id, { failed: -2 });
  expect((await shown()).status).toBe(VehicleStatus.ACTIVE);
});

it("a vehicle of another organization is not found", async () => {
  const { id: known } = await addVehicle();
  const them = vehicles(await activity.organization());
  for (const id of [known, newId(), "none"]) {
    const calls = [
      () => them.getVehicle({ id }),
      () => them.updateVehicle({ id, name: "x", updateMask: { paths: ["name"] } }),
      () => them.deleteVehicle({ id }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe("VEHICLE_NOT_FOUND");
  }
  expect(await stored()).toHaveLength(1);
});
