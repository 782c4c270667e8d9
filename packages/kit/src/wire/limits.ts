/** No call between services takes longer. */
export const DEADLINE_MS = 10_000;

/** No message between services is larger, but for batches. */
export const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;

/** For services with batch RPCs, and whoever calls them. */
export const BATCH_BYTES_MAX = 32 * 1024 * 1024;

/** How long calls in flight may take to finish once a server stops. */
export const DRAIN_MS = 5_000;
