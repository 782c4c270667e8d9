import type { Tx } from "@emissions/kit/db/transactions";
import { failedIn } from "../list/calculation-states.ts";
import { useCustomPlan } from "../list/plan.ts";
import { type ListQuery, matching } from "../list/query.ts";
import { COUNTED_MAX, selectTotal, selectTotals } from "../list/totals.ts";

/** The three totals of a list of wastes, and its hash: what matches, how much of that has failed, and all in scope. */
export async function selectWasteTotals(tx: Tx, asked: ListQuery) {
  const scope = inScope(asked);
  const isAll = scope.conditions.length === asked.conditions.length;
  const [numbers, total2, all] = await Promise.all([
    selectTotals(tx, asked),
    selectFailed(tx, asked),
    isAll ? null : selectTotal(tx, scope),
  ]);
  return { ...numbers, total2, totalGeneral: all ?? numbers.total };
}

/** All wastes of the facility, or of the organizations, when no facility is named. */
const inScope = (asked: ListQuery): ListQuery => ({
  ...asked,
  conditions: asked.conditions.filter(({ name }) => name === "facilityId"),
});

async function selectFailed(tx: Tx, asked: ListQuery): Promise<number> {
  const failed = failedIn(asked);
  if (failed === null) return 0;
  const [, [row]] = await Promise.all([
    useCustomPlan(tx),
    tx<[{ failed: number }]>`
      select count(*)::int as failed
      from (select from wastes ${matching(tx, failed)} and error_code is not null limit ${COUNTED_MAX}) as counted`,
  ]);
  return row.failed;
}
