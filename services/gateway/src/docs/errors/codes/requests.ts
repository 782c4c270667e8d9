import type { Refusal } from "../entry.ts";

/** Requests of any kind. */
export const requestRefusals: readonly Refusal[] = [
  {
    code: "AS_OF_BEFORE_HISTORY",
    status: 400,
    meaning: "changes of totals were not kept yet at the instant `as_of`; `detail` has the first one",
    help: "ask for a later instant",
  },
  {
    code: "INVENTORY_TOO_LARGE",
    status: 400,
    meaning: "the statement has more than 20,000 groups of equal factor and category",
    help: "ask for a shorter range, or without children",
  },
  {
    code: "TOTALS_TOO_LARGE",
    status: 400,
    meaning: "the total has more than 10,000 groups",
    help: "ask for a shorter range, without children, or for another `group_by`",
  },
  {
    code: "OWNERSHIP_TOO_DEEP",
    status: 400,
    meaning: "a product of shares, from the organization down, has more than 40 decimals",
    help: "state shares with fewer decimals",
  },
  {
    code: "INVALID_DATE_RANGE",
    status: 400,
    meaning: "`start_date` is after `end_date`, or more than 730 days before it",
    help: "request a shorter range",
  },
  {
    code: "BAD_REQUEST",
    status: 400,
    meaning: "the request is not valid HTTP",
    help: "correct the client",
  },
  {
    code: "NOT_FOUND",
    status: 404,
    meaning: "the object does not exist or belongs to another organization, or the URL does not exist",
    help: "check the id",
  },
  {
    code: "METHOD_NOT_ALLOWED",
    status: 405,
    meaning: "the URL does not support the method; `Allow` lists the supported ones",
    help: "use a supported method",
  },
  {
    code: "REQUEST_TIMEOUT",
    status: 408,
    meaning:
      "the headers took longer than 10 s, the first 64 KiB of a body above 1 MiB longer than 3 s, or the request longer than 30 s",
    help: "send faster",
  },
  {
    code: "IDEMPOTENCY_KEY_IN_PROGRESS",
    status: 409,
    meaning: "the first request with this key did not finish within 8 s",
    help: "repeat after `Retry-After`, with the same key",
  },
  {
    code: "IDEMPOTENT_REPLY_ERASED",
    status: 409,
    meaning: "the first request with this key was about a person who has been erased, and its answer with them",
    help: "use a new key to record the person again",
  },
  {
    code: "PAYLOAD_TOO_LARGE",
    status: 413,
    meaning: "the body is larger than 1 MiB (a batch: 16 MiB), or a file larger than 25 MiB",
    help: "send a smaller body",
  },
  {
    code: "URI_TOO_LONG",
    status: 414,
    meaning: "a segment of the path is longer than 255 characters",
    help: "correct the client",
  },
  {
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    meaning: "the body is compressed, or is neither `application/json` in UTF-8 nor, for files, `multipart/form-data`",
    help: "set `Content-Type` and do not compress",
  },
  {
    code: "EXPECTATION_FAILED",
    status: 417,
    meaning: "`Expect` has another value than `100-continue`",
    help: "omit the header",
  },
  {
    code: "REQUEST_VALIDATION_FAILED",
    status: 422,
    meaning: "the request is not valid; see below",
    help: "correct the listed violations",
  },
  {
    code: "BULK_RECORDS_REJECTED",
    status: 422,
    meaning: "records of the batch are invalid, and none was stored; `errors` has the index, field and code of each",
    help: "correct the listed records and send the whole batch again",
  },
  {
    code: "FILTER_HASH_MISMATCH",
    status: 409,
    meaning:
      "the set of matching records has changed since `filter_hash` was issued, and nothing was deleted; or an export has other organizations or filters than the list with this hash",
    help: "list again, check the records, and send the new hash",
  },
  {
    code: "TOO_MANY_ROWS",
    status: 422,
    meaning:
      "the filters match more records than one request may delete, or more than the 50,000 rows of one export, or a custom column has more values than one request may delete",
    help: "use narrower filters",
  },
  {
    code: "IDEMPOTENCY_KEY_REUSED",
    status: 422,
    meaning: "the key was used for another request of the organization",
    help: "use a new key for each new request",
  },
  {
    code: "HEADERS_TOO_LARGE",
    status: 431,
    meaning: "the headers are too large",
    help: "correct the client",
  },
  {
    code: "INTERNAL_ERROR",
    status: 500,
    meaning: "an error in the service; it is logged with the request id",
    help: "report it with the request id",
  },
  {
    code: "RESOURCE_LOCKED",
    status: 503,
    meaning: "another request or a background job has locked the same data for seconds; nothing was changed",
    help: "repeat after `Retry-After`; a `POST` only with an `Idempotency-Key`",
  },
  {
    code: "SERVICE_UNAVAILABLE",
    status: 503,
    meaning:
      "a service or its database is unreachable, or took longer than 10 s; or bodies above 1 MiB fill the memory for them",
    help: "repeat after `Retry-After`; a `POST` only with an `Idempotency-Key`",
  },
];
