import { Code, ConnectError } from "@connectrpc/connect";
import { isUnavailable, refusalIn } from "@emissions/kit/wire/errors";
import { problemTitle, publicCode } from "./codes.ts";
import { isMalformed, type Violation, violationsIn } from "./violations.ts";

/** A refusal before it is rendered in the shape of its route. */
export interface Refused {
  status: number;
  code: string;
  detail: string;
  violations: Violation[];
  retryAfterS?: number;
  allow?: string;
}

/** The part of a route that shapes its refusals. */
interface RefusingRoute {
  readonly spec: { readonly body?: unknown; readonly essential?: readonly string[] };
}

const STATUS: Partial<Record<Code, number>> = {
  [Code.InvalidArgument]: 422,
  [Code.OutOfRange]: 400,
  [Code.Unauthenticated]: 401,
  [Code.PermissionDenied]: 403,
  [Code.NotFound]: 404,
  [Code.FailedPrecondition]: 409,
  [Code.Aborted]: 409,
  [Code.ResourceExhausted]: 429,
  [Code.Unavailable]: 503,
  [Code.DeadlineExceeded]: 503,
};

/** Codes whose status says more than that of gRPC. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  PRECONDITION_FAILED: 412,
  IMPORT_EXPIRED: 410,
  FILE_TOO_LARGE: 413,
  IMPORT_FILE_TOO_LARGE: 413,
  IMPORT_FILE_TYPE_UNSUPPORTED: 415,
};

const SOON_S = 1;
const RETRY_AFTER_S: Partial<Record<Code, number>> = {
  [Code.Aborted]: SOON_S,
  [Code.ResourceExhausted]: SOON_S,
  [Code.Unavailable]: SOON_S,
  [Code.DeadlineExceeded]: SOON_S,
};

/** Refusals of HTTP itself. The texts are fixed and never repeat input. */
const HTTP = {
  400: ["BAD_REQUEST", "The request is malformed."],
  404: ["NOT_FOUND", "Not Found"],
  405: ["METHOD_NOT_ALLOWED", "Method Not Allowed"],
  408: ["REQUEST_TIMEOUT", "The request took too long to arrive."],
  413: ["PAYLOAD_TOO_LARGE", "The body is larger than this route takes."],
  414: ["URI_TOO_LONG", "The address is too long."],
  415: ["UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed, and of the media type that this route takes."],
  417: ["EXPECTATION_FAILED", "The expectation cannot be met."],
  431: ["HEADERS_TOO_LARGE", "The headers are too large."],
} as const satisfies Record<number, readonly [code: string, detail: string]>;

export type HttpStatus = keyof typeof HTTP;

export function httpRefused(status: HttpStatus): Refused {
  const [code, detail] = HTTP[status];
  return { status, code, detail, violations: [] };
}

/** An error for refusals that involve no service. */
export const httpError = (status: HttpStatus) => Object.assign(new Error(HTTP[status][1]), { statusCode: status });

/** A refusal of a valid request that cannot be answered now. */
export const unavailable = () => new ConnectError("Service unavailable", Code.Unavailable);

const INTERNAL: Refused = { status: 500, code: "INTERNAL_ERROR", detail: "Internal server error", violations: [] };

/** The public part of an error. Errors that are no refusals become INTERNAL_ERROR. */
export function refusedBy(error: unknown, route?: RefusingRoute): Refused {
  if (error instanceof ConnectError) return refusedByService(error, route);
  const status = statusOf(error);
  if (status === undefined) return INTERNAL;
  return httpRefused(status in HTTP ? (status as HttpStatus) : 400);
}

/** Only errors of Fastify and of httpError carry a status. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 0;
  return status >= 400 && status < 500 ? status : undefined;
}

function refusedByService(error: ConnectError, route: RefusingRoute | undefined): Refused {
  const refusal = refusalIn(error);
  const retryAfterS = refusal?.retryAfterSeconds || RETRY_AFTER_S[error.code];
  const retry = retryAfterS === undefined ? {} : { retryAfterS };
  if (isUnavailable(error)) {
    if (refusal?.code === "RESOURCE_LOCKED") return lockedRefused(error, refusal.retryAfterSeconds);
    return { status: 503, code: "SERVICE_UNAVAILABLE", detail: "Try again in a moment.", violations: [], ...retry };
  }
  const status = STATUS_OF_CODE[refusal?.code ?? ""] ?? STATUS[error.code];
  // A service rejected the gateway's own principal. The client cannot fix that.
  if (refusal === undefined || status === undefined || refusal.code === "UNAUTHENTICATED") return INTERNAL;

  const violations = violationsIn(error, route?.spec.body === undefined ? "query" : "body");
  return {
    status: lacksEssentials(route, violations) ? 400 : status,
    code: publicCode(refusal.code, status),
    detail: error.rawMessage,
    violations,
    ...retry,
  };
}

/** Other refusals with this status describe the inside of the system, and are not shown. */
function lockedRefused({ rawMessage: detail }: ConnectError, retryAfterS: number): Refused {
  return { status: 503, code: "RESOURCE_LOCKED", detail, violations: [], retryAfterS: Math.max(retryAfterS, SOON_S) };
}

function lacksEssentials(route: RefusingRoute | undefined, violations: readonly Violation[]): boolean {
  const essential = route?.spec.essential;
  if (essential === undefined) return false;
  return violations.filter(isMalformed).some(({ loc: [place, field] }) => {
    // A violation of the whole body: all fields are missing.
    return place === "body" && (field === undefined || essential.includes(String(field)));
  });
}

/** Its violations tell which records to correct, so routes of version 1 list them, too. */
const BULK_REJECTED = "BULK_RECORDS_REJECTED";

export type Shape = "v1" | "problem";

/** The shape of refusals of a URL, with the version and the resource of those with problem details. */
export const shapeOf = (url: string, problems: readonly string[]): Shape =>
  problems.includes((url.split(/[?#]/, 1)[0] ?? "").split("/", 3).join("/")) ? "problem" : "v1";

interface Rendered {
  status: number;
  type: string;
  headers: Record<string, string>;
  body: string;
}

export interface ErrorContext {
  shape: Shape;
  requestId: string;
  /** The base URL of the documented codes: from configuration, never from the Host header. */
  errorsUrl: string;
}

/** Renders all refusals of the gateway. */
export function render(refused: Refused, { shape, requestId, errorsUrl }: ErrorContext): Rendered {
  const { status, code, detail, violations, retryAfterS, allow } = refused;
  const isValidation = code === "REQUEST_VALIDATION_FAILED" && violations.length > 0;
  const body =
    shape === "problem"
      ? {
          type: `${errorsUrl}#${code}`,
          title: problemTitle(code),
          status,
          code,
          detail,
          errors: violations,
          request_id: requestId,
        }
      : isValidation
        ? { detail: violations }
        : { detail, code, ...(code === BULK_REJECTED && { errors: violations }) };
  return {
    status,
    type: shape === "problem" ? "application/problem+json" : "application/json; charset=utf-8",
    headers: {
      "x-request-id": requestId,
      ...(retryAfterS !== undefined && { "retry-after": String(retryAfterS) }),
      ...(allow !== undefined && { allow }),
      ...(status === 401 && { "www-authenticate": "Bearer" }),
    },
    body: JSON.stringify(body),
  };
}
