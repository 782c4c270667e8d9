import { Code, ConnectError } from "@connectrpc/connect";
import { RefusalSchema, type Violation } from "@emissions/proto/common/v1/error";

export type Violations = readonly Pick<Violation, "loc" | "msg" | "type">[];

/** Same error for a missing row and another tenant's. */
export const notFound = (thing: string, detail = `${sentence(thing)} not found`) =>
  refuse(Code.NotFound, `${thing.toUpperCase().replaceAll(" ", "_")}_NOT_FOUND`, detail);

/** The request is invalid in every state of the system. REST answers 422. */
export const invalid = (violations: Violations) =>
  refuse(Code.InvalidArgument, "REQUEST_VALIDATION_FAILED", "The request is not valid.", violations);

/** A valid value outside the range of the operation. REST answers 400. */
export const outOfRange = (code: string, detail: string) => refuse(Code.OutOfRange, code, detail);

/** The request is refused in the present state. REST answers 409. */
export const conflict = (code: string, detail: string, violations: Violations = []) =>
  refuse(Code.FailedPrecondition, code, detail, violations);

/** Another request works on the same entity, and a retry will help. REST answers 409 with Retry-After. */
export const busy = (code: string, detail: string) => refuse(Code.Aborted, code, detail);

/** A rule of the operation forbids the request. REST answers 422 with the code. */
export const unprocessable = (code: string, detail: string, violations: Violations = []) =>
  refuse(Code.InvalidArgument, code, detail, violations);

/** The caller is unknown. REST answers 401. */
export const unauthenticated = (code: string, detail: string, violations: Violations = []) =>
  refuse(Code.Unauthenticated, code, detail, violations);

/** The caller is known but not allowed. REST answers 403. */
export const forbidden = (code: string, detail: string) => refuse(Code.PermissionDenied, code, detail);

/** A limit is reached. REST answers 429 with Retry-After, by default one second. */
export const exhausted = (code: string, detail: string, retryAfterSeconds = 0) =>
  refuse(Code.ResourceExhausted, code, detail, [], retryAfterSeconds);

/** Pause before a request that met a lock is sent again. */
const LOCKED_RETRY_S = 1;

/** Another transaction holds a row that the request needs. Nothing was changed. REST answers 503 with Retry-After. */
export const locked = (cause: unknown) =>
  new ConnectError(
    "Another request is changing the same data. Try again in a moment.",
    Code.Unavailable,
    undefined,
    [{ desc: RefusalSchema, value: { code: "RESOURCE_LOCKED", retryAfterSeconds: LOCKED_RETRY_S } }],
    cause,
  );

/** Another service or the database cannot be reached or is too slow. The request itself is not at fault. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ConnectError && (error.code === Code.Unavailable || error.code === Code.DeadlineExceeded);

/** The refusal inside an error, or undefined for unexpected errors. */
export const refusalIn = (error: ConnectError) => error.findDetails(RefusalSchema)[0];

function refuse(
  status: Code,
  code: string,
  detail: string,
  violations: Violations = [],
  retryAfterSeconds = 0,
): ConnectError {
  const found = violations.map(({ loc, msg, type }) => ({ loc: [...loc], msg, type }));
  const value = { code, violations: found, retryAfterSeconds };
  return new ConnectError(detail, status, undefined, [{ desc: RefusalSchema, value }]);
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
