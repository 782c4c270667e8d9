import type { Tx } from "@emissions/kit/db/transactions";

/**
 * The best index of a list depends on the values of its filters, so a generic plan is slow. Rare search words need a
 * sequential scan.
 */
export async function withCustomPlan<R>(tx: Tx, statement: PromiseLike<R>): Promise<R> {
  const [, rows] = await Promise.all([
    tx`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true)`,
    statement,
  ]);
  return rows;
}
