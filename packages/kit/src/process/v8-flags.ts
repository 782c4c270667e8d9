import { setFlagsFromString } from "node:v8";

const FLAGS = [
  // V8 allocates objects as old where it has seen objects live for long, as at the start of a process. Those of a
  // request die within milliseconds; but a dead old object is freed by full collections only, and until then everything
  // it refers to is copied as if it were alive: a seventh of what the gateway allocates, a thousandth with this flag.
  "--no-allocation-site-pretenuring",
  // With little alive, V8 allows only eight megabytes, buffers included, between two full collections. A few dozen
  // pages of a list fill that, and each collection delays a request by 30 ms. With this flag old memory may double.
  "--heap-growing-percent=100",
];

/** Flags of V8 for a process that answers requests (ADR 0025). To be set before its first code is optimized. */
export const setEngineFlags = (): void => FLAGS.forEach((flag) => void setFlagsFromString(flag));
