import { REASON_MAX } from "@emissions/gateway/rest/restatement";

const KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A repeat with the same key and the same request gets the first answer again. While the first request is running, " +
    "the repeat waits for it (`IDEMPOTENCY_KEY_IN_PROGRESS` after 8 s). Another request with the key is refused " +
    "(`IDEMPOTENCY_KEY_REUSED`). A refused request does not use up the key. Keys are kept for 30 days.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const REQUIRED_KEY = { ...KEY, required: true, description: `${KEY.description} A dry run needs no key.` };

const DRY_RUN = {
  name: "dry_run",
  in: "query",
  description:
    "With `true` the request is checked and nothing is stored. The answer is then 200 with the schema `DryRun`, as in " +
    "`x-dry-run-response` of the operation, with the records that a deletion takes along, or the refusal that the " +
    "request would get. An idempotency key is neither looked up nor used.",
  schema: { type: "boolean", default: false },
};

const PREFER = {
  name: "Prefer",
  in: "header",
  description:
    "With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is " +
    "stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name " +
    "of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this " +
    "preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer " +
    "are texts. Other preferences have no effect.",
  schema: { type: "string", examples: ["handling=strict", "handling=strict, decimals=string"] },
};

const PREFER_NO_DUPLICATES = {
  name: "Prefer",
  in: "header",
  description:
    "With `handling=strict` (RFC 7240) what may repeat a stored record, an earlier row or a file is refused with " +
    "`POSSIBLE_DUPLICATE`, and nothing is stored; a validation makes errors of such rows. Without this preference the " +
    "answer names them. With `decimals=string` decimals of the answer are texts. Other preferences have no effect.",
  schema: { type: "string", examples: ["handling=strict"] },
};

const PREFER_TEXT = {
  name: "Prefer",
  in: "header",
  description:
    "With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts " +
    "stay numbers, and files stay as they are. Other preferences have no effect.",
  schema: { type: "string", examples: ["decimals=string"] },
};

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description:
    "The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not " +
    "changed (412 `PRECONDITION_FAILED`).",
  schema: { type: "string" },
};

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  description: "An `ETag` that the client has, or several. The answer is 304 while the content is the same.",
  schema: { type: "string" },
};

const RESTATEMENT_REASON = {
  name: "Restatement-Reason",
  in: "header",
  description:
    "Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of " +
    "the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept " +
    "apart until the period is unlocked. A reason has no effect on records without a locked day.",
  schema: { type: "string", minLength: 1, maxLength: REASON_MAX, examples: ["The supplier corrected its invoice."] },
};

const ACCEPT_LANGUAGE = {
  name: "Accept-Language",
  in: "header",
  description:
    "The languages of the reader: English, Spanish and Catalan are known, any other is English. The parameter " +
    "`language` comes before it.",
  schema: { type: "string", examples: ["es-ES,es;q=0.9,en;q=0.8"] },
};

/** Parameters that routes share, by the names of their components. */
export const PARAMETERS = {
  IdempotencyKey: KEY,
  RequiredKey: REQUIRED_KEY,
  DryRun: DRY_RUN,
  Prefer: PREFER,
  PreferNoDuplicates: PREFER_NO_DUPLICATES,
  PreferText: PREFER_TEXT,
  IfMatch: IF_MATCH,
  IfNoneMatch: IF_NONE_MATCH,
  RestatementReason: RESTATEMENT_REASON,
  AcceptLanguage: ACCEPT_LANGUAGE,
};
