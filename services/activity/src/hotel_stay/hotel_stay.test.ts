import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { type HotelStay, HotelStayService, HotelStayStatus } from "@emissions/proto/activity/v1/hotel_stay_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import type { Flat } from "@emissions/testkit/flat";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { hotelStays } from "./hotel_stay.ts";

eachTest();

const stays = (as: Principal = us) => activity.as(as, HotelStayService);
const STAY = { checkInDate: "2025-03-30", checkOutDate: "2025-04-02", country: "GB" };
const create = async (values: object = {}): Promise<Flat<HotelStay>> =>
  (await stays().createHotelStay({ ...STAY, ...values })).hotelStay!;
const get = async (id: string) => (await stays().getHotelStay({ id })).hotelStay!;
const calculate = calculating(hotelStays);

describe("a hotel stay", () => {
  it("is one room and recorded by hand when nothing else is sent", async () => {
    expect(await create()).toMatchObject({ ...STAY, rooms: 1, source: "manual" });
  });

  it("is calculated as rooms times nights, for the days from check-in to the last night", async () => {
    await create({ rooms: 2 });
    const unit = "room_night";
    const value = { category: "hotel_stays", key: unit, country: "GB" };
    expect((await inputs())[0]).toMatchObject({
      ...{ category: "travels", startDate: "2025-03-30", endDate: "2025-04-01", referenceDate: "2025-04-01" },
      quantity: { value: { value: "6" }, unitId: unitId(unit), unit },
      selector: { kind: { case: "library", value } },
      factorOptional: true,
    });
  });

  it("in a country without a factor is active and has no emissions", async () => {
    const { id } = await create({ country: "NO" });
    await calculate([{ recordId: id, co2e: null }]);
    const stay = await get(id);
    expect(stay).toMatchObject({ status: HotelStayStatus.ACTIVE });
    expect([stay.co2e, stay.co2eBiomass, stay.calculationErrorCode]).toEqual([undefined, undefined, undefined]);
  });

  it.each(["2025-03-30", "2025-03-29"])("with check-out on %s is refused", async (checkOutDate) => {
    const { violations } = await refusalOf(create({ checkOutDate }));
    expect(violations).toEqual(["body.check_out_date value_error"]);
  });
});

describe("the list of hotel stays", () => {
  it("filters by source and user, and says that all that match can be deleted", async () => {
    const { id } = await create();
    const { listHotelStays } = stays();
    const found = await listHotelStays({ source: ["manual"], uploadedBy: [us.userId] });
    expect(found).toMatchObject({ hotelStays: [{ id }], selectAllMatchingEnabled: true });
    expect((await listHotelStays({ source: ["bulk_upload"] })).hotelStays).toEqual([]);
    expect((await listHotelStays({ uploadedBy: [newId()] })).hotelStays).toEqual([]);
  });

  it("tells the users who recorded stays by name", async () => {
    await create();
    const { uniqueValues } = await stays().listHotelStayValues({ field: "uploaded_by" });
    expect(uniqueValues!.values).toMatchObject([{ value: us.userId, label: "Ada", count: 1 }]);
  });

  it("is summed up to stays, room nights and kilograms", async () => {
    const [one, other] = [await create({ rooms: 2 }), await create({ country: "NO" })];
    await create({ checkInDate: "2024-01-01", checkOutDate: "2024-01-02" });
    await calculate([
      { recordId: one.id, co2e: "62.4" },
      { recordId: other.id, co2e: null },
    ]);
    const totals = async (filter: object, as: Principal = us) => (await stays(as).getHotelStayTotals(filter)).totals;
    expect(await totals({})).toMatchObject({ totalStays: 3, totalNights: 10n, totalCo2e: { value: "62.4" } });
    expect(await totals({ startDate: "2025-01-01" })).toMatchObject({ totalStays: 2, totalNights: 9n });
    const theirs = await totals({}, await activity.organization());
    expect(theirs).toMatchObject({ totalStays: 0, totalNights: 0n, totalCo2e: { value: "0" } });
  });
});

it("a deletion by ids of stays that is repeated under its key is answered as the first time", async () => {
  const { id } = await create();
  const { deleteHotelStays } = activity.as(us, HotelStayService, { "idempotency-key": newId() });
  const { deletion } = await deleteHotelStays({ ids: [id] });
  expect(deletion).toMatchObject({ deleted: [id], failed: [] });
  expect((await deleteHotelStays({ ids: [id] })).deletion).toEqual(deletion);
});
