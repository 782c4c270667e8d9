import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber } from "@emissions/kit/wire/enum";
import * as proto from "@emissions/proto/activity/v1/business_travel_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { TransportTypeSchema } from "@emissions/proto/factors/v1/travel";
import type { Context } from "../context.ts";
import { anyId, anyOf, anyStatus, anyText, contains, fromDay, toDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import { type ListQuery, matching } from "../list/query.ts";
import { selectUserNames } from "../organization/queries.ts";
import { kindOf, statusOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { checkDistance, measureTravels } from "./distances.ts";
import { journeyOf, measured, toInput, unitOf } from "./input.ts";
import type { Travel, TravelRow } from "./row.ts";
import { checkTravel } from "./rules.ts";

export const businessTravels = kindOf({
  entityType: EntityType.BUSINESS_TRAVELS,
  values: proto.BusinessTravelValuesSchema,
  // Both are stored, so that sweeps announce trips without calls of the factors service.
  columns: [
    { name: "kilometres", key: "kilometres", type: "numeric" },
    { name: "journey", key: "journey", type: "text" },
  ],
  defaults: () => ({ travelNumber: 1, roundTrip: false, source: "manual" }),
  recalculateOn: () => [
    "travelDate",
    "transportType",
    "distanceKm",
    "origin",
    "destination",
    "travelNumber",
    "roundTrip",
    "vehicleSize",
    "fuelType",
    "flightType",
    "cabinClass",
    "country",
  ],
  customFactor: { category: () => "business_travels", unit: unitOf },
  checkValues: (travel: Travel) => checkTravel(travel),
  checkLookups: (travel, distances) => checkDistance(travel, distances),
  lookUp: measureTravels,
  derive: measured,
  input: (row, context) => toInput(row as TravelRow, context),
  view: (row, _, user) => {
    const travel = row as TravelRow;
    return {
      status: enumNumber(proto.BusinessTravelStatusSchema, statusOf(row, "pending")),
      uploadedBy: user,
      kilometres: { value: travel.kilometres },
      journey: journeyOf(travel),
    };
  },
  list: {
    filters: {
      transportType: anyOf("transport_type", TransportTypeSchema),
      status: anyStatus(proto.BusinessTravelStatusSchema, { waiting: "pending", failed: "error", succeeded: "active" }),
      startDate: fromDay("travel_date"),
      endDate: toDay("travel_date"),
      name: contains((tx) => tx`plain_text(name)`),
      ...commonFilters,
      source: anyText("source"),
      uploadedBy: anyId("uploaded_by"),
    } satisfies ListFilters<proto.BusinessTravelFilter>,
    day: "travel_date",
    values: { transport_type: {}, source: {}, uploaded_by: { labels: selectUserNames } },
  },
});

async function selectTotals(tx: Tx, query: ListQuery) {
  const [row] = await tx<[{ travels: number; kilometres: string; co2e: string }]>`
    select count(*)::int as travels, coalesce(sum(co2e), 0) as co2e,
      coalesce(sum(kilometres * travel_number * case when round_trip then 2 else 1 end), 0) as kilometres
    from business_travels ${matching(tx, query)}`;
  const { travels: totalTravels, kilometres, co2e } = row;
  return { totals: { totalTravels, totalKilometres: { value: kilometres }, totalCo2e: { value: co2e } } };
}

const NAMES = { one: "businessTravel", many: "businessTravels" } as const;

export const businessTravelHandlers = (context: Context): ServiceImpl<typeof proto.BusinessTravelService> => {
  const travels = recordStore(context, businessTravels);
  return {
    ...usualHandlers(travels, proto.BusinessTravelService, NAMES),
    getBusinessTravelTotals: (request, call) => travels.totals(call, request, selectTotals),
  };
};
