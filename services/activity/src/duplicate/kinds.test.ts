import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import {
  BusinessTravelService,
  BusinessTravelValuesSchema,
} from "@emissions/proto/activity/v1/business_travel_service";
import { DuplicateService } from "@emissions/proto/activity/v1/duplicate_service";
import { EmployeeValuesSchema } from "@emissions/proto/activity/v1/employee_service";
import { HotelStayService, HotelStayValuesSchema } from "@emissions/proto/activity/v1/hotel_stay_service";
import { PurchaseService, PurchaseStatus, PurchaseValuesSchema } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { TransportRouteValuesSchema, TransportService } from "@emissions/proto/activity/v1/transport_service";
import {
  VehicleConsumptionService,
  VehicleConsumptionValuesSchema,
} from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { WasteService, WasteValuesSchema } from "@emissions/proto/activity/v1/waste_service";
import {
  WasteWaterTreatmentService,
  WasteWaterTreatmentValuesSchema,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, LITRE, M3, us } from "../activity.fixture.ts";
import { RIDE } from "../business_travel/business_travel.fixture.ts";
import { employeeOf } from "../employee/employee.fixture.ts";
import { laptops } from "../purchase/purchase.fixture.ts";
import { ROUTE } from "../transport/transport.fixture.ts";
import { consumptionOf, vehicle } from "../vehicle_consumption/vehicle_consumption.fixture.ts";
import { plant, wasteOf, withPlant } from "../waste/waste.fixture.ts";
import { treatmentOf } from "../waste_water/waste_water.fixture.ts";
import { ask, bill, reasons } from "./duplicate.fixture.ts";
import { COMPARED_MAX } from "./queries.ts";

withPlant(eachTest);

const amount = (value: string) => ({ value });
const DAY = { startDate: "2025-01-01", endDate: "2025-01-01" };
const STAY = { checkInDate: "2025-01-07", checkOutDate: "2025-01-09", country: "ES", hotelName: "Gran Vía" };

interface Kind {
  kind: string;
  type: EntityType;
  desc: DescMessage;
  field: string;
  values(): object | Promise<object>;
  store(records: object[]): Promise<unknown>;
  /** Changes with which a record is the same. */
  same?: object[];
  /** Changes with which it is another one. */
  others: object[];
}

const kinds: Kind[] = [
  {
    kind: "waste",
    type: EntityType.WASTES,
    desc: WasteValuesSchema,
    field: "start_date",
    values: wasteOf,
    store: (records) => activity.as(us, WasteService).createWastes({ records }),
    same: [{ baseQuantity: amount("7") }, { description: "Another" }],
    others: [{ identificationName: "Glass" }, { startDate: "2025-01-02" }, { endDate: "2025-02-28" }],
  },
  {
    kind: "waste of one day",
    type: EntityType.WASTES,
    desc: WasteValuesSchema,
    field: "start_date",
    values: () => ({ ...wasteOf(), ...DAY }),
    store: (records) => activity.as(us, WasteService).createWastes({ records }),
    same: [{ baseQuantity: amount("1250.500") }],
    others: [{ baseQuantity: amount("1250.51") }],
  },
  {
    kind: "waste water treatment",
    type: EntityType.WASTE_WATER_TREATMENTS,
    desc: WasteWaterTreatmentValuesSchema,
    field: "start_date",
    values: () => ({ ...treatmentOf(plant), unitId: M3 }),
    store: (records) => activity.as(us, WasteWaterTreatmentService).createWasteWaterTreatments({ records }),
    same: [{ quantity: amount("1") }],
    others: [{ name: "Own plant" }, { endDate: "2025-01-30" }],
  },
  {
    kind: "vehicle consumption",
    type: EntityType.VEHICLE_CONSUMPTIONS,
    desc: VehicleConsumptionValuesSchema,
    field: "start_date",
    values: async () => consumptionOf(await vehicle()),
    store: (records) => activity.as(us, VehicleConsumptionService).createVehicleConsumptions({ records }),
    same: [{ quantity: amount("1") }, { customId: "T-2" }],
    others: [{ unitId: M3 }, { endDate: "2025-01-30" }],
  },
  {
    kind: "vehicle consumption of one day",
    type: EntityType.VEHICLE_CONSUMPTIONS,
    desc: VehicleConsumptionValuesSchema,
    field: "start_date",
    values: async () => ({ ...consumptionOf(await vehicle()), ...DAY, unitId: LITRE }),
    store: (records) => activity.as(us, VehicleConsumptionService).createVehicleConsumptions({ records }),
    others: [{ quantity: amount("61") }],
  },
  {
    kind: "purchase",
    type: EntityType.PURCHASES,
    desc: PurchaseValuesSchema,
    field: "purchase_date",
    values: () => laptops,
    store: (records) => activity.as(us, PurchaseService).createPurchases({ records }),
    same: [{ sector: "31.01" }],
    others: [{ quantity: amount("101") }, { productName: "Chair" }, { purchaseDate: "2024-03-06" }],
  },
  {
    kind: "hotel stay of a person",
    type: EntityType.HOTEL_STAYS,
    desc: HotelStayValuesSchema,
    field: "check_in_date",
    values: () => ({ ...STAY, name: "Ada" }),
    store: (records) => activity.as(us, HotelStayService).createHotelStays({ records }),
    others: [{ name: "Grace" }, { hotelName: "Ritz" }, { checkOutDate: "2025-01-10" }, { name: undefined }],
  },
  {
    kind: "business travel of a person",
    type: EntityType.BUSINESS_TRAVELS,
    desc: BusinessTravelValuesSchema,
    field: "travel_date",
    values: () => ({ ...RIDE, name: "Ada" }),
    store: (records) => activity.as(us, BusinessTravelService).createBusinessTravels({ records }),
    others: [{ name: "Grace" }, { distanceKm: amount("600") }, { travelDate: "2025-03-31" }, { name: undefined }],
  },
  {
    kind: "transport with a name",
    type: EntityType.TRANSPORTS,
    desc: TransportRouteValuesSchema,
    field: "transport_date",
    values: () => ({ ...ROUTE, name: "Parts" }),
    store: (records) => activity.as(us, TransportService).createTransportRoutes({ records }),
    others: [{ name: "Goods" }, { quantityTransported: amount("4999") }, { supplier: "Acme" }, { name: undefined }],
  },
];

