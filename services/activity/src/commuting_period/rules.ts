import { type Check, missing, violation } from "@emissions/kit/wire/checks";
import { parse } from "@emissions/quantity/decimal";
import { daysFrom } from "@emissions/quantity/period";
import type { Passed } from "../records/kind.ts";
import { type Commute, TELECOMMUTING, weekdaysOf } from "./row.ts";

/** Days of one period: a year, so that its factor is that of one year. */
export const PERIOD_DAYS_MAX = 366;

const VEHICLES: ReadonlySet<string> = new Set(["car", "motorbike"]);

/** The rules between fields of a period. */
export const checkCommute = (commute: Commute, passed: Passed): Check[] => [
  ...checkPerson(commute),
  ...(passed("startDate", "endDate") ? checkLength(commute) : []),
  ...checkDistance(commute),
  ...checkWeekdays(commute),
  ...(passed("daysPerYear", "weeksPerYear") ? checkYear(commute) : []),
  ...checkVehicle(commute),
];

/** Survey rows may be anonymous, and people may be erased. */
const checkPerson = ({ employeeId, surveyRowId, isErased }: Commute): Check[] =>
  (employeeId ?? surveyRowId ?? null) === null && !isErased ? [missing("employee_id")] : [];

function checkLength({ startDate, endDate }: Commute): Check[] {
  if (daysFrom(startDate, endDate) < PERIOD_DAYS_MAX) return [];
  return [
    violation("end_date", "value_error.period_too_long", `ensure the period has at most ${PERIOD_DAYS_MAX} days`),
  ];
}

function checkDistance({ transportType, totalKm }: Commute): Check[] {
  if (transportType === null || (transportType === TELECOMMUTING) === (totalKm === null)) return [];
  return totalKm === null ? [missing("total_km")] : [notFor("total_km", transportType)];
}

function checkWeekdays({ transportType, weeklyTravels, telecommutingDays }: Commute): Check[] {
  const [travels, home] = [weekdaysOf(weeklyTravels), weekdaysOf(telecommutingDays)];
  const isIdle = travels.length === 0 && (transportType !== TELECOMMUTING || home.length === 0);
  const checks = [...checkUnique("weekly_travels", travels), ...checkUnique("telecommuting_days", home)];
  if (isIdle) checks.push(missing("weekly_travels"));
  if (home.some((day) => travels.includes(day))) {
    checks.push(violation("telecommuting_days", "value_error.weekday", "has a day of weekly_travels"));
  }
  return checks;
}

/** Weeks of a year, begun ones too. */
const WEEKS_MAX = 53;

/** Days and weeks of a year state the same, and no weekday is more often than a year has weeks. */
function checkYear({ daysPerYear = null, weeksPerYear = null, weeklyTravels, telecommutingDays }: Commute): Check[] {
  if (daysPerYear === null) return [];
  if (weeksPerYear !== null) {
    return [violation("days_per_year", "value_error.working_year", "either days_per_year or weeks_per_year")];
  }
  const most = WEEKS_MAX * (weekdaysOf(weeklyTravels).length + weekdaysOf(telecommutingDays).length);
  return parse(daysPerYear).lte(most)
    ? []
    : [violation("days_per_year", "value_error.working_year", `ensure at most ${most} days on these weekdays`)];
}

const checkUnique = (field: string, days: readonly number[]): Check[] =>
  new Set(days).size === days.length ? [] : [violation(field, "value_error.list.unique_items", "has a day twice")];

/** Fields of another means of transport are refused: a factor would ignore them. */
function checkVehicle({ transportType, vehicleSize, fuelType, carpool }: Commute): Check[] {
  if (transportType === null || VEHICLES.has(transportType)) return [];
  const sent = { vehicle_size: vehicleSize !== null, fuel_type: fuelType !== null, carpool };
  return Object.entries(sent).flatMap(([field, isSent]) => (isSent ? [notFor(field, transportType)] : []));
}

const notFor = (field: string, transportType: string) =>
  violation(field, "value_error.transport_type", `not for the transport type ${transportType}`);
