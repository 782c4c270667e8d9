/**
 * Records in one call of a batch RPC. Pieces are stored one after the other: larger ones, or two at once, are not
 * faster to the last result, and delay other callers. A release that changes this number needs other idempotency keys.
 */
export const PIECE_RECORDS_MAX = 2_000;
/** Records in one call that creates facilities. */
export const FACILITIES_MAX = 1_000;
/** Attempts of one call while activity is unavailable. The pauses between them add up to 30 s. */
export const ATTEMPTS_MAX = 10;
export const PAUSE_MS = 200;
export const PAUSE_MAX_MS = 5_000;
/** Calls for one piece. Each one is sent without the records that were refused before. */
export const ROUNDS_MAX = 5;
