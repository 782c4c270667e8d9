import { type Check, checkEnum, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  type LinkRecordsByFiltersRequest,
  ProjectEntityTypeSchema,
} from "@emissions/proto/activity/v1/project_service";
import type { List } from "../list/list.ts";
import { type ListQuery, parsePartialListQuery } from "../list/query.ts";
import { LINKED_KINDS, type LinkedKind, type LinkedTable } from "./queries.ts";

const deleted = { type: "value_error", msg: "inactive requests are deleted" };

/** The lists of the records, which their filters belong to. */
export type LinkedLists = Readonly<Record<LinkedTable, List<unknown>>>;

const filtersOf = ({ invoices, logisticsRequests, fileReadings }: LinkRecordsByFiltersRequest) =>
  ({ invoices, logistics_requests: logisticsRequests, file_readings: fileReadings }) satisfies Record<
    LinkedKind,
    unknown
  >;

/** Filters belong to the kind of the request. */
export function checkFilterKinds(request: LinkRecordsByFiltersRequest): Check[] {
  const kind = enumText(ProjectEntityTypeSchema, request.entityType);
  const others = Object.entries(filtersOf(request)).filter(([name, filters]) => name !== kind && filters !== undefined);
  return [
    ...checkEnum("entity_type", kind, LINKED_KINDS),
    ...others.map(([name]) => violation(name, "value_error.extra", "the filters of another kind")),
  ];
}

/** The records of the organization that the request names, by the filters of their list. */
export function queryByFilters(
  lists: LinkedLists,
  request: LinkRecordsByFiltersRequest,
  principal: Principal,
): { kind: LinkedTable; query: ListQuery } {
  const kind = enumText(ProjectEntityTypeSchema, request.entityType) as LinkedTable;
  const filters = filtersOf(request)[kind];
  const at = ["body", kind];
  const query = parsePartialListQuery(lists[kind], { ...filters } as object, principal, at);
  if (query.table !== kind) refuse([{ ...deleted, loc: [...at, "status"] }]);
  return { kind, query };
}
