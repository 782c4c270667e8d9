import { signal } from "@emissions/kit/process/signal";

/** When a run has work. */
export const workBegun = signal();
