import type { CommutingPeriodValues } from "@emissions/proto/activity/v1/commuting_period_service";
import { weekdaysIn } from "@emissions/quantity/period";
import type { ValuesOf } from "../records/columns.ts";

export interface Commute
  extends Omit<ValuesOf<CommutingPeriodValues, "hoursPerDay">, "weeklyTravels" | "telecommutingDays"> {
  /** JSON arrays of weekdays, from 0 for Monday. */
  weeklyTravels: string;
  telecommutingDays: string;
  /** The survey row with this answer; callers of the public interface do not decide it. */
  surveyRowId?: string | null;
  /** The person was erased. Only stored rows have it. */
  isErased?: boolean;
}

type Pattern = Pick<Commute, "startDate" | "endDate" | "transportType" | "weeklyTravels" | "telecommutingDays">;

export const TELECOMMUTING = "telecommuting";

export const weekdaysOf = (json: string): number[] => JSON.parse(json);

/** Days of the period with trips, and days of work at home. All days of telecommuting are days at home. */
export function daysOf({ startDate, endDate, transportType, weeklyTravels, telecommutingDays }: Pattern) {
  const [travels, home] = [weekdaysOf(weeklyTravels), weekdaysOf(telecommutingDays)];
  const count = (weekdays: readonly number[]) => weekdaysIn(startDate, endDate, weekdays);
  return transportType === TELECOMMUTING
    ? { travelDays: 0, homeDays: count([...travels, ...home]) }
    : { travelDays: count(travels), homeDays: count(home) };
}
