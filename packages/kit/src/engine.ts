import { setFlagsFromString } from "node:v8";

const FLAGS = [
  // V8 makes objects old at once where it has seen some live for long, as at the start of a process. Those of a request
  // are over in milliseconds, but an old one is not looked at until the next full collection, and meanwhile everything
  // that it knows is copied as if it lived: a seventh of all that the gateway made, against a thousandth with this.
  "--no-allocation-site-pretenuring",
  // Where little lives, V8 leaves only eight megabytes between one full collection and the next, buffers included. A few
  // dozen pages of a list fill them, and one waits 30 ms. Now what is old may double before it is looked through again.
  "--heap-growing-percent=100",
];

/** What V8 is told about the memory of a process that answers requests. To be set before its first code is optimized. */
export const setEngineFlags = (): void => FLAGS.forEach((flag) => void setFlagsFromString(flag));
