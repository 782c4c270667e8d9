/** How much one process sends at once, and for whom. */
export interface Limits {
  /** How often it is looked for what others have left: other processes, and this one before its start. */
  pollMs: number;
  /** A claim lasts as long as an attempt may take, and so much longer. */
  claimMarginMs: number;
  /** Young attempts to endpoints whose last attempt went well. */
  answering: number;
  /** Young attempts to others that this process has not sent anything to so far. */
  untried: number;
  /** Attempts to endpoints whose last attempt failed, and all that are taking long. */
  waiting: number;
  /** Attempts in flight, of all kinds. */
  inFlight: number;
  /** Attempts in flight to one endpoint that answers. One that does not has one, over all processes. */
  endpoint: number;
  /** An attempt that takes longer counts as one to an endpoint that does not answer. */
  stallMs: number;
  /** Transactions at once. */
  visits: number;
  /** Endpoints looked at in one statement. */
  scan: number;
  /** What cannot be sent for reasons of our own is looked at again so much later. */
  restMs: number;
  /** Attempts that have begun may end so long after the process was told to stop. */
  stopMs: number;
}

export const LIMITS: Limits = {
  pollMs: 400,
  claimMarginMs: 4_000,
  answering: 128,
  untried: 256,
  waiting: 256,
  inFlight: 768,
  endpoint: 16,
  stallMs: 1_000,
  visits: 4,
  scan: 1_000,
  restMs: 30_000,
  stopMs: 4_000,
};
