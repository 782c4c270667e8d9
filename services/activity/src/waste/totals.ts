import type { Tx } from "@emissions/kit/db/transactions";
import { type Asked, matching } from "../list/ask.ts";
import { COUNTED_MAX, selectNumbers, selectTotal } from "../list/numbers.ts";
import { failedIn } from "../list/outcomes.ts";
import { planned } from "../list/plan.ts";

/** The three totals of a list of wastes, and its hash: what matches, how much of that has failed, and all in scope. */
export async function selectTotals(tx: Tx, asked: Asked) {
  const scope = inScope(asked);
  const isAll = scope.questions.length === asked.questions.length;
  const [numbers, total2, all] = await Promise.all([
    selectNumbers(tx, asked),
    selectFailed(tx, asked),
    isAll ? null : selectTotal(tx, scope),
  ]);
  return { ...numbers, total2, totalGeneral: all ?? numbers.total };
}

/** All wastes of the facility, or of the organizations, when no facility is named. */
const inScope = (asked: Asked): Asked => ({
  ...asked,
  questions: asked.questions.filter(({ name }) => name === "facilityId"),
});

async function selectFailed(tx: Tx, asked: Asked): Promise<number> {
  const failed = failedIn(asked);
  if (failed === null) return 0;
  const [, [row]] = await Promise.all([
    planned(tx),
    tx<[{ failed: number }]>`
      select count(*)::int as failed
      from (select from wastes ${matching(tx, failed)} and error_code is not null limit ${COUNTED_MAX}) as counted`,
  ]);
  return row.failed;
}
