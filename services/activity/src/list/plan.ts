import type { Tx } from "@emissions/kit/db/transactions";

/**
 * The best index of a list depends on the values of its filters, so a generic plan is slow. Rare search words need a
 * sequential scan.
 */
export const useCustomPlan = (tx: Tx) => tx`
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true)`;
