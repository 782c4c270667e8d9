import type { Tx } from "@emissions/kit/db";

/** Which index serves a list depends on the values that are asked for, so a plan for all of them would be a bad one. */
export const planned = (tx: Tx) => tx`set local plan_cache_mode = force_custom_plan`;
