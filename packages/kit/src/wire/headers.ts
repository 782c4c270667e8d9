/** Call metadata between gateway and services. */
export const IDEMPOTENCY_KEY = "idempotency-key";
/** What the request was: another one under the same key is refused. */
export const IDEMPOTENCY_FINGERPRINT = "idempotency-fingerprint";
/** Set on a reply that was given before. */
export const IDEMPOTENT_REPLAYED = "idempotent-replayed";
/** "true": do everything but leave nothing behind. */
export const DRY_RUN = "dry-run";
export const REQUEST_ID = "x-request-id";
