const MIB = 1024 ** 2;

/** As large as a stored file. */
export const TABLE_BYTES_MAX = 25 * MIB;
/** Rows below the header that have a value. */
export const ROWS_MAX = 200_000;
/** Lines of a csv file and rows of a sheet, with a value or without: the rows of Excel. */
export const LINES_MAX = 1_048_576;
export const COLUMNS_MAX = 256;
/** Cells with a value. Bounds the time of a file whose rows are wide. */
export const CELLS_MAX = 10_000_000;
/** Cells of all sheets of an xls file, whose reader holds them all in memory. */
export const XLS_CELLS_MAX = 300_000;
/** Characters; the limit of Excel. */
export const CELL_LENGTH_MAX = 32_767;
export const COLUMN_NAME_LENGTH_MAX = 255;
/** The header is looked for in these first rows. */
export const HEADER_SEARCH_ROWS = 50;

export const ZIP_ENTRIES_MAX = 1_000;
export const INFLATED_BYTES_MAX = 200 * MIB;
/** Inflated bytes for each stored byte. */
export const INFLATION_RATIO_MAX = 100;
/** Parts up to this size may exceed the ratio: short XML of empty cells compresses well and costs little. */
export const RATIO_FREE_BYTES = 2 * MIB;
export const SHARED_STRINGS_BYTES_MAX = 64 * MIB;
/** Workbook, relations, styles. */
export const SMALL_PART_BYTES_MAX = 16 * MIB;
export const XML_DEPTH_MAX = 64;
export const SHEETS_MAX = 255;
export const STYLES_MAX = 65_536;
export const MERGED_RANGES_MAX = 10_000;

/** An unclosed quote would make the rest of the file one record. */
export const CSV_RECORD_BYTES_MAX = MIB;
/** The delimiter is detected in the first characters. */
export const DELIMITER_SAMPLE_LENGTH = 65_536;
/** Bytes that are decoded at once. */
export const DECODE_BYTES = 65_536;

/** Rows and cells of one message from the worker. */
export const PIECE_ROWS_MAX = 1_000;
export const PIECE_CELLS_MAX = 20_000;

/** Working time of one file, without the time that the receiver of the rows takes. */
export const PARSE_TIMEOUT_MS = 60_000;
/** Working time until the first rows arrive. Shared texts and a whole xls workbook are read before them. */
export const FIRST_ROWS_TIMEOUT_MS = 20_000;
/** JavaScript heap of one worker. Bytes of the file and buffers of zlib come on top. */
export const WORKER_HEAP_MIB = 192;
export const WORKER_YOUNG_HEAP_MIB = 16;
export const WORKER_STACK_MIB = 4;
/** A worker whose heap is full may take seconds to end. Its file is refused meanwhile. */
export const TERMINATION_WAIT_MS = 2_000;
