import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { enumText } from "@emissions/kit/wire/enum";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { VehicleConsumptionService } from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleChangedSchema } from "@emissions/proto/activity/v1/vehicle_service";
import { VehiclePartSchema } from "@emissions/proto/factors/v1/selection_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, KM, KWH, LITRE, M3, us } from "../activity.fixture.ts";
import { kinds } from "../kinds.ts";
import { handleAll } from "../records/records.fixture.ts";
import { vehicleConsumers } from "../vehicle/consumers.ts";
import { fuelOf, VAN } from "../vehicle/vehicle-catalogue.fixture.ts";
import { group } from "../waste/waste.fixture.ts";
import { changeVehicle, consumptionOf, vehicle } from "./vehicle_consumption.fixture.ts";

eachTest();

const service = (key = newId()) => activity.as(us, VehicleConsumptionService, { "idempotency-key": key });
const add = async (vehicleId: string, change: object = {}) =>
  (await service().createVehicleConsumption({ values: { ...consumptionOf(vehicleId), ...change } }))
    .vehicleConsumption!;
const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);
const lastInput = async () => (await inputs()).at(-1)!;
/** The parts of the last input: category, and the part of the vehicle or the category of the library. */
const lastParts = async () => {
  const { category, selector, additionalParts } = await lastInput();
  const named = (one: typeof selector) => {
    const kind = one?.kind;
    if (kind?.case === "vehicle") return enumText(VehiclePartSchema, kind.value.part);
    return kind?.case === "library" ? kind.value.category : (kind?.case ?? "none");
  };
  return [
    `${category}: ${named(selector)}`,
    ...additionalParts.map(
      ({ part, category, selector, memo }) => `${part} ${category}: ${named(selector)}${memo ? ", memo" : ""}`,
    ),
  ];
};

describe("the parts of a consumption", () => {
  it.each([
    {
      what: "of fuel",
      fuel: "diesel",
      country: "ES",
      unitId: LITRE,
      parts: ["vehicles: exhaust", "vehicle_generation energy_production: upstream"],
    },
    {
      what: "of fuel in the United States, where CH4 and N2O are apart",
      fuel: "petrol",
      country: "US",
      unitId: LITRE,
      parts: [
        "vehicles: exhaust",
        "vehicle_generation energy_production: upstream",
        "vehicle_ch4_and_n2o vehicles: ch4_and_n2o",
      ],
    },
    {
      what: "of a distance with fuel",
      fuel: "petrol",
      country: "US",
      unitId: KM,
      parts: ["vehicles: exhaust", "vehicle_generation energy_production: upstream"],
    },
    {
      what: "of electricity by energy are those of an invoice",
      fuel: "electricity",
      country: "ES",
      unitId: KWH,
      parts: [
        "electricity: electricity_residual_mix",
        "electricity_location_based electricity: electricity_location, memo",
        "electricity_generation energy_production: electricity_upstream",
        "electricity_transmission_and_distribution energy_production: electricity_losses",
        "electricity_losses_generation energy_production: electricity_losses_upstream",
      ],
    },
    {
      what: "of electricity by distance",
      fuel: "electricity",
      country: "GB",
      unitId: KM,
      parts: [
        "electricity: electricity",
        "electricity_location_based electricity: electricity, memo",
        "vehicle_generation energy_production: upstream",
        "electricity_transmission_and_distribution energy_production: electricity_losses",
      ],
    },
    {
      what: "of a plug-in hybrid by distance",
      fuel: "plug_in_hybrid_petrol",
      country: "GB",
      unitId: KM,
      parts: [
        "vehicles: exhaust",
        "vehicle_electricity electricity: electricity",
        "electricity_location_based electricity: electricity, memo",
        "vehicle_generation energy_production: upstream",
        "electricity_transmission_and_distribution energy_production: electricity_losses",
      ],
    },
    {
      what: "of a plug-in hybrid by litre",
      fuel: "plug_in_hybrid_petrol",
      country: "GB",
      unitId: LITRE,
      parts: ["vehicles: exhaust", "vehicle_generation energy_production: upstream"],
    },
    {
      what: "of a plug-in hybrid by energy",
      fuel: "plug_in_hybrid_petrol",
      country: "GB",
      unitId: KWH,
      parts: expect.arrayContaining(["electricity: electricity_residual_mix"]),
    },
  ])("$what", async ({ fuel, country, unitId, parts }) => {
    await add(await vehicle({ country, vehicle_fuel_id: fuelOf(country, fuel) }), { unitId });
    expect(await lastParts()).toEqual(parts);
  });

  it("name all that is known about the vehicle", async () => {
    const vehicleId = await vehicle({
      type: "freight",
      unknown_vehicle_id: VAN,
      market_segment: "mpv",
      size: "medium",
    });
    await add(vehicleId);
    expect((await lastInput()).selector?.kind.value).toMatchObject({
      vehicleFuelId: fuelOf("ES", "diesel"),
      country: "ES",
      vehicleType: "van",
      freight: true,
      marketSegment: "mpv",
      size: "medium",
    });
  });
});

describe("a custom group of the vehicle", () => {
  const owned = (id: string, change: object = {}) =>
    vehicle({
      custom_emission_factor_id: id,
      custom_factor_owner_id: us.organizationId,
      custom_factor_revision: 1,
      ...change,
    });

  it("replaces all parts, in its revision of the recording, whatever the unit", async () => {
    const id = group({ organizationId: us.organizationId, revision: 3 });
    await add(await owned(id), { unitId: M3 });
    expect(await lastParts()).toEqual(["vehicles: customGroup"]);
    expect((await lastInput()).selector?.kind.value).toMatchObject({
      groupId: id,
      revision: 3,
      organizationId: us.organizationId,
      unitMustMatch: false,
    });
  });

  it("of an electric vehicle is scope 2, with the location-based figure", async () => {
    const id = group({ organizationId: us.organizationId });
    await add(await owned(id, { vehicle_fuel_id: fuelOf("ES", "electricity") }), { unitId: KWH });
    expect(await lastParts()).toEqual([
      "electricity: customGroup",
      "electricity_location_based electricity: electricity_location, memo",
    ]);
  });

  it("that is gone refuses new consumptions", async () => {
    const vehicleId = await owned(newId());
    expect((await refusalOf(add(vehicleId))).violations).toEqual(["body.vehicle_id value_error.not_found"]);
  });

  it("that the vehicle gets later prices its consumptions again, and one that it loses no longer does", async () => {
    const vehicleId = await vehicle();
    await add(vehicleId);
    const id = group({ organizationId: us.organizationId });
    await changeVehicle(vehicleId, {
      custom_emission_factor_id: id,
      custom_factor_owner_id: us.organizationId,
      custom_factor_revision: 5,
    });
    await handleAll(VehicleChangedSchema, vehicleConsumers(activity.context, kinds));
    expect((await lastInput()).selector?.kind).toMatchObject({
      case: "customGroup",
      value: { groupId: id, revision: 5 },
    });
    await changeVehicle(vehicleId, {
      custom_emission_factor_id: null,
      custom_factor_owner_id: null,
      custom_factor_revision: null,
    });
    await activity.db.asService(us.organizationId, (write) =>
      vehicleConsumers(activity.context, kinds)[0]!.handle(write, [create(VehicleChangedSchema, { vehicleId })]),
    );
    expect(await lastParts()).toEqual(["vehicles: exhaust", "vehicle_generation energy_production: upstream"]);
  });
});
