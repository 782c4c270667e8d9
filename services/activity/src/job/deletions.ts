import { signal } from "@emissions/kit/process/signal";

/** After the commit of a deletion job. */
export const deletionBegun = signal();
