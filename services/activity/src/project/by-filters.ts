import { checkEnum, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  type LinkRecordsByFiltersRequest,
  ProjectEntityTypeSchema,
} from "@emissions/proto/activity/v1/project_service";
import type { List } from "../list/list.ts";
import { type ListQuery, parsePartialListQuery } from "../list/query.ts";
import { LINKED_TABLES, type LinkedTable } from "./queries.ts";

const deleted = { type: "value_error", msg: "inactive requests are deleted" };

/** The lists of the records, which their filters belong to. */
export type LinkedLists = Readonly<Record<LinkedTable, List<unknown>>>;

/** The records of the organization that the request names, by the filters of their list. */
export function queryByFilters(
  lists: LinkedLists,
  request: LinkRecordsByFiltersRequest,
  principal: Principal,
): { kind: LinkedTable; query: ListQuery } {
  const kind = enumText(ProjectEntityTypeSchema, request.entityType) as LinkedTable;
  const { invoices, logisticsRequests } = request;
  const filters = kind === "invoices" ? invoices : logisticsRequests;
  const [other, unused] = kind === "invoices" ? ["logistics_requests", logisticsRequests] : ["invoices", invoices];
  refuse([
    ...checkEnum("entity_type", kind, LINKED_TABLES),
    ...(unused === undefined ? [] : [violation(String(other), "value_error.extra", "the filters of another kind")]),
  ]);
  const at = ["body", kind];
  const query = parsePartialListQuery(lists[kind], { ...filters } as object, principal, at);
  if (query.table !== kind) refuse([{ ...deleted, loc: [...at, "status"] }]);
  return { kind, query };
}
