import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import { CommutingTypeSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import { SurveyRowSchema } from "@emissions/proto/activity/v1/survey_row";
import { CommuteTransportSchema } from "@emissions/proto/factors/v1/commute";
import { TravelFuelSchema } from "@emissions/proto/factors/v1/travel";
import { rowWriter } from "../rows.ts";

/** A row of the view `survey_row_details`. */
export interface DetailRow {
  organizationId: string;
  organizationName: string | null;
  id: string;
  employeeId: string | null;
  email: string | null;
  name: string | null;
  externalId: string | null;
  anonymous: boolean;
  periodStart: string;
  periodEnd: string;
  status: string;
  source: string;
  fileId: string | null;
  fileName: string | null;
  surveyId: string | null;
  surveyName: string | null;
  sentAt: Date | null;
  timesSent: number;
  answeredAt: Date | null;
  co2e: string | null;
  commutesCount: number;
  createdAt: Date;
  updatedAt: Date | null;
  /** Null without a commute, and for several. The other values of the commute are null, too. */
  commutingType: string | null;
  transportType: string;
  origin: string | null;
  destination: string | null;
  fuelType: string | null;
  totalKm: string | null;
  dailyTrips: number;
  hoursPerDay: string;
  /** JSON. */
  weeklyTravels: string;
  /** JSON. */
  telecommutingDays: string;
  carpool: boolean;
}

/** The columns of a row. The view has others, for filters and orders. */
export const DETAIL_COLUMNS = (
  "organization_id organization_name id employee_id email name external_id anonymous period_start period_end status source " +
  "file_id file_name survey_id survey_name sent_at times_sent answered_at co2e commutes_count created_at updated_at " +
  "commuting_type transport_type origin destination fuel_type total_km daily_trips hours_per_day weekly_travels " +
  "telecommuting_days carpool"
).split(" ");

const writeRow = rowWriter(SurveyRowSchema);

/** The row as callers see it. */
export function toSurveyRow(row: DetailRow): MessageInitShape<typeof SurveyRowSchema> {
  const { fileId, fileName, surveyId, surveyName, organizationId, organizationName } = row;
  return writeRow({
    ...row,
    organization: { id: organizationId, name: organizationName ?? "" },
    file: fileId && { id: fileId, name: fileName ?? undefined },
    survey: surveyId && { id: surveyId, name: surveyName ?? undefined },
    commute: commuteOf(row),
  });
}

function commuteOf(row: DetailRow) {
  const { commutingType, transportType, origin, destination, fuelType, totalKm, dailyTrips, hoursPerDay, carpool } =
    row;
  if (commutingType === null) return null;
  return {
    commutingType: enumNumber(CommutingTypeSchema, commutingType),
    transportType: enumNumber(CommuteTransportSchema, transportType),
    origin: origin ?? undefined,
    destination: destination ?? undefined,
    fuelType: fuelType === null ? undefined : enumNumber(TravelFuelSchema, fuelType),
    totalKm: totalKm === null ? undefined : { value: totalKm },
    dailyTrips,
    hoursPerDay: { value: hoursPerDay },
    weeklyTravels: JSON.parse(row.weeklyTravels) as number[],
    telecommutingDays: JSON.parse(row.telecommutingDays) as number[],
    carpool,
  };
}
