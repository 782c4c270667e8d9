import {
  calculationFailures,
  deliveryFailures,
  INTERNAL,
  importNotes,
  readingNotes,
  recordRejections,
  refusals,
} from "@emissions/gateway/docs/errors/catalogue";
import type { Entry } from "@emissions/gateway/docs/errors/entry";
import { VIOLATIONS } from "@emissions/gateway/docs/errors/violations";
import { PROBLEM_RESOURCES } from "@emissions/gateway/routes/table";

const problemPaths = [...PROBLEM_RESOURCES].sort().map((path) => `- \`${path}\``);

/** The text of docs/errors.md. `npm run docs` writes the file. */
export const errorsDocument = (): string => `<!-- Made by \`npm run docs\` of services/gateway/src/docs/errors. -->

# Refusals

Every refusal has a status, and a code or a list of violations. Texts (\`detail\`, \`msg\`) may change; codes, \`loc\` and
\`type\` do not. Every answer has an \`x-request-id\`, which is also in the logs. A running gateway serves this page
at \`/errors\`, and one code at \`/errors/{code}\`.

\`\`\`json
{ "detail": "Supplier not found", "code": "NOT_FOUND" }
{ "detail": [ { "loc": ["body", "quantity"], "msg": "...", "type": "value_error.number.not_ge" } ] }
\`\`\`

The second shape is that of \`REQUEST_VALIDATION_FAILED\`. It lists all violations together, up to 100. All
operations at and below the [paths of problem details](#paths-of-problem-details) refuse with problem details (RFC 9457,
\`application/problem+json\`), which contain both:

\`\`\`json
{
  "type": "http://127.0.0.1:8080/errors#BULK_RECORDS_REJECTED",
  "title": "Records rejected",
  "status": 422,
  "code": "BULK_RECORDS_REJECTED",
  "detail": "2 of 10 records were rejected.",
  "errors": [ { "loc": ["body", "records", 3, "unit_id"], "msg": "field required", "type": "SCHEMA_INVALID" } ],
  "request_id": "0190f3a0-0000-7000-8000-000000000000"
}
\`\`\`

\`type\` begins with \`PUBLIC_URL\` and \`/errors\`; never with the \`Host\` of a request. Input that
never becomes a request (not HTTP, headers too large or too late) is refused in the first shape.

## Paths of problem details

Operations at and below these paths refuse with problem details. All others refuse in the first two shapes.

${problemPaths.join("\n")}

## Codes

| Status | Code | Meaning | Action of the client |
|---|---|---|---|
${refusals.map(({ status, code, ...said }) => `| ${status} | <a id="${code}"></a>\`${code}\` | ${cells(said)} |`).join("\n")}

A refused request does not use up its idempotency key. Keys are kept for 30 days; a repeat gets the first answer again,
with \`Idempotent-Replayed: true\`.

## Records of a batch

A batch is stored as a whole or not at all. When only its records are invalid, the code is \`BULK_RECORDS_REJECTED\`, and
\`type\` of each error is one of these. The first 100 errors are listed; \`detail\` tells when there are more. For other
violations the code is \`REQUEST_VALIDATION_FAILED\`, and all violations have the types below. With
\`Prefer: handling=strict\`, errors of valid records have the types of marks and failed calculations below.

${table("Action of the client", recordRejections)}

## Violations

The status is 422, with one exception: when \`POST /v1/purchases\` lacks a required field, or has one of a wrong type, it
is 400. This includes the amount pair. \`loc\` begins with \`body\`, \`query\`, \`path\` or \`header\`; positions in lists are numbers.

| \`type\` | Meaning |
|---|---|
${VIOLATIONS.map((row) => `| ${row.join(" | ")} |`).join("\n")}

## Calculations

A record is stored even when its calculation fails. It then has \`calculation_status: "failed"\` and one of these codes in
\`calculation_error_code\`. They are not HTTP errors. With \`Prefer: handling=strict\` the record is refused instead, and
the code is the \`type\` of a violation.

${table("Remedy", calculationFailures)}

## Webhooks

Reasons why a delivery attempt failed (\`last_error_code\`) or an endpoint was disabled (\`disabled_reason\`). They are
not HTTP errors.

${table("Remedy", deliveryFailures)}

## Readings of documents

A reading whose values are missing or uncertain has the status \`review\` and says why in \`warnings\`. One that failed has
the status \`error\` and an \`error_code\`. These are not HTTP errors.

${table("Remedy", readingNotes)}

## Imports of tables

Codes of cells, in the errors of a row, and notes about columns in the suggestions of a mapping.

${table("Remedy", importNotes)}

## Between services

Codes between services only: ${Object.entries(INTERNAL)
  .map(([code, why]) => `\`${code}\` (${why})`)
  .join(", ")}.

Refusals travel as gRPC errors with an \`emissions.common.v1.Refusal\`. \`packages/kit/src/wire/errors.ts\` makes them, and
\`services/gateway/src/rest/errors.ts\` alone renders them.

| In the code | gRPC | REST |
|---|---|---|
| \`notFound("supplier")\` | NOT_FOUND, \`SUPPLIER_NOT_FOUND\` | 404 \`NOT_FOUND\` (a few codes stay: \`rest/codes.ts\`) |
| \`invalid([...])\` | INVALID_ARGUMENT | 422, or 400 for \`essential\` fields of the route |
| \`unprocessable(code, ...)\` | INVALID_ARGUMENT | 422 with the code |
| \`outOfRange(code, ...)\` | OUT_OF_RANGE | 400 |
| \`conflict(code, ...)\` | FAILED_PRECONDITION | 409 |
| \`busy(code, ...)\` | ABORTED | 409 with \`Retry-After\` |
| \`unauthenticated(code, ...)\` | UNAUTHENTICATED | 401 |
| \`forbidden(code, ...)\` | PERMISSION_DENIED | 403 |
| \`exhausted(code, ...)\` | RESOURCE_EXHAUSTED | 429 with \`Retry-After\` |
| \`locked(cause)\` | UNAVAILABLE, \`RESOURCE_LOCKED\` | 503 with \`Retry-After\` |
| an unreachable database or service | UNAVAILABLE, DEADLINE_EXCEEDED | 503 with \`Retry-After\` |
| anything else | INTERNAL, "internal error" | 500, logged once |
`;

const cells = ({ meaning, help }: Omit<Entry, "code">) => [meaning, help].map(oneCell).join(" | ");
const oneCell = (text: string) => text.replaceAll("|", "\\|");

function table(lastColumn: string, entries: readonly Entry[]): string {
  const rows = entries.map(({ code, ...said }) => `| \`${code}\` | ${cells(said)} |`);
  return [`| Code | Meaning | ${lastColumn} |`, "|---|---|---|", ...rows].join("\n");
}
