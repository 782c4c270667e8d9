import {
  LogisticsRechargeFilterSchema,
  LogisticsRechargeService,
  LogisticsRechargeValuesSchema,
} from "@emissions/proto/activity/v1/logistics_recharge_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { day } from "../rest/fields.ts";
import { bodySchema, querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { storesMany, storesOne } from "./logistics.ts";

const { method } = LogisticsRechargeService;

const path = "/v1/logistics/recharges";
const one = `${path}/{recharge_id}` as const;
const rename = { recharge_id: "id" };

const example = {
  fuel_id: "f51a1645-c201-43da-9dcd-6408be3cb517",
  country: "ES",
  date: "2025-03-10",
  quantity: 82.5,
  vehicle_license_plate: "1234 BCD",
};

/** The service refuses a day out of range, because the contract gives it a code of its own. */
const NewRecharge = bodySchema(LogisticsRechargeValuesSchema).extend({ date: day });

export const logisticsRechargeRoutes = [
  describedRoute(method.createLogisticsRecharge, {
    http: `POST ${path}`,
    summary: "Create or replace a recharge of a freight vehicle",
    ...storesOne(NewRecharge, example, ["NOT_FOUND"]),
  }),
  describedRoute(method.createLogisticsRecharges, {
    http: `POST ${path}/bulk`,
    summary: "Create or replace recharges of freight vehicles",
    ...storesMany(NewRecharge, example),
  }),
  describedRoute(method.listLogisticsRecharges, {
    http: `GET ${path}`,
    summary: "List recharges of freight vehicles",
    query: z.object({
      ...querySchema(LogisticsRechargeFilterSchema),
      page,
      size: size(10, 100),
      sort: sortBy("date", "created_at"),
      ...groupView,
    }),
    list: "counted",
    cursors: true,
    beside: ["totalCapped"],
  }),
  describedRoute(method.listLogisticsRechargeValues, {
    http: `GET ${path}/unique-values`,
    summary: "List the values of a field of the recharges",
    query: z.object({ field: z.enum(["fuel_name", "file_id", "fitness"]), ...groupView }),
  }),
  describedRoute(method.getLogisticsRecharge, {
    http: `GET ${one}`,
    summary: "Get a recharge of a freight vehicle",
    rename,
  }),
  describedRoute(method.deleteLogisticsRecharge, {
    http: `DELETE ${one}`,
    summary: "Delete a recharge of a freight vehicle",
    rename,
    restates: true,
    versioned: true,
  }),
  explanation({
    http: `GET ${one}/calculation`,
    what: "a recharge of a freight vehicle",
    operation: "getLogisticsRechargeCalculation",
    rename: { rename },
    entityType: EntityType.LOGISTICS_RECHARGES,
    get: method.getLogisticsRecharge,
    record: ({ logisticsRecharge: { head, state } = {} }) => ({
      id: head!.id,
      calculationStatus: state!.calculationStatus,
    }),
  }),
];