const hashesOf = async (type: EntityType, desc: DescMessage, records: object[]) =>
  (await ask(type, desc, records as MessageInitShape<DescMessage>[])).keys.map(({ keys }) => keys.at(-1)?.hash ?? null);

describe.each(kinds)("a $kind", ({ type, desc, field, values, store, same = [], others }) => {
  it("that is there already is named, and another one is not", async () => {
    const stored = await values();
    await store([stored]);
    const sent = [stored, ...same.map((one) => ({ ...stored, ...one }))];
    expect(await reasons(type, desc, [...sent, ...others.map((one) => ({ ...stored, ...one }))])).toEqual(
      sent.map((_, index) => `${index} same_activity ${field}`),
    );
  });

  it("has the key of the same one, and no other", async () => {
    const stored = await values();
    const hashes = await hashesOf(type, desc, [stored, ...same.map((one) => ({ ...stored, ...one }))]);
    expect([new Set(hashes).size, hashes[0]]).toEqual([1, expect.any(String)]);
    for (const hash of await hashesOf(
      type,
      desc,
      others.map((one) => ({ ...stored, ...one })),
    )) {
      expect(hash).not.toBe(hashes[0]);
    }
  });

  it("with the external_id of a stored one is named", async () => {
    const [one, origin] = [await values(), { externalId: "E-1" }];
    await store([{ ...one, ...originOf(desc, origin) }]);
    const sent = { ...one, ...others[0], ...originOf(desc, origin) };
    expect(await reasons(type, desc, [sent])).toEqual(["0 external_id external_id"]);
    const them = await activity.organization();
    expect(await reasons(type, desc, [sent], { as: them })).toEqual([]);
  });
});

/** Trips have an origin of another meaning. */
const originOf = (desc: DescMessage, origin: object) =>
  desc.field.recordOrigin ? { recordOrigin: origin } : { origin };

it("names the ticket of the same vehicle", async () => {
  const [one, another] = [consumptionOf(await vehicle()), consumptionOf(await vehicle())];
  const records = [{ ...one, customId: "T-1" }];
  await activity.as(us, VehicleConsumptionService).createVehicleConsumptions({ records });
  const march = { startDate: "2025-03-01", endDate: "2025-03-31", customId: "T-1" };
  const sent = [
    { ...one, ...march },
    { ...another, ...march },
  ];
  expect(await reasons(EntityType.VEHICLE_CONSUMPTIONS, VehicleConsumptionValuesSchema, sent)).toEqual([
    "0 document_number custom_id",
  ]);
});

it("leaves inactive purchases out", async () => {
  const records = [{ ...laptops, status: PurchaseStatus.INACTIVE }];
  await activity.as(us, PurchaseService).createPurchases({ records });
  expect(await reasons(EntityType.PURCHASES, PurchaseValuesSchema, [laptops])).toEqual([]);
});

it("compares no invalid record and no kind without a rule", async () => {
  const invalid = { ...wasteOf(), startDate: "x" };
  const { duplicates, keys } = await ask(EntityType.WASTES, WasteValuesSchema, [invalid, wasteOf()]);
  expect([duplicates, keys.map((one) => one.keys.length)]).toEqual([[], [0, 1]]);
  const people = await ask(EntityType.EMPLOYEES, EmployeeValuesSchema, [employeeOf({ email: "a@example.com" })]);
  expect(people).toMatchObject({ duplicates: [], keys: [] });
});

it("refuses human_resources, which does not read these records", async () => {
  const as = { ...us, role: "human_resources" as const };
  expect(await refusalOf(ask(EntityType.WASTES, WasteValuesSchema, [wasteOf()], { as }))).toMatchObject({
    code: "FORBIDDEN",
  });
});

it("refuses a request that cannot be read, and one of more than 5,000 records", async () => {
  const unreadable = { entityType: EntityType.WASTES, records: [new Uint8Array([255])] };
  expect((await refusalOf(activity.as(us, DuplicateService).findDuplicates(unreadable))).violations).toEqual([
    "body.records value_error",
  ]);
  const many = Array.from({ length: 5_001 }, () => bill());
  expect((await refusalOf(ask(EntityType.WASTES, WasteValuesSchema, many as never))).violations).toEqual([
    "body.records value_error.list.max_items",
  ]);
});

it("compares with at most 1,000 records of one facility and day, so its time is limited", async () => {
  const others = Array.from({ length: COMPARED_MAX }, (_, at) => ({
    ...wasteOf(),
    ...DAY,
    baseQuantity: amount(`${at + 1}`),
  }));
  await activity.as(us, WasteService).createWastes({ records: others });
  const last = { ...wasteOf(), ...DAY, baseQuantity: amount("999") };
  expect(await reasons(EntityType.WASTES, WasteValuesSchema, [last])).toHaveLength(1);
});
