import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { FlightType, TransportType } from "@emissions/proto/factors/v1/travel";
import { unitId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { eachTest, inputs } from "../../activity.fixture.ts";
import { createTravel, DAY, km } from "../../business_travel/business_travel.fixture.ts";
import { addEmployee, addPeriod } from "../../employee/employee.fixture.ts";
import { createLeg, LEG } from "../../logistics_request/logistics_request.fixture.ts";
import { product, saleOf, sales } from "../../sold_product/sold_product.fixture.ts";
import { BY_TRUCK, createRoute, kms, routeOf } from "../../transport/transport.fixture.ts";
import { record } from "../../waste/waste.fixture.ts";

eachTest();

const own = (unit: string, category: string) => ({
  customEfRecordId: record({ unitId: unitId(unit), activityCategories: [category] }),
});
const inputOf = async (stored: Promise<unknown>) => {
  await stored;
  const [input] = await inputs();
  const { selector, quantity, additionalParts, factorOptional } = input!;
  expect(factorOptional).toBe(false);
  const parts = additionalParts.map(({ part, selector: of }) => [part, of!.kind.case]);
  return [selector!.kind.case, quantity!.value!.value, quantity!.unit, parts];
};

describe("an own factor", () => {
  it("of a flight is per passenger-kilometre, and has no memo item of its fuel", async () => {
    const flight = {
      ...DAY,
      transportType: TransportType.AIRCRAFT,
      ...km("500"),
      flightType: FlightType.SHORT_HAUL_INTERNATIONAL,
      travelNumber: 2,
    };
    const input = inputOf(createTravel({ ...flight, ...own("pkm", "business_travels") }));
    expect(await input).toEqual(["customRecord", "1000", "pkm", []]);
  });

  it("of commuting replaces the trip with its fuel, and not the days at home", async () => {
    const { id } = await addEmployee();
    const week = { startDate: "2025-03-03", endDate: "2025-03-09", weeklyTravels: [0], telecommutingDays: [1] };
    const input = inputOf(addPeriod(id, { ...week, ...own("km", "employee_commuting") }));
    expect(await input).toEqual(["customRecord", "30", "km", [["telecommuting", "commute"]]]);
  });

  it("of telecommuting is per hour", async () => {
    const { id } = await addEmployee();
    const home = { transportType: CommuteTransport.TELECOMMUTING, totalKm: undefined, weeklyTravels: [] };
    const week = { startDate: "2025-03-03", endDate: "2025-03-09", telecommutingDays: [1], ...home };
    const input = inputOf(addPeriod(id, { ...week, ...own("fte_hour", "employee_commuting") }));
    expect(await input).toEqual(["customRecord", "8", "fte_hour", []]);
  });

  it("of a leg is from well to wheel per tonne-kilometre", async () => {
    expect(await inputOf(createLeg({ ...LEG, ...own("tkm", "logistics") }))).toEqual([
      "customRecord",
      "1015",
      "tkm",
      [],
    ]);
  });

  it("of a route is that of each section", async () => {
    const route = routeOf({ ...BY_TRUCK, ...kms("100") }, { ...BY_TRUCK, ...kms("20") });
    const input = inputOf(createRoute({ ...route, ...own("tkm", "logistics") }));
    expect(await input).toEqual(["customRecord", "500", "tkm", [["section_2", "customRecord"]]]);
  });

  it("of a sale is the use of one piece in its whole life", async () => {
    const sale = { ...saleOf(await product()), quantity: { value: "10.50" }, ...own("piece", "sold_products") };
    expect(await inputOf(sales().createSoldProductSale(sale))).toEqual(["customRecord", "10.5", "piece", []]);
  });
});
