import type { Tx } from "@emissions/kit/db/transactions";
import { failedRecordsQuery } from "../list/calculation-states.ts";
import { withCustomPlan } from "../list/plan.ts";
import { type ListQuery, matching } from "../list/query.ts";
import { COUNTED_MAX, selectTotal, selectTotals } from "../list/totals.ts";

/** The totals of a list of wastes: the matching ones, the failed ones among them, and all of the facility. */
export async function selectWasteTotals(tx: Tx, query: ListQuery) {
  const scope = inScope(query);
  const isAll = scope.conditions.length === query.conditions.length;
  const [summary, total2, all] = await Promise.all([
    selectTotals(tx, query),
    selectFailed(tx, query),
    isAll ? null : selectTotal(tx, scope),
  ]);
  return { summary, total2, totalGeneral: all ?? summary.total };
}

/** All wastes of the facility, or of the organizations when no facility is named. */
const inScope = (query: ListQuery): ListQuery => ({
  ...query,
  conditions: query.conditions.filter(({ name }) => name === "facilityId"),
});

async function selectFailed(tx: Tx, query: ListQuery): Promise<number> {
  const failed = failedRecordsQuery(query);
  if (failed === null) return 0;
  const counted = tx<[{ failed: number }]>`
    select count(*)::int as failed from (
      select from wastes ${matching(tx, failed)} and calculation_error_code is not null limit ${COUNTED_MAX}) as counted`;
  const [row] = await withCustomPlan(tx, counted);
  return row.failed;
}
