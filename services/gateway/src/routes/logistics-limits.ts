/** Limits of the contract for single logistics requests and recharges. */
export const LOGISTICS_RATE = { name: "logistics", perSecond: 30, burst: 30 } as const;
/** Unanswered bulk requests of one caller to one route. */
export const LOGISTICS_BULKS_MAX = 10;
