const [KIB, MIB] = [1024, 1024 ** 2];

export const FILE_BYTES_MAX = 25 * MIB;
export const CHUNK_BYTES_MAX = MIB;
/** All chunks but the last are a multiple of this size, so a file has at most 400 rows. */
export const CHUNK_STEP_BYTES = 64 * KIB;
export const NAME_LENGTH_MAX = 255;
/** Unfinished uploads of one organization. */
export const UPLOADS_MAX = 20;
/** The sweep removes an unfinished upload after this time. */
export const UPLOAD_TIMEOUT_S = 3_600;
/** The records of one batch. */
export const LOOKUP_IDS_MAX = 5_000;
/** The sweep ends a deletion after this time. No request lasts as long. */
export const DELETION_TIMEOUT_S = 60;
export const SEARCH_LENGTH_MAX = 255;
/** Values of one filter of the list. */
export const FILTER_VALUES_MAX = 100;
export const SORT_KEYS_MAX = 5;
