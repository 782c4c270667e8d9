import { create as message } from "@bufbuild/protobuf";
import { type HotelStay, HotelStayService, HotelStayStatus } from "@emissions/proto/activity/v1/hotel_stay_service";
import { EntityType, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import type { Flat } from "@emissions/testkit/flat";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { storeResults } from "../records/results.ts";
import { hotelStays } from "./hotel_stay.ts";

eachTest();

const stays = (as = us) => activity.as(as, HotelStayService);
const STAY = { checkInDate: "2025-03-30", checkOutDate: "2025-04-02", country: "GB" };
const create = async (values: object = {}): Promise<Flat<HotelStay>> =>
  (await stays().createHotelStay({ ...STAY, ...values })).hotelStay!;
const get = async (id: string) => (await stays().getHotelStay({ id })).hotelStay!;
const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);

/** The result of the calculation; without CO2e that of a stay without a factor. */
const calculate = (recordId: string, co2e?: string) =>
  activity.db.asService(us.organizationId, (write) => {
    const { entityType } = hotelStays;
    const status = CalculationOutcome.CALCULATED;
    const result = { recordId, revision: 1, entityType, status, ...(co2e !== undefined && { co2e: { value: co2e } }) };
    return storeResults(write, hotelStays, [message(RecordResultSchema, result)]);
  });

describe("a hotel stay", () => {
  it("is one room and recorded by hand when nothing else is sent", async () => {
    const stay = await create();
    expect(stay).toMatchObject({ ...STAY, rooms: 1, source: "manual", status: HotelStayStatus.PENDING });
    expect(await get(stay.id)).toEqual(stay);
  });

  it("is calculated as rooms times nights, for the days from check-in to the last night", async () => {
    const { id } = await create({ rooms: 2 });
    expect(await inputs()).toMatchObject([
      {
        recordId: id,
        entityType: EntityType.HOTEL_STAYS,
        category: "travels",
        startDate: "2025-03-30",
        endDate: "2025-04-01",
        referenceDate: "2025-04-01",
        quantity: { value: { value: "6" }, unitId: unitId("room_night"), unit: "room_night" },
        selector: { kind: { case: "library", value: { category: "hotel_stays", key: "room_night", country: "GB" } } },
        factorOptional: true,
      },
    ]);
  });

  it("in a country without a factor is active and has no emissions", async () => {
    const { id } = await create({ country: "NO" });
    await calculate(id);
    const stay = await get(id);
    expect(stay).toMatchObject({ status: HotelStayStatus.ACTIVE });
    expect([stay.co2e, stay.co2eBiomass, stay.calculationErrorCode]).toEqual([undefined, undefined, undefined]);
  });

  it("shows the user who recorded it", async () => {
    const { id } = await create();
    const uploadedBy = { id: us.userId, firstName: "Ada" };
    expect(await get(id)).toMatchObject({ uploadedBy });
    const listed = await stays().listHotelStays({});
    expect(listed).toMatchObject({ hotelStays: [{ uploadedBy }], selectAllMatchingEnabled: true });
  });

  it.each([
    [{ checkOutDate: "2025-03-30" }, "body.check_out_date value_error"],
    [{ checkOutDate: "2025-03-29" }, "body.check_out_date value_error"],
  ])("with %o is refused", async (values, violation) => {
    const refused = stays().createHotelStay({ ...STAY, ...values });
    expect((await refusalOf(refused)).violations).toEqual([violation]);
  });
});

describe("the list of hotel stays", () => {
  it("has the stays that overlap a period, its first and last day included", async () => {
    const { id } = await create({ name: "Trade fair in Málaga" });
    const found = async (filters: object) => (await stays().listHotelStays(filters)).hotelStays.map((stay) => stay.id);
    expect(await found({ startDate: "2025-04-02", endDate: "2025-12-31" })).toEqual([id]);
    expect(await found({ startDate: "2025-04-03" })).toEqual([]);
    expect(await found({ startDate: "2025-01-01", endDate: "2025-03-30" })).toEqual([id]);
    expect(await found({ endDate: "2025-03-29" })).toEqual([]);
    expect(await found({ name: "FAIR IN MALAGA" })).toEqual([id]);
    expect(await found({ name: "congress" })).toEqual([]);
    expect(await found({ source: ["bulk_upload"] })).toEqual([]);
    expect(await found({ source: ["manual"], uploadedBy: [us.userId], status: [HotelStayStatus.PENDING] })).toEqual([
      id,
    ]);
  });

  it("tells the users who recorded stays by name", async () => {
    await create();
    const { uniqueValues } = await stays().listHotelStayValues({ field: "uploaded_by" });
    expect(uniqueValues!.values).toMatchObject([{ value: us.userId, label: "Ada", count: 1 }]);
  });

  it("is summed up to stays, room nights and kilograms", async () => {
    const [one, other] = [await create({ rooms: 2 }), await create({ country: "NO" })];
    await create({ checkInDate: "2024-01-01", checkOutDate: "2024-01-02" });
    await calculate(one.id, "62.4");
    await calculate(other.id);
    expect((await stays().getHotelStayTotals({})).totals).toMatchObject({
      totalStays: 3,
      totalNights: 10n,
      totalCo2e: { value: "62.4" },
    });
    const { totals } = await stays().getHotelStayTotals({ startDate: "2025-01-01" });
    expect(totals).toMatchObject({ totalStays: 2, totalNights: 9n });
    const { totals: theirs } = await stays(await activity.organization()).getHotelStayTotals({});
    expect(theirs).toMatchObject({ totalStays: 0, totalNights: 0n, totalCo2e: { value: "0" } });
  });
});
