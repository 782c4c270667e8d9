import type { ServiceImpl } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import * as proto from "@emissions/proto/activity/v1/commuting_period_service";
import { CalculationStatusSchema } from "@emissions/proto/activity/v1/record";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CommuteTransportSchema } from "@emissions/proto/factors/v1/commute";
import { TravelFuelSchema } from "@emissions/proto/factors/v1/travel";
import type { Context } from "../context.ts";
import { employeeOwner, selectLabels } from "../employee/owner.ts";
import { anyId, anyOf, anyStatus, endsByDay, fromDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import { kindOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { daysOf, rounded } from "./days.ts";
import { toInput, unitOf } from "./input.ts";
import type { Commute } from "./row.ts";
import { checkCommute } from "./rules.ts";

export const commutingPeriods = kindOf({
  entityType: EntityType.COMMUTING_PERIODS,
  values: proto.CommutingPeriodValuesSchema,
  columns: [{ name: "survey_row_id", key: "surveyRowId", type: "uuid" }],
  owner: employeeOwner,
  defaults: () => ({
    commutingType: "in_itinere",
    dailyTrips: 1,
    carpool: false,
    situation: "active",
    responseMedium: "manual",
    hoursPerDay: "8",
  }),
  recalculateOn: () => [
    "startDate",
    "endDate",
    "transportType",
    "vehicleSize",
    "fuelType",
    "totalKm",
    "weeklyTravels",
    "dailyTrips",
    "carpool",
    "hoursPerDay",
    "telecommutingDays",
    "daysPerYear",
    "weeksPerYear",
    "country",
  ],
  customFactor: { category: () => "employee_commuting", unit: unitOf },
  checkValues: (commute: Commute, _, passed) => checkCommute(commute, passed),
  derive: ({ surveyRowId = null }) => ({ surveyRowId }),
  input: toInput,
  view: (row) => {
    const { travel, home } = daysOf(row);
    return { surveyRowId: row.surveyRowId ?? undefined, travelDays: rounded(travel), homeDays: rounded(home) };
  },
  audit: { secret: ["origin", "destination", "externalId", "fileName", "fileUrl"] },
  list: {
    search: (tx) => tx`plain_text(coalesce(origin, '') || chr(10) || coalesce(destination, ''))`,
    filters: {
      ...commonFilters,
      employeeId: anyId("employee_id"),
      surveyRowId: anyId("survey_row_id"),
      transportType: anyOf("transport_type", CommuteTransportSchema),
      commutingType: anyOf("commuting_type", proto.CommutingTypeSchema),
      fuelType: anyOf("fuel_type", TravelFuelSchema),
      situation: anyOf("situation", proto.EmployeeSituationSchema),
      responseMedium: anyOf("response_medium", proto.ResponseMediumSchema),
      calculationStatus: anyStatus(CalculationStatusSchema, {
        waiting: "pending",
        failed: "failed",
        succeeded: "calculated",
      }),
      startDate: fromDay("start_date"),
      endDate: endsByDay("end_date", "start_date"),
    } satisfies ListFilters<proto.CommutingPeriodFilter>,
    day: "start_date",
    values: {
      employee_id: { none: NIL_ID, labels: selectLabels },
      transport_type: {},
      fuel_type: {},
      response_medium: {},
    },
  },
});

const NAMES = { one: "commutingPeriod", many: "commutingPeriods" } as const;

export const commutingPeriodHandlers = (context: Context): ServiceImpl<typeof proto.CommutingPeriodService> =>
  usualHandlers(recordStore(context, commutingPeriods), proto.CommutingPeriodService, NAMES);
