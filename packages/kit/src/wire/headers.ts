/** Call metadata between gateway and services. */
export const IDEMPOTENCY_KEY = "idempotency-key";
/** Hash of the request. The same key with another fingerprint is refused. */
export const IDEMPOTENCY_FINGERPRINT = "idempotency-fingerprint";
/** Set on a stored reply. */
export const IDEMPOTENT_REPLAYED = "idempotent-replayed";
/** "true" rolls back after answering. */
export const DRY_RUN = "dry-run";
/** "strict" refuses records whose calculation would fail or be marked. */
export const HANDLING = "handling";
export const REQUEST_ID = "x-request-id";
