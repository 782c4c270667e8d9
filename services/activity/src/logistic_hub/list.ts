import {
  type ListLogisticHubsRequest,
  LogisticHubStatusSchema,
  LogisticHubTypeSchema,
} from "@emissions/proto/activity/v1/logistic_hub_service";
import { HubCategorySchema } from "@emissions/proto/factors/v1/freight";
import { anyOf, contains } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { withTotals } from "./queries.ts";

export const hubList: List<ListLogisticHubsRequest> = {
  table: "logistic_hubs",
  rows: withTotals,
  filters: {
    name: contains("search_text"),
    type: anyOf("type", LogisticHubTypeSchema),
    category: anyOf("category", HubCategorySchema),
    status: anyOf("status", LogisticHubStatusSchema),
  },
  order: [{ by: (tx) => tx`lower(name)` }],
  size: 10,
};
