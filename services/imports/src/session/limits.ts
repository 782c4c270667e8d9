/** Sessions of an organization that are neither submitted, failed nor expired. */
export const OPEN_SESSIONS_MAX = 50;
export const SAMPLE_ROWS = 10;
/** Rows of one insertion, and of one statement that reads rows. */
export const ROWS_BATCH = 1_000;

export const PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 500;
export const PAGE_MAX = 1_000_000;
export const CORRECTIONS_MAX = 500;
export const DELETED_ROWS_MAX = 10_000;
/** Characters of a corrected value; those of a cell. */
export const VALUE_LENGTH_MAX = 32_767;
/** Columns of a mapping; those of a table. */
export const MAPPING_COLUMNS_MAX = 256;
/** Columns of the template that constants and further columns fill. */
export const FILL_MAX = 256;
/** Texts of all value mappings of a session. */
export const VALUE_MAPPINGS_MAX = 10_000;

/** Sessions that a process works on at once in the background. One group has one less at most. */
export const RUNS_MAX = 3;
/** Each process looks for runs of other processes this often. */
export const RUNS_EVERY_MS = 5_000;
/** Pause after a failed attempt. */
export const RUN_RETRY_S = 5;
/** A run that is not renewed for this long is taken up by another process. */
export const RUN_HELD_S = 15;
export const RUN_RENEWAL_MS = 5_000;
/**
 * Attempts of a run before it is given up. A file that ends its process must not end many. A submission is worth more
 * attempts, because a part of its records may be stored.
 */
export const RUN_ATTEMPTS = { parsing: 3, validation: 5, submission: 30 };

/** The longest wait of one call for the end of a run. It is shorter than the deadline of a call. */
export const WAIT_MS_MAX = 8_000;
export const POLL_MS = 100;
/** How long the request that submits waits for activity to begin the job. The run begins it later otherwise. */
export const BEGIN_MS_MAX = 3_000;

/** Errors that are kept for one cell. */
export const ERRORS_OF_CELL_MAX = 20;
/** Rows that a suggestion looks at. */
export const MAPPING_SAMPLE_ROWS = 200;
