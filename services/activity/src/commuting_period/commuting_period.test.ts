import { newId } from "@emissions/kit/process/id";
import { CommutingType, ResponseMedium } from "@emissions/proto/activity/v1/commuting_period_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { TravelFuel, TravelVehicleSize } from "@emissions/proto/factors/v1/travel";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { addEmployee, addPeriod, commuteOf, periods } from "../employee/employee.fixture.ts";

eachTest();

const { BUS, CAR, ELECTRIC_KICK_SCOOTER, TELECOMMUTING, TRAIN, WALKING } = CommuteTransport;
const NO_TRIP = { transportType: TELECOMMUTING, totalKm: undefined };

const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);
/** The input of one period. */
async function inputOf(values: object) {
  await addPeriod((await addEmployee()).id, values);
  return (await inputs()).at(-1)!;
}

describe("a commuting period", () => {
  it("has the defaults of the values that were not sent, and counts its days", async () => {
    const { id } = await addEmployee();
    const period = await addPeriod(id, { telecommutingDays: [5] });
    expect(period).toMatchObject({
      employeeId: id,
      commutingType: CommutingType.IN_ITINERE,
      responseMedium: ResponseMedium.MANUAL,
      dailyTrips: 1,
      carpool: false,
      hoursPerDay: { value: "8" },
      weeklyTravels: [0, 1, 2, 3, 4],
      telecommutingDays: [5],
      travelDays: 130,
      homeDays: 26,
    });
    expect(period.surveyRowId).toBeUndefined();
  });

  it.each([
    ["no employee", { employeeId: undefined }, "employee_id value_error.missing"],
    ["an employee that is none", { employeeId: newId() }, "employee_id value_error.not_found"],
    ["a car without kilometres", { totalKm: undefined }, "total_km value_error.missing"],
    ["kilometres of telecommuting", { transportType: TELECOMMUTING }, "total_km value_error.transport_type"],
    ["no kilometres", { totalKm: { value: "0" } }, "total_km value_error.number.not_gt"],
    ["no weekday", { weeklyTravels: [] }, "weekly_travels value_error.missing"],
    ["no weekday at home", { ...NO_TRIP, weeklyTravels: [] }, "weekly_travels value_error.missing"],
    ["a weekday twice", { weeklyTravels: [0, 0] }, "weekly_travels value_error.list.unique_items"],
    ["a day of travel at home", { telecommutingDays: [4] }, "telecommuting_days value_error.weekday"],
    ["an eighth weekday", { weeklyTravels: [0, 7] }, "weekly_travels.1 value_error.number.not_le"],
    [
      "more weekdays than a week has",
      { weeklyTravels: [0, 1, 2, 3, 4, 5, 6, 0] },
      "weekly_travels value_error.list.max_items",
    ],
    [
      "a size of a train",
      { transportType: TRAIN, vehicleSize: TravelVehicleSize.SMALL },
      "vehicle_size value_error.transport_type",
    ],
    ["a fuel of a bus", { transportType: BUS, fuelType: TravelFuel.DIESEL }, "fuel_type value_error.transport_type"],
    ["people who share a walk", { transportType: WALKING, carpool: true }, "carpool value_error.transport_type"],
    ["21 trips a day", { dailyTrips: 21 }, "daily_trips value_error.number.not_le"],
    ["a day of 25 hours", { hoursPerDay: { value: "25" } }, "hours_per_day value_error.number.not_le"],
    [
      "days and weeks of a year",
      { daysPerYear: { value: "235" }, weeksPerYear: { value: "47" } },
      "days_per_year value_error.working_year",
    ],
    [
      "more days of a year than its weekdays have",
      { daysPerYear: { value: "54" }, weeklyTravels: [0] },
      "days_per_year value_error.working_year",
    ],
    ["54 weeks of a year", { weeksPerYear: { value: "54" } }, "weeks_per_year value_error.number.not_le"],
    ["more than a year", { endDate: "2026-01-02" }, "end_date value_error.period_too_long"],
    ["an end before the start", { endDate: "2024-12-31" }, "end_date end_date_before_start_date"],
    ["a strange means of transport", { transportType: 99 }, "transport_type type_error.enum"],
  ])("with %s is refused", async (_, values, violation) => {
    const { id } = await addEmployee();
    const refused = await refusalOf(periods().createCommutingPeriod(commuteOf(id, values)));
    expect(refused.violations).toContain(`body.${violation}`);
    expect(await inputs()).toEqual([]);
  });

  it("may last a leap year, and overlap another of the same employee", async () => {
    const { id } = await addEmployee();
    const year = { startDate: "2024-01-01", endDate: "2024-12-31" };
    const all = [
      await addPeriod(id, year),
      await addPeriod(id, year),
      await addPeriod(id, { ...year, transportType: BUS }),
    ];
    expect(all.map(({ travelDays }) => travelDays)).toEqual([262, 262, 262]);
  });

  it("keeps its employee, and is calculated again after a change of a day, not of a place", async () => {
    const { id } = await addPeriod((await addEmployee()).id);
    const update = (values: object, ...paths: string[]) =>
      periods().updateCommutingPeriod({ id, ...values, updateMask: { paths } });
    await update({ origin: "Getafe" }, "origin");
    expect(await inputs()).toHaveLength(1);
    await update({ weeklyTravels: [0] }, "weekly_travels");
    expect((await inputs()).at(-1)).toMatchObject({ revision: 2, allocation: "15 * 1 * 2 * 26" });
    const refused = await refusalOf(update({ employeeId: newId() }, "employee_id"));
    expect(refused.violations).toEqual(["body.employee_id value_error.extra"]);
  });

  it("can be found by its employee and by the texts of its places", async () => {
    const [one, other] = [await addEmployee(), await addEmployee({ name: "Grace Hopper" })];
    const period = await addPeriod(one.id, { origin: "Alcalá de Henares" });
    await addPeriod(other.id, { transportType: BUS });
    const found = async (filter: object) =>
      (await periods().listCommutingPeriods(filter)).commutingPeriods.map(({ id }) => id);
    for (const filter of [{ employeeId: [one.id] }, { search: "alcala" }, { transportType: [CAR] }]) {
      expect(await found(filter)).toEqual([period.id]);
    }
    expect(await found({ surveyRowId: ["00000000-0000-0000-0000-000000000000"] })).toHaveLength(2);
    const { uniqueValues } = await periods().listCommutingPeriodValues({ field: "employee_id" });
    expect(uniqueValues!.values.map(({ label }) => label)).toEqual(["Ada Lovelace", "Grace Hopper"]);
  });
});

