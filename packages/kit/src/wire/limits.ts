/** Longest call between services. */
export const DEADLINE_MS = 10_000;

/** Longest call with a stream of messages: a slow client reads 200,000 rows of 400 bytes at 5 Mbit/s. */
export const STREAM_DEADLINE_MS = 120_000;

/** Largest message between services, batches excepted. */
export const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;

/** For services with batch RPCs and their callers. */
export const BATCH_BYTES_MAX = 32 * 1024 * 1024;

/** Characters of a cursor. A name of 255 characters, each as an escape of six, needs half of it. */
export const CURSOR_LENGTH_MAX = 4_096;

/** Limit of the wait for calls in flight when a server stops. */
export const DRAIN_MS = 5_000;
