import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { type Check, checkId, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import type { ExportSurveyRowsRequest } from "@emissions/proto/activity/v1/survey_row_list_service";
import { EXPORTED_MAX } from "../list/export-size.ts";
import { parameterHashOf } from "../list/hash.ts";
import { type Condition, type ListQuery, orderBy, parsePartialListQuery } from "../list/query.ts";
import { rowKeysOf } from "../list/row-keys.ts";
import { surveyRowList } from "./list.ts";
import { DETAIL_COLUMNS } from "./row.ts";

/** Rows of one message. The stream buffers 16 messages at each end, with some 4 KB of objects for a row. */
export const MESSAGE_ROWS = 50;
/** Ticked rows of one export, and rows left out of one. */
const IDS_MAX = 5_000;

/** Identifies the list by its organizations and filters. Some sort keys need another table, but the order is no part. */
export const filterHashOf = (query: ListQuery) => parameterHashOf({ ...query, table: surveyRowList.table });

/** The rows of an export, as a query of the list. Refuses a selection by both ids and hash, and another hash. */
export function selectionOf(request: ExportSurveyRowsRequest, principal: Principal): ListQuery {
  const { filter, sort, includeChildren, organizationId, rowIds, filterHash, excludedIds } = request;
  refuse([...checkSelection(request), ...checkIds("row_ids", rowIds), ...checkIds("excluded_ids", excludedIds)]);
  const perimeter = { sort, includeChildren, organizationId };
  if (rowIds.length > 0) {
    const ticked = parsePartialListQuery(surveyRowList, perimeter, principal);
    return narrowed(ticked, (tx) => tx`id = any(${rowIds}::uuid[])`);
  }
  const query = parsePartialListQuery(surveyRowList, { ...filter, ...perimeter }, principal);
  if (filterHashOf(query) !== filterHash)
    throw conflict("FILTER_HASH_MISMATCH", "The parameters are not those that the hash was given for.");
  if (excludedIds.length === 0) return query;
  return narrowed(query, (tx) => tx`id <> all(${excludedIds}::uuid[])`);
}

/** The statement that selects all rows of the query in its order. */
export function rowsOf(tx: Tx, query: ListQuery): Fragment {
  const keys = rowKeysOf(tx, query, { limit: EXPORTED_MAX, offset: 0 });
  return tx`
    select ${tx(DETAIL_COLUMNS)} from (${keys}) as k
    cross join lateral (${query.rows!(tx)} where t.organization_id = k.in_org and t.id = k.in_id offset 0) as r
    ${orderBy(tx, query.order)}`;
}

const narrowed = (query: ListQuery, where: Condition["where"]): ListQuery => ({
  ...query,
  conditions: [...query.conditions, { name: "id", text: "", where, states: null }],
});

function checkSelection({ rowIds, filterHash, excludedIds }: ExportSurveyRowsRequest): Check[] {
  const byIds = rowIds.length > 0;
  const byHash = filterHash !== "";
  if (byIds === byHash) return [violation("row_ids", "value_error.selection", "either row_ids or filter_hash")];
  if (byIds && excludedIds.length > 0)
    return [violation("excluded_ids", "value_error.selection", "only with filter_hash")];
  return [];
}

function checkIds(field: string, ids: readonly string[]): Check[] {
  if (ids.length > IDS_MAX) return [violation(field, "value_error.list.max_items", `at most ${IDS_MAX} values`)];
  return ids.flatMap((id) => checkId(field, id));
}
