/** The ECB's file of all days since 1999 has 1.6 MB. */
export const FILE_BYTES_MAX = 8 * 1024 * 1024;
export const FILE_ROWS_MAX = 20_000;
export const COLUMNS_MAX = 100;
/** Currencies of crises moved by a third in a day. A larger change is a shifted point or column. */
export const RATIO_MAX_OF_DAYS = 2;
/** The fastest known inflation of a year with a published index is below this. */
export const RATIO_MAX_OF_YEARS = 10;
/** Of a refusal. */
export const PROBLEMS_MAX = 20;
