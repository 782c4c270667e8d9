import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

interface Stay {
  country: string;
  roomNights: string;
  checkIn: string;
  lastNight: string;
}

const activityOf = ({ country, roomNights, checkIn, lastNight }: Stay): Activity => ({
  entityType: EntityType.HOTEL_STAYS,
  category: "travels",
  selector: {
    case: "library",
    value: create(LibrarySelectorSchema, { category: "hotel_stays", key: "room_night", country }),
  },
  quantity: roomNights,
  unitId: services.unitId("room_night"),
  startDate: checkIn,
  day: lastNight,
  factorOptional: true,
});

/** Check-out is on 2025-04-02. */
const STAY = { roomNights: "6", checkIn: "2025-03-30", lastNight: "2025-04-01" };

async function calculated(stay: Stay) {
  const org = newId();
  const [id] = await services.store(org, [activityOf(stay)]);
  const calculation = await services.explain(org, id!, EntityType.HOTEL_STAYS);
  return { org, calculation, co2e: calculation.co2e?.value };
}

it("2 rooms for 3 nights in Great Britain emit 62.4 kg, a third of it in each night", async () => {
  const { org, calculation, co2e } = await calculated({ ...STAY, country: "GB" });
  expect([co2e, calculation.method, calculation.formula, calculation.formulaWithNumbers]).toEqual([
    "62.4",
    "hotel-stays/2",
    "room_nights * factor",
    "6 * 10.4 = 62.4",
  ]);
  expect(calculation.impacts).toMatchObject([
    { scope: 3, category: "travels", part: "travel", startDate: "2025-03-30", endDate: "2025-04-01" },
  ]);
  const days = ["2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01", "2025-04-02"];
  expect(await services.dailyTotals(org, days)).toEqual(["0", "0.0208", "0.0208", "0.0208", "0"]);
  expect(await services.categories(org, 2025)).toEqual(["3 travels 0.0624"]);
});

it("the last night takes the remainder of a share that does not end", async () => {
  const { org, co2e } = await calculated({ ...STAY, country: "GB", roomNights: "1" });
  expect(co2e).toBe("10.4");
  expect(await services.dailyTotals(org, ["2025-03-30", "2025-03-31", "2025-04-01"])).toEqual([
    "0.003466666666666",
    "0.003466666666666",
    "0.003466666666668",
  ]);
});

it("each night of a stay over New Year has the factor of its own year", async () => {
  const stay = { country: "GB", roomNights: "4", checkIn: "2020-12-31", lastNight: "2021-01-01" };
  const { org, co2e } = await calculated(stay);
  expect(co2e).toBe("59.2");
  expect(await services.dailyTotals(org, ["2020-12-31", "2021-01-01"])).toEqual(["0.0314", "0.0278"]);
});

it.each([
  { what: "the year of the last night decides", country: "GB", night: "2021-01-01", kg: "13.9" },
  { what: "the edition of the year", country: "GB", night: "2022-06-30", kg: "10.4" },
  { what: "the last edition of a country that is no longer published", country: "AT", night: "2025-06-30", kg: "13.9" },
  { what: "the first edition for an earlier year", country: "DE", night: "2015-06-30", kg: "20.8" },
])("one room night: $what", async ({ country, night, kg }) => {
  const { co2e } = await calculated({ country, roomNights: "1", checkIn: night, lastNight: night });
  expect(co2e).toBe(kg);
});

it("a stay in a country without a factor is calculated and emits nothing", async () => {
  const { org, calculation, co2e } = await calculated({ ...STAY, country: "NO" });
  expect(calculation).toMatchObject({
    status: CalculationOutcome.CALCULATED,
    method: "hotel-stays/2",
    errorCode: "FACTOR_NOT_FOUND",
    errorDetail: "No factor for hotel_stays room_night.",
    impacts: [],
    candidates: [],
  });
  expect([co2e, calculation.factor, calculation.formula]).toEqual([undefined, undefined, undefined]);
  expect(await services.categories(org, 2025)).toEqual([]);
});
