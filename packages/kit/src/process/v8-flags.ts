import { setFlagsFromString } from "node:v8";

const FLAGS = [
  // V8 allocates objects as old where earlier ones lived long. Objects of a request live for milliseconds, and a dead
  // old object keeps the young objects alive that it refers to.
  "--no-allocation-site-pretenuring",
  // With a small heap V8 starts a full collection after 8 MiB of old objects. With this flag old memory may double.
  "--heap-growing-percent=100",
];

/** Flags of V8 for a process that serves requests (ADR 0025). Call it before other code runs. */
export const setV8Flags = (): void => FLAGS.forEach((flag) => void setFlagsFromString(flag));
