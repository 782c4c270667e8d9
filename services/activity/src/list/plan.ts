import type { Tx } from "@emissions/kit/db/transactions";

/**
 * Which index serves a list depends on the values that are asked for, so a plan for all of them would be a bad one. One
 * that is made for these values, and for the table as it is now, may also read all of it, as rare words need.
 */
export const useCustomPlan = (tx: Tx) => tx`
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true)`;
