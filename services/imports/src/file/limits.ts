const [KIB, MIB] = [1024, 1024 ** 2];

export const FILE_BYTES_MAX = 25 * MIB;
export const CHUNK_BYTES_MAX = MIB;
/** Every chunk but the last has a multiple of it, so that a file has at most 400 rows. */
export const CHUNK_STEP_BYTES = 64 * KIB;
export const NAME_LENGTH_MAX = 255;
/** Unfinished ones of one organization. */
export const UPLOADS_MAX = 20;
export const UPLOAD_SECONDS_MAX = 3_600;
export const LOOK_UP_MAX = 100;
export const SEARCH_LENGTH_MAX = 255;
