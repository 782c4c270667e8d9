import {
  LogisticHubService,
  LogisticHubStatusSchema,
  LogisticHubTypeSchema,
} from "@emissions/proto/activity/v1/logistic_hub_service";
import { HubCategorySchema } from "@emissions/proto/factors/v1/freight";
import { z } from "zod";
import { enumOf, id, text } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute } from "../rest/route.ts";

const { method } = LogisticHubService;

const path = "/v1/logistic-hubs";
const one = `${path}/{logistic_hub_id}` as const;

const NewHub = z
  .strictObject({
    name: text(255),
    address: z.string().max(500).nullish(),
    type: enumOf(LogisticHubTypeSchema),
    category: enumOf(HubCategorySchema).nullish(),
    supercharger: z.boolean().optional(),
    facility_id: id.nullish(),
  })
  .meta({
    examples: [
      { name: "Port of Valencia", address: "Valencia, ES", type: "subcontracted", category: "warehouse_ambient" },
    ],
  });
const Changes = NewHub.extend({ status: enumOf(LogisticHubStatusSchema) })
  .partial()
  .meta({ examples: [{ status: "archived" }] });

const list = { summary: "List logistic hubs", query: listQuery(method.listLogisticHubs.input, 10, "after") } as const;

export const logisticHubRoutes = [
  describedRoute(method.createLogisticHub, {
    http: `POST ${path}`,
    summary: "Create a logistic hub",
    body: NewHub,
    status: 201,
    refuses: ["LOGISTIC_HUB_ALREADY_EXISTS"],
  }),
  describedRoute(method.listLogisticHubs, { ...list, http: `GET ${path}`, list: "pages" }),
  describedRoute(method.listLogisticHubs, {
    ...list,
    http: "GET /v1/logistics/hubs",
    operation: "listHubsOfLogistics",
    summary: "List the hubs of logistics requests",
    list: "counted",
  }),
  describedRoute(method.getLogisticHub, { http: `GET ${one}`, summary: "Get a logistic hub" }),
  describedRoute(method.updateLogisticHub, {
    http: `PUT ${one}`,
    versioned: true,
    summary: "Change a logistic hub",
    body: Changes,
    refuses: ["LOGISTIC_HUB_ALREADY_EXISTS"],
  }),
  describedRoute(method.deleteLogisticHub, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a logistic hub",
    refuses: ["LOGISTIC_HUB_IN_USE"],
  }),
];
