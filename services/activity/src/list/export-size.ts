import type { Tx } from "@emissions/kit/db/transactions";
import { unprocessable } from "@emissions/kit/wire/errors";
import { withCustomPlan } from "./plan.ts";
import { type ListQuery, matching } from "./query.ts";

/** Rows of one export. */
export const EXPORTED_MAX = 50_000;

/** Refuses a selection that is too large for one export. */
export async function checkExportSize(tx: Tx, query: ListQuery): Promise<void> {
  const limited = tx`select from ${tx(query.table)} ${matching(tx, query)} limit ${EXPORTED_MAX + 1}`;
  const counted = tx<[{ count: number }]>`select count(*)::int as count from (${limited}) as selected`;
  const [{ count }] = await withCustomPlan(tx, counted);
  if (count > EXPORTED_MAX)
    throw unprocessable("TOO_MANY_ROWS", `At most ${EXPORTED_MAX} rows can be exported at once.`);
}
