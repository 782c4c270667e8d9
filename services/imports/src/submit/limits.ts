/** Records in one call of a batch RPC. Larger pieces are not faster, need more memory and delay other callers. */
export const PIECE_RECORDS_MAX = 2_000;
/** Records in one call that creates facilities. */
export const FACILITIES_MAX = 1_000;
/** Pieces that are stored at the same time. */
export const PIECES_AT_ONCE = 2;
/** Attempts of one call while activity is unavailable. The pauses between them add up to 30 s. */
export const ATTEMPTS_MAX = 10;
export const PAUSE_MS = 200;
export const PAUSE_MAX_MS = 5_000;
/** Calls for one piece. Each one is sent without the records that were refused before. */
export const ROUNDS_MAX = 5;
