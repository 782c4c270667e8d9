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
/** Why records of locked periods may change, percent-encoded. */
export const RESTATEMENT_REASON = "restatement-reason";
/** The version of the record that a call has shown or changed. */
export const RECORD_VERSION = "record-version";
/** Versions between spaces: the record is changed only if it has one of them. */
export const EXPECTED_VERSIONS = "expected-versions";
/** Where a page of a list begins, in place of its number. */
export const PAGE_CURSOR = "page-cursor";
/** Where the next page of the list begins. */
export const NEXT_CURSOR = "next-cursor";
/** The range of an ingest job that a batch fills, from services only: see `ingest-job.ts`. */
export const INGEST_JOB = "ingest-job";
export const REQUEST_ID = "x-request-id";
/** The address of the client, for the audit log. Only calls for which the gateway vouches keep it. */
export const CLIENT_ADDRESS = "client-address";