describe("the calculation of a commuting period", () => {
  it("has both directions of all trips, and the production of fuel as a memo item", async () => {
    const means = { transportType: CAR, vehicleSize: TravelVehicleSize.MEDIUM, fuelType: TravelFuel.PETROL };
    const input = await inputOf({ ...means, dailyTrips: 2 });
    const trips = { quantity: { value: { value: "7800" }, unit: "km" }, allocation: "15 * 2 * 2 * 130" };
    const selector = (upstream: boolean) => ({
      kind: { case: "commute", value: { ...means, country: "ES", upstream } },
    });
    expect(input).toMatchObject({ category: "employees", ...trips, selector: selector(false), factorOptional: false });
    expect([input.startDate, input.endDate, input.referenceDate]).toEqual(["2025-01-01", "2025-07-01", "2025-07-01"]);
    expect(input.additionalParts).toMatchObject([
      { part: "commuting_upstream", ...trips, selector: selector(true), memo: true, optional: true },
    ]);
    expect(input.additionalParts).toHaveLength(1);
  });

  // 235 days are 47 weeks of 5 days: 52 without holidays and leave (GHG Protocol, Scope 3 Technical Guidance, category 7).
  it.each([
    ["days of a year", { daysPerYear: { value: "235" } }, "7050", "15 * 1 * 2 * 235"],
    ["weeks of a year", { weeksPerYear: { value: "47" } }, "7050", "15 * 1 * 2 * 47 * 5"],
    [
      "days of a year that are partly at home",
      { daysPerYear: { value: "235" }, weeklyTravels: [0, 1, 2, 3], telecommutingDays: [4] },
      "5640",
      "15 * 1 * 2 * 235 * 4 / 5",
    ],
    [
      "days of a year in a part of it",
      { daysPerYear: { value: "219" }, endDate: "2025-01-10" },
      "180",
      "15 * 1 * 2 * 219 * 10 / 365",
    ],
    [
      "days of a year over a leap year",
      { daysPerYear: { value: "235" }, startDate: "2024-07-01", endDate: "2025-06-30" },
      "7040.289692342241185717493824388053",
      "15 * 1 * 2 * 235 * (184 * 365 + 181 * 366) / (366 * 365)",
    ],
  ])("has the stated %s in place of the calendar", async (_, values, kilometres, allocation) => {
    const input = await inputOf({ startDate: "2025-01-01", endDate: "2025-12-31", ...values });
    expect(input.allocation).toBe(allocation);
    expect(input.quantity!.value!.value.slice(0, 20)).toBe(kilometres.slice(0, 20));
  });

  it("shows the stated days of a year, and counts again when they change", async () => {
    const values = { startDate: "2025-01-01", endDate: "2025-12-31", weeksPerYear: { value: "46.5" } };
    const period = await addPeriod((await addEmployee()).id, { ...values, telecommutingDays: [5] });
    expect(period).toMatchObject({ travelDays: 232, homeDays: 46, weeksPerYear: { value: "46.5" } });
    const paths = ["weeks_per_year"];
    await periods().updateCommutingPeriod({ id: period.id, updateMask: { paths } });
    expect((await inputs()).at(-1)).toMatchObject({ revision: 2, allocation: "15 * 1 * 2 * 261" });
  });

  it("halves the distance of a carpool", async () => {
    expect(await inputOf({ carpool: true })).toMatchObject({
      quantity: { value: { value: "1950" } },
      allocation: "15 * 1 * 2 * 130 / 2",
    });
  });

  it("has passenger-kilometres of collective transport, in the country that was sent", async () => {
    expect(await inputOf({ transportType: TRAIN, country: "FR" })).toMatchObject({
      quantity: { value: { value: "3900" }, unit: "pkm" },
      selector: { kind: { value: { country: "FR" } } },
    });
  });

  it("has the hours at home beside the trips, as a part of its own", async () => {
    const { additionalParts } = await inputOf({
      transportType: WALKING,
      weeklyTravels: [0, 1, 2],
      telecommutingDays: [3, 4],
    });
    expect(additionalParts).toMatchObject([
      {
        part: "telecommuting",
        category: "employees",
        quantity: { value: { value: "416" }, unit: "fte_hour" },
        allocation: "8 * 52",
        selector: { kind: { value: { transportType: TELECOMMUTING } } },
        memo: false,
        optional: true,
      },
    ]);
  });

  it("has only hours for telecommuting, on the days of both patterns", async () => {
    const input = await inputOf({
      ...NO_TRIP,
      weeklyTravels: [0],
      telecommutingDays: [1],
      hoursPerDay: { value: "7.5" },
    });
    expect(input).toMatchObject({
      quantity: { value: { value: "390" }, unit: "fte_hour" },
      allocation: "7.5 * 52",
      factorOptional: true,
      additionalParts: [],
    });
  });

  it("needs no factor of an electric kick scooter", async () => {
    const input = await inputOf({ transportType: ELECTRIC_KICK_SCOOTER });
    expect(input).toMatchObject({ factorOptional: true, additionalParts: [], quantity: { unit: "km" } });
  });

  it("has no kilometres in a period without one of its weekdays", async () => {
    const weekend = { startDate: "2025-03-01", endDate: "2025-03-02" };
    expect(await inputOf(weekend)).toMatchObject({ quantity: { value: { value: "0" } } });
  });
});
