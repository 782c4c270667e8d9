import type { Refusal } from "../entry.ts";

/** Requests of any kind. */
export const requestRefusals: readonly Refusal[] = [
  {
    code: "INVALID_DATE_RANGE",
    status: 400,
    meaning: "`start_date` is after `end_date`, or more than 730 days before it",
    help: "ask for less",
  },
  {
    code: "BAD_REQUEST",
    status: 400,
    meaning: "not HTTP as it should be",
    help: "repair the client",
  },
  {
    code: "NOT_FOUND",
    status: 404,
    meaning: "there is no such thing, or it belongs to another organization; or no such address",
    help: "check the id",
  },
  {
    code: "METHOD_NOT_ALLOWED",
    status: 405,
    meaning: "the address exists, the method does not; `Allow` lists those that do",
    help: "use one of them",
  },
  {
    code: "REQUEST_TIMEOUT",
    status: 408,
    meaning: "headers took longer than 10 s, or the request longer than 30 s",
    help: "send faster",
  },
  {
    code: "IDEMPOTENCY_KEY_IN_PROGRESS",
    status: 409,
    meaning: "the first request with this key has not ended within 8 s",
    help: "repeat after `Retry-After`, with the same key",
  },
  {
    code: "PAYLOAD_TOO_LARGE",
    status: 413,
    meaning: "the body is larger than 1 MiB (a batch: 16 MiB), or a file larger than 25 MiB",
    help: "send less",
  },
  {
    code: "URI_TOO_LONG",
    status: 414,
    meaning: "a part of the path is longer than 255 characters",
    help: "repair the client",
  },
  {
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    meaning:
      "the body is compressed, or neither `application/json` in UTF-8 nor, where a file is taken, `multipart/form-data`",
    help: "set `Content-Type`, do not compress",
  },
  {
    code: "EXPECTATION_FAILED",
    status: 417,
    meaning: "an `Expect` other than `100-continue`",
    help: "leave it out",
  },
  {
    code: "REQUEST_VALIDATION_FAILED",
    status: 422,
    meaning: "the request is not valid; see below",
    help: "repair what is listed",
  },
  {
    code: "BULK_RECORDS_REJECTED",
    status: 422,
    meaning: "records of the batch are wrong, and none was stored; `errors` names each with its index, field and code",
    help: "repair what is listed, and send the whole batch again",
  },
  {
    code: "FILTER_HASH_MISMATCH",
    status: 409,
    meaning: "what matches the filters is not what `filter_hash` was given for; nothing was done",
    help: "list again, look at it, and send the new hash",
  },
  {
    code: "TOO_MANY_ROWS",
    status: 422,
    meaning: "the filters match more than one request may act on",
    help: "filter more narrowly",
  },
  {
    code: "IDEMPOTENCY_KEY_REUSED",
    status: 422,
    meaning: "the key was used for another request of the organization",
    help: "take a new key for a new request",
  },
  {
    code: "HEADERS_TOO_LARGE",
    status: 431,
    meaning: "the headers are too large",
    help: "repair the client",
  },
  {
    code: "INTERNAL_ERROR",
    status: 500,
    meaning: "a fault of the service; logged with the request id",
    help: "report it with that id",
  },
  {
    code: "SERVICE_UNAVAILABLE",
    status: 503,
    meaning: "a service or its database is away, took longer than 10 s, or other writes were in the way",
    help: "repeat after `Retry-After`; a `POST` only with an `Idempotency-Key`",
  },
];
