import { refusals as catalogue } from "@emissions/gateway/docs/errors/catalogue";
import { httpRefused, render, type Shape, shapeOf } from "@emissions/gateway/rest/errors";
import type { Route } from "@emissions/gateway/rest/route-spec";
import type { Violation } from "@emissions/gateway/rest/violations";
import { PROBLEM_RESOURCES } from "@emissions/gateway/routes/table";
import type { Schema } from "./components.ts";
import { PARAMETERS } from "./request-headers.ts";
import { dryRun } from "./responses.ts";

const text = (description: string) => ({ type: "string", description });

const MEANING: Record<number, string> = {
  400: "A required field is missing or malformed, or a range or combination is not allowed.",
  401: "Missing credentials (`AUTH_REQUIRED`), or invalid ones (`INVALID_API_KEY`, `INVALID_TOKEN`).",
  403: "Not a member (`LOGGED_USER_NOT_MEMBER`), or a role without the permission (`FORBIDDEN`).",
  404: "Missing, or owned by another organization; the answer is the same.",
  409: "The state does not allow it, or a request with the same idempotency key is still running.",
  410: "The import has expired (`IMPORT_EXPIRED`).",
  412: "The resource has another version than `If-Match` names, or no versions (`PRECONDITION_FAILED`). Nothing was changed.",
  413: "The body is larger than the limit: 1 MiB, or the limit of the file.",
  415: "The body is compressed, or has another media type than the route accepts.",
  422: "The request is not valid. All violations are listed.",
  429: "Too many requests; wait for `Retry-After`.",
  500: "An error of the service (`INTERNAL_ERROR`), logged under the request id.",
  503: "The service cannot answer now; wait for `Retry-After`.",
};

const VIOLATIONS: Record<number, Violation> = {
  400: { loc: ["body", "sector"], msg: "field required", type: "value_error.missing" },
  422: {
    loc: ["body", "quantity"],
    msg: "ensure this value is greater than or equal to 0",
    type: "value_error.number.not_ge",
  },
};

const OTHERS: Record<number, [code: string, detail: string]> = {
  401: ["AUTH_REQUIRED", "Authentication required"],
  403: ["FORBIDDEN", "Your role does not allow this."],
  404: ["NOT_FOUND", "Purchase not found"],
  409: ["IDEMPOTENCY_KEY_IN_PROGRESS", "The first request with this key is still at work."],
  410: ["IMPORT_EXPIRED", "The import has expired. Create it anew."],
  412: ["PRECONDITION_FAILED", "The resource has changed since the version that If-Match names."],
  429: ["TOO_MANY_REQUESTS", "Rate limit exceeded"],
  500: ["INTERNAL_ERROR", "Internal server error"],
  503: ["SERVICE_UNAVAILABLE", "Try again in a moment."],
};

/** An example of a refusal with this status, rendered like a real one. */
function example(status: number, shape: Shape): unknown {
  const violations = VIOLATIONS[status] === undefined ? [] : [VIOLATIONS[status]];
  const [code, detail] = OTHERS[status] ?? ["REQUEST_VALIDATION_FAILED", "The request is not valid."];
  const refused = status === 413 || status === 415 ? httpRefused(status) : { status, code, detail, violations };
  const context = { requestId: "0190f3a0-0000-7000-8000-000000000000", errorsUrl: "https://errors.example/errors.md" };
  return JSON.parse(render(refused, { shape, ...context }).body);
}

/** The refusals that a client of the route must handle. */
export function refusals({ verb, path, spec }: Route): Record<string, Schema> {
  const own = catalogue.filter(({ code }) => spec.refuses?.includes(code)).map(({ status }) => status);
  const statuses = new Set([
    ...own,
    ...(spec.essential ? [400] : []),
    ...(spec.auth === "organization" || spec.auth === "link" ? [] : [401]),
    ...(spec.auth === "pair" || spec.auth === "key" || spec.auth === "session" ? [403] : []),
    ...(path.includes("{") || spec.auth === "link" ? [404] : []),
    ...(verb === "GET" ? [] : [409]),
    ...(verb === "GET" || verb === "POST" ? [] : [412]),
    ...(verb === "GET" ? [] : [413, 415]),
    422,
    429,
    500,
    503,
  ]);
  const suffix = shapeOf(path, PROBLEM_RESOURCES) === "problem" ? "Problem" : "";
  const said = (status: number) => {
    const [usual, own] =
      { 401: ["AUTH_REQUIRED", spec.missing?.credentials ?? "AUTH_REQUIRED"], 403: ["FORBIDDEN", spec.roleRefusal] }[
        status
      ] ?? [];
    return usual === own ? {} : { description: MEANING[status]!.replace(usual!, own!) };
  };
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      { $ref: `#/components/responses/Refused${status}${suffix}`, ...said(status) },
    ]),
  );
}

const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
const retry = { "retry-after": { description: "Seconds to wait.", required: true, schema: { type: "integer" } } };

