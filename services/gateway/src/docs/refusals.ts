import type { Route } from "../rest/route.ts";
import type { Schema } from "./schemas.ts";

const text = (description: string) => ({ type: "string", description });

const MEANING: Record<number, string> = {
  400: "A required field is missing or malformed, or a range is not allowed.",
  401: "No credentials (`AUTH_REQUIRED`), or wrong ones (`INVALID_API_KEY`, `INVALID_TOKEN`).",
  403: "Not a member (`LOGGED_USER_NOT_MEMBER`), or not allowed for this role (`FORBIDDEN`).",
  404: "Missing, or of another organization: both look the same.",
  409: "Not in this state, or a request with the same idempotency key is still running.",
  413: "The body is larger than 1 MiB.",
  415: "The body is not uncompressed `application/json`.",
  422: "The request is not valid; each violation is listed.",
  429: "Too many requests; wait for `Retry-After`.",
  500: "An error of the service (`INTERNAL_ERROR`), logged under the request id.",
  503: "For the moment the service cannot answer; wait for `Retry-After`.",
};

/** What a client of the route has to be ready for. */
export function refusals({ verb, path, spec }: Route): Record<string, Schema> {
  const named = path.includes("{") || (spec.refuses ?? []).includes("NOT_FOUND");
  const ranges = (spec.refuses ?? []).includes("INVALID_DATE_RANGE") || spec.missing === 400;
  const statuses = [
    ...(ranges ? [400] : []),
    401,
    ...(spec.auth === "pair" ? [403] : []),
    ...(named ? [404] : []),
    ...(verb === "GET" ? [] : [409]),
    ...(spec.body ? [413, 415] : []),
    422,
    429,
    500,
    503,
  ];
  const suffix = spec.errors === "problem" ? "Problem" : "";
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Refused${status}${suffix}` }]),
  );
}

const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
const retry = { "retry-after": { description: "Seconds to wait.", schema: { type: "integer" } } };

function response(status: number, type: string, schema: Schema): Schema {
  const headers = { ...requestId, ...(status === 429 || status === 503 ? retry : {}) };
  return { description: MEANING[status], headers, content: { [type]: { schema } } };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function commonComponents() {
  const statuses = Object.keys(MEANING).map(Number);
  return {
    securitySchemes: {
      apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "A key of the organization." },
      bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "In place of a key." },
      organization: {
        type: "apiKey",
        in: "header",
        name: "x-organization-id",
        description: "UUID of the organization; needed with every credential.",
      },
    },
    parameters: {
      IdempotencyKey: {
        name: "Idempotency-Key",
        in: "header",
        description: "A repeat with the same key and the same request gets the first answer again. Kept for 30 days.",
        schema: { type: "string", minLength: 1, maxLength: 255 },
      },
    },
    headers: {
      RequestId: { description: "Names this request in logs.", schema: { type: "string", format: "uuid" } },
      Replayed: { description: "`true` when the answer was given before.", schema: { type: "string", const: "true" } },
    },
    responses: Object.fromEntries(
      statuses.flatMap((status) => [
        [
          `Refused${status}`,
          response(status, "application/json", ref(status === 400 || status === 422 ? "Refusal" : "Error")),
        ],
        [`Refused${status}Problem`, response(status, "application/problem+json", ref("Problem"))],
      ]),
    ),
    schemas: {
      Error: {
        type: "object",
        properties: { detail: text("For people."), code: text("For programs, such as `NOT_FOUND`.") },
        required: ["detail", "code"],
      },
      Violation: {
        type: "object",
        properties: {
          loc: { type: "array", items: { type: ["string", "integer"] }, description: "From the outside in." },
          msg: text("For people."),
          type: text("For programs, such as `value_error.missing`."),
        },
        required: ["loc", "msg", "type"],
      },
      Violations: {
        type: "object",
        properties: { detail: { type: "array", items: ref("Violation"), description: "All that is wrong, at once." } },
        required: ["detail"],
      },
      Refusal: { anyOf: [ref("Violations"), ref("Error")] },
      Problem: {
        type: "object",
        description: "RFC 9457 problem details.",
        properties: {
          type: { ...text("Address of an explanation."), format: "uri" },
          title: text("The same for every occurrence."),
          status: { type: "integer", description: "As of the answer." },
          code: text("For programs."),
          detail: text("What happened this time."),
          errors: { type: "array", items: ref("Violation"), description: "Empty where no field is at fault." },
          request_id: { ...text("As in `x-request-id`."), format: "uuid" },
        },
        required: ["type", "title", "status", "code", "detail", "errors", "request_id"],
      },
    } as Record<string, Schema>,
  };
}
