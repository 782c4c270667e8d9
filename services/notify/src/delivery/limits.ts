/** Limits of one process that sends deliveries. */
export interface Limits {
  /** Interval at which the sender reads due endpoints from the database. */
  pollMs: number;
  /** A claim lasts this much longer than the time limit of an attempt. */
  claimMarginMs: number;
  /** Attempts in flight to endpoints whose last attempt succeeded, without slow attempts. */
  answering: number;
  /** Attempts in flight to endpoints that this process has not yet sent to, without slow attempts. */
  untried: number;
  /** Attempts in flight to endpoints whose last attempt failed, and all slow attempts. */
  failing: number;
  /** Attempts in flight in total. */
  inFlight: number;
  /** Attempts in flight to one endpoint that answers. An endpoint that fails gets one over all processes. */
  perEndpoint: number;
  /** An attempt that takes longer is slow and counts as failing. */
  slowMs: number;
  /** Concurrent database transactions. */
  transactions: number;
  /** Endpoints read by one statement. */
  scanRows: number;
  /** Pause for an endpoint whose secret cannot be decrypted. */
  suspendMs: number;
  /** Time that attempts in flight get when the process stops. */
  stopMs: number;
}

export const LIMITS: Limits = {
  pollMs: 400,
  claimMarginMs: 4_000,
  answering: 128,
  untried: 256,
  failing: 256,
  inFlight: 768,
  perEndpoint: 16,
  slowMs: 1_000,
  transactions: 4,
  scanRows: 1_000,
  suspendMs: 30_000,
  stopMs: 4_000,
};
