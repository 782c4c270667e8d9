export const SAVED_MAPPINGS_MAX = 200;
/** Characters of all texts of one mapping in JSON. A page of 100 is below the 8 MiB of a call. */
export const SAVED_MAPPING_LENGTH_MAX = 65_536;
export const NAME_LENGTH_MAX = 255;
/** Columns of a file, and characters of their names. */
export const SOURCE_COLUMNS_MAX = 256;
export const COLUMN_NAME_LENGTH_MAX = 512;
