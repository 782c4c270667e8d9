import type { DescEnum } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { CommutingTypeSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import type { ListOptions } from "@emissions/proto/activity/v1/list";
import { SurveyRowSourceSchema, SurveyRowStatusSchema } from "@emissions/proto/activity/v1/survey_row";
import type { SurveyRowFilter } from "@emissions/proto/activity/v1/survey_row_list_service";
import { CommuteTransportSchema } from "@emissions/proto/factors/v1/commute";
import { TravelFuelSchema } from "@emissions/proto/factors/v1/travel";
import { type Column, columnOf } from "../list/columns.ts";
import { anyId, anyOf, calculated, type Filter, fromDay, fromInstant, toDay, toInstant } from "../list/filters.ts";
import type { List, Term } from "../list/list.ts";

/** Rows with the names of their organization and survey, and the values of their commute if it is the only one. */
export const DETAILS = "survey_row_details";

/** Rows with a commute of which one value is any of these. Row-level security limits the commutes. */
const anyCommute = (column: string, desc: DescEnum): Filter<number[]> => {
  const ofCommute = anyOf((tx) => tx`c.${tx(column)}`, desc);
  return {
    ...ofCommute,
    where: (tx, sent) => tx`
      (organization_id, id) in (
        select c.organization_id, c.survey_row_id from commuting_periods c
        where c.survey_row_id is not null and ${ofCommute.where(tx, sent)})`,
  };
};

const textOf = (sent: Timestamp | undefined) => (sent ? timestampDate(sent).toISOString() : null);

/** At this instant or later. */
const fromTime = (column: Column): Filter<Timestamp | undefined> => ({
  text: textOf,
  where: (tx, sent) => tx`${columnOf(tx, column)} >= ${textOf(sent)}::timestamptz`,
});

/** At this instant or before, to the end of its millisecond: replies show milliseconds. */
const toTime = (column: Column): Filter<Timestamp | undefined> => ({
  text: textOf,
  where: (tx, sent) => tx`${columnOf(tx, column)} < ${textOf(sent)}::timestamptz + interval '1 millisecond'`,
});

const nullable = (by: Column): Omit<Term, "descending"> => ({ by, nullable: true });
const lower =
  (column: string): Column =>
  (tx: Tx) =>
    tx`lower(${tx(column)})`;

/** Sort keys by columns that only the view has. */
const DETAIL_SORTS = {
  organization: lower("organization_name"),
  survey: nullable(lower("survey_name")),
  commuting_type: nullable("commuting_type"),
  origin: nullable(lower("origin")),
  destination: nullable(lower("destination")),
  transport_type: nullable("transport_type"),
  fuel_type: nullable("fuel_type"),
  total_km: nullable("total_km"),
  daily_trips: nullable("daily_trips"),
  hours_per_day: nullable("hours_per_day"),
  weekly_travels: nullable("days_per_week"),
  telecommuting_days: nullable("telecommuting_days_per_week"),
  carpool: nullable("carpool"),
};

const isDetail = (key: string) => Object.hasOwn(DETAIL_SORTS, key.replace(/^-/, ""));

type Options = Pick<ListOptions, "page" | "size" | "sort" | "includeChildren" | "organizationId">;

export const surveyRowList: List<SurveyRowFilter & Options> = {
  table: "survey_rows",
  tableFor: ({ sort }) => (sort?.some(isDetail) ? DETAILS : undefined),
  rows: (tx) => tx`select t.* from ${tx(DETAILS)} t`,
  search: "search_text",
  filters: {
    projectId: anyId("project_id"),
    status: anyOf("status", SurveyRowStatusSchema),
    source: anyOf("source", SurveyRowSourceSchema),
    fileId: anyId("file_id"),
    surveyId: anyId("survey_id"),
    periodStartFrom: fromDay("period_start"),
    periodStartTo: toDay("period_start"),
    sentFrom: fromTime("sent_at"),
    sentTo: toTime("sent_at"),
    answeredFrom: fromTime("answered_at"),
    answeredTo: toTime("answered_at"),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
    commutingType: anyCommute("commuting_type", CommutingTypeSchema),
    transportType: anyCommute("transport_type", CommuteTransportSchema),
    fuelType: anyCommute("fuel_type", TravelFuelSchema),
    co2eStatus: calculated("co2e"),
  },
  order: [{ by: "period_start", descending: true }],
  // One key for each column of the export.
  sorts: {
    ...DETAIL_SORTS,
    email: nullable(lower("email")),
    name: nullable((tx: Tx) => tx`lower(coalesce(name, external_id))`),
    period_start: "period_start",
    period_end: "period_end",
    status: "status",
    source: "source",
    file: nullable(lower("file_name")),
    sent_at: nullable("sent_at"),
    times_sent: "times_sent",
    answered_at: nullable("answered_at"),
    co2e: nullable("co2e"),
    commutes_count: "commutes_count",
    // Ids are made in the order of time.
    created_at: "id",
    updated_at: nullable("updated_at"),
  },
  size: 10,
};
