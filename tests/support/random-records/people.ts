import fc from "fast-check";
import type { Catalogue } from "./catalogue.ts";
import { amountOf, anyDay, maybe, oneOf, periodOf } from "./draw.ts";
import type { Body, RandomKind } from "./kind.ts";
import { COUNTRIES, EMPLOYEES } from "./owners.ts";

const BY_VEHICLE: ReadonlySet<string> = new Set(["car", "motorbike", "electric_kick_scooter"]);
const PLACES = ["MAD", "LHR", "JFK", "BCN", "CDG", "Madrid, ES", "Paris, FR", "London, GB", "Berlin, DE", "Lyon, FR"];
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const YEAR = 366;

const country = maybe(oneOf(COUNTRIES));
const means = {
  vehicle_size: maybe(oneOf(["small", "medium", "large"])),
  fuel_type: maybe(oneOf(["petrol", "diesel"])),
};
const isOwn = fc.integer({ min: 0, max: 3 }).map((n) => n === 0);

export const peopleKinds = ({ hotelCountries }: Catalogue): readonly RandomKind[] => [
  {
    name: "hotel stays",
    list: "/v1/hotel-stays",
    template: "hotel_stays",
    bodies: fc
      .tuple(periodOf(), oneOf(hotelCountries), fc.integer({ min: 1, max: 500 }), isOwn)
      .map(([{ start_date, end_date }, country, rooms, own]) => ({
        check_in_date: start_date,
        check_out_date: end_date === start_date ? next(end_date) : end_date,
        ...{ country, rooms },
        ...(own && { custom_ef_record_id: "@own hotel_stays room_night" }),
      })),
    amounts: ["rooms"],
  },
  {
    name: "business travel",
    list: "/v1/business-travels",
    template: "business_travels",
    bodies: fc
      .tuple(anyDay, trip, fc.integer({ min: 1, max: 500 }), fc.boolean())
      .map(([travel_date, of, travel_number, round_trip]) => ({ travel_date, ...of, travel_number, round_trip })),
    amounts: ["travel_number"],
  },
  {
    name: "commuting",
    list: "/v1/employee-historic",
    template: "employee_historic",
    bodies: fc.tuple(periodOf(YEAR), commute, weekdays, workingYear).map(([days, of, pattern, year]) => ({
      ...days,
      ...of,
      ...pattern,
      ...year,
    })),
    amounts: ["total_km", "hours_per_day"],
  },
];

const next = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

const ownOf = (category: string, transport: string) =>
  `@own ${category} ${transport === "telecommuting" ? "fte_hour" : BY_VEHICLE.has(transport) ? "km" : "pkm"}`;

const trip: fc.Arbitrary<Body> = oneOf([
  "car",
  "metro",
  "train",
  "trolleybus",
  "bus",
  "motorbike",
  "aircraft",
  "ferry",
]).chain((transport_type) =>
  fc
    .record({
      way: fc.oneof(
        fc.record({ distance_km: amountOf({ max: 1_200_000, decimals: 2 }) }),
        fc.record({ origin: oneOf(PLACES), destination: oneOf(PLACES) }),
      ),
      country,
      isOwn,
      of: BY_VEHICLE.has(transport_type) ? fc.record(means) : fc.constant({}),
      cabin_class: maybe(oneOf(["economy", "business", "first", "average"])),
      flight_type: oneOf(["domestic", "short_haul_international", "long_haul_international"]),
    })
    .map(({ way, of, isOwn, cabin_class, flight_type, ...rest }) => ({
      transport_type,
      ...rest,
      ...way,
      ...of,
      ...(transport_type === "aircraft" && { cabin_class, ...("distance_km" in way && { flight_type }) }),
      ...(isOwn && { custom_ef_record_id: ownOf("business_travels", transport_type) }),
    })),
);

const commute: fc.Arbitrary<Body> = oneOf([
  ...["car", "bus", "train", "metro", "tram", "motorbike", "bicycle", "walking", "telecommuting"],
  ...["electric_kick_scooter", "trolleybus"],
]).chain((transport_type) =>
  fc
    .record({
      employee_id: fc.integer({ min: 0, max: EMPLOYEES - 1 }).map((at) => `@employee ${at}`),
      total_km: amountOf({ max: 9_000, decimals: 2 }),
      hours_per_day: oneOf(["8", "7.5", "0.25"]),
      daily_trips: fc.integer({ min: 1, max: 3 }),
      carpool: fc.boolean(),
      country,
      isOwn,
      of: fc.record(means),
    })
    .map(({ total_km, carpool, isOwn, of, ...rest }) => ({
      transport_type,
      ...rest,
      ...(transport_type !== "telecommuting" && { total_km }),
      ...(["car", "motorbike"].includes(transport_type) && { carpool, ...of }),
      ...(isOwn && { custom_ef_record_id: ownOf("employee_commuting", transport_type) }),
    })),
);

/** Days with trips first, then those at home. */
const weekdays = fc.tuple(fc.shuffledSubarray(WEEKDAYS, { minLength: 1 }), fc.nat({ max: 6 })).map(([days, home]) => {
  const travels = Math.max(days.length - home, 1);
  return { weekly_travels: days.slice(0, travels), telecommuting_days: days.slice(travels) };
});

/** 53 days are possible on a single weekday. */
const workingYear = oneOf<Body>([{}, {}, { days_per_year: "47.5" }, { weeks_per_year: "46.5" }]);