function response(status: number, shape: Shape, schema: Schema): Schema {
  const headers = { ...requestId, ...(status === 429 || status === 503 ? retry : {}) };
  const type = shape === "problem" ? "application/problem+json" : "application/json";
  return { description: MEANING[status], headers, content: { [type]: { schema, example: example(status, shape) } } };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function commonComponents() {
  const statuses = Object.keys(MEANING).map(Number);
  return {
    securitySchemes: {
      apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "A key of the organization." },
      bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "Instead of a key." },
      organization: {
        type: "apiKey",
        in: "header",
        name: "x-organization-id",
        description: "UUID of the organization; needed with every credential.",
      },
    },
    parameters: PARAMETERS,
    headers: {
      RequestId: {
        description: "The id of the request, also in the logs.",
        required: true,
        schema: { type: "string", format: "uuid" },
      },
      Replayed: {
        description: "`true` when the answer is that of an earlier request.",
        schema: { type: "string", const: "true" },
      },
      RateLimitCapacity: {
        description: "Requests at once after a pause.",
        required: true,
        schema: { type: "integer", minimum: 1 },
      },
      RateLimitRemaining: {
        description: "Requests still available now; at most `x-ratelimit-limit`.",
        required: true,
        schema: { type: "integer", minimum: 0 },
      },
      RateLimitReset: {
        description: "Unix timestamp in seconds at which all requests are available again.",
        required: true,
        schema: { type: "integer" },
      },
      RateLimitPolicy: {
        description: "`<name>;q=<requests>;w=<seconds>;burst=<requests at once>`",
        required: true,
        schema: { type: "string", examples: ["account;q=600;w=60;burst=900"] },
      },
      RateLimit: {
        description: "`<name>;r=<requests still available>;t=<seconds until all are available>`",
        required: true,
        schema: { type: "string", examples: ["account;r=899;t=1"] },
      },
      PreferenceApplied: {
        description: "The preferences of the request that were applied: `handling=strict`, `decimals=string`.",
        schema: { type: "string" },
      },
      NextPage: {
        description:
          'With `rel="next"`: the page after the last row of this page (RFC 8288). Pages that are not full have none, and ' +
          "neither have orders by values that can be missing.",
        schema: { type: "string", examples: ['</v1/purchases?size=100&cursor=WyJ4Il0>; rel="next"'] },
      },
      ETag: {
        description: "Changes with the content. Each encoding has a tag of its own. Answers above 1 MiB have none.",
        schema: { type: "string" },
      },
    },
    responses: {
      DryRun: dryRun,
      ...Object.fromEntries(
        statuses.flatMap((status) => [
          [`Refused${status}`, response(status, "v1", ref(status === 400 || status === 422 ? "Refusal" : "Error"))],
          [`Refused${status}Problem`, response(status, "problem", ref("Problem"))],
        ]),
      ),
    },
    schemas: {
      ErrorCode: {
        type: "string",
        description:
          "Names the reason of a refusal. Codes are added at any time: handle one that you do not know by its status.",
        // No `enum`, beside `string` neither: some generators make it a closed type, and a new code would break their clients.
        "x-extensible-enum": catalogue.map(({ code }) => code).toSorted(),
      },
      Error: {
        type: "object",
        description: "A refusal with its code.",
        properties: {
          detail: text("For humans."),
          code: { ...ref("ErrorCode"), description: "For programs, such as `NOT_FOUND`." },
          errors: {
            type: "array",
            items: ref("Violation"),
            description: "Of a bulk request: the errors of its records. Only with `BULK_RECORDS_REJECTED`.",
          },
        },
        required: ["detail", "code"],
      },
      Violation: {
        type: "object",
        description: "A value that is not valid, with its place in the request.",
        properties: {
          loc: {
            type: "array",
            items: { type: ["string", "integer"] },
            description: "The path to the field, outermost first.",
          },
          msg: text("For humans."),
          type: text("For programs, such as `value_error.missing`."),
        },
        required: ["loc", "msg", "type"],
      },
      DryRun: {
        type: "object",
        description: "The answer of a dry run that succeeds.",
        properties: {
          dry_run: { type: "boolean", const: true, description: "Nothing was stored." },
          valid: { type: "boolean", const: true, description: "The request would succeed without the dry run." },
          total: { type: "integer", description: "Number of records." },
          deleted_with: {
            type: "array",
            items: ref("DeletedWith"),
            description: "Of a deletion that takes other records along: these records, by kind.",
          },
        },
        required: ["dry_run", "valid", "total"],
      },
      DeletedWith: {
        type: "object",
        description: "Records of one kind that a deletion takes along.",
        properties: {
          kind: text(
            "`invoices`, `wastes` and `waste_water_treatments` of a facility, `factors` and `evidence` of a group, `deliveries` of a webhook endpoint.",
          ),
          count: { type: "integer", description: "Number of records; 0 if there are none." },
        },
        required: ["kind", "count"],
      },
      Violations: {
        type: "object",
        description: "All values of a request that are not valid.",
        properties: { detail: { type: "array", items: ref("Violation"), description: "All violations." } },
        required: ["detail"],
      },
      Refusal: { description: "With a code, or with all violations.", anyOf: [ref("Violations"), ref("Error")] },
      Problem: {
        type: "object",
        description: "RFC 9457 problem details.",
        properties: {
          type: { ...text("URL of an explanation."), format: "uri" },
          title: text("The same for every occurrence."),
          status: { type: "integer", description: "The status of the answer." },
          code: { ...ref("ErrorCode"), description: "For programs." },
          detail: text("The explanation of this occurrence."),
          errors: { type: "array", items: ref("Violation"), description: "Empty when no field caused the refusal." },
          request_id: { ...text("The value of `x-request-id`."), format: "uuid" },
        },
        required: ["type", "title", "status", "code", "detail", "errors", "request_id"],
      },
    } as Record<string, Schema>,
  };
}
