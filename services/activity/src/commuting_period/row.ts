import type { CommutingPeriodValues } from "@emissions/proto/activity/v1/commuting_period_service";
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

export const TELECOMMUTING = "telecommuting";

export const weekdaysOf = (json: string): number[] => JSON.parse(json);
