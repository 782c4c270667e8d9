import { enumText } from "@emissions/kit/wire/enum";
import { EntityType, FreightPayerSchema } from "@emissions/proto/activity/v1/record_events";
import * as proto from "@emissions/proto/activity/v1/transport_service";
import { anyId, anyOf, anyStatus, calculated, type Filter, fromDay, toDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import { selectUserNames } from "../organization/queries.ts";
import { kindOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { toInput } from "./input.ts";
import { deriveLegs, lookUpRoutes } from "./legs.ts";
import type { Route, RouteRow } from "./row.ts";
import { checkLookups, checkSections } from "./rules.ts";
import { viewRoute } from "./view.ts";

/** The direction decides where the route does not say who pays, as in `input.ts`. */
const anyPayer: Filter<number[]> = {
  ...anyOf("paid_by", FreightPayerSchema),
  where: (tx, sent) => tx`
    coalesce(paid_by, case transport_direction when 'upstream' then 'organization' else 'other' end)
      in (select unnest(${sent.map((payer) => enumText(FreightPayerSchema, payer))}::text[]))`,
};

export const transports = kindOf({
  entityType: EntityType.TRANSPORTS,
  values: proto.TransportRouteValuesSchema,
  columns: [
    { name: "legs", key: "legs", type: "text" },
    { name: "addresses", key: "addresses", type: "text" },
    {
      name: "part_co2e",
      key: "partCo2e",
      type: "text",
      of: ({ parts }) =>
        parts.length === 0 ? null : JSON.stringify(parts.map(({ part, co2e }) => [part, co2e?.value ?? "0"])),
    },
  ],
  removal: { keepsRows: true },
  defaults: () => ({ transportFrequency: "once" }),
  // By contract any change starts a new calculation, that of a name too.
  recalculateOn: () => [
    "name",
    "transportDate",
    "quantityTransported",
    "unitId",
    "supplier",
    "transportFrequency",
    "paidBy",
    "sections",
  ],
  audit: { fromCreation: ["name", "quantityTransported", "unitId", "transportDate", "transportDirection"] },
  customFactor: { category: () => "logistics", unit: () => "tkm" },
  checkValues: (route: Route) => checkSections(route),
  checkLookups,
  lookUp: lookUpRoutes,
  derive: (route, lookups) => ({ ...deriveLegs(route, lookups) }),
  input: (row, context) => toInput(row as RouteRow, context),
  view: (row, lookups, user) => ({ ...viewRoute(row as RouteRow, lookups), uploadedBy: user }),
  list: {
    search: "search_text",
    filters: {
      ...commonFilters,
      startDate: fromDay("transport_date"),
      endDate: toDay("transport_date"),
      status: anyStatus(proto.TransportRouteStatusSchema, {
        waiting: "pending",
        failed: "error",
        succeeded: "active",
      }),
      transportDirection: anyOf("transport_direction", proto.TransportDirectionSchema),
      paidBy: anyPayer,
      co2eStatus: calculated("co2e"),
      uploadedBy: anyId("uploaded_by"),
    } satisfies ListFilters<proto.TransportRouteFilter>,
    day: "transport_date",
    sorts: {
      start_date: "transport_date",
      name: { by: "name", nullable: true },
      quantity_transported: "quantity_transported",
    },
    values: { transport_direction: {}, paid_by: {}, uploaded_by: { labels: selectUserNames } },
  },
});
