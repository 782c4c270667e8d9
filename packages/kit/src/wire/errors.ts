import { Code, ConnectError } from "@connectrpc/connect";
import { RefusalSchema, type Violation } from "@emissions/proto/common/v1/error";

export type Violations = readonly Pick<Violation, "loc" | "msg" | "type">[];

/** There is no such thing, or none that the caller may know of: both look the same. */
export const notFound = (thing: string, detail = `${sentence(thing)} not found`) =>
  refuse(Code.NotFound, `${thing.toUpperCase().replaceAll(" ", "_")}_NOT_FOUND`, detail);

/** The request cannot be right in any state of the system. */
export const invalid = (violations: Violations) =>
  refuse(Code.InvalidArgument, "REQUEST_VALIDATION_FAILED", "The request is not valid.", violations);

/** A value that is right by itself lies outside what the operation covers. REST answers 400. */
export const outOfRange = (code: string, detail: string) => refuse(Code.OutOfRange, code, detail);

/** The request would be right in another state. REST answers 409. */
export const conflict = (code: string, detail: string) => refuse(Code.FailedPrecondition, code, detail);

/** Another request is at work on the same thing; trying again will help. REST answers 409 with Retry-After. */
export const busy = (code: string, detail: string) => refuse(Code.Aborted, code, detail);

/** The rules of the operation do not allow it. REST answers 422 with the code. */
export const unprocessable = (code: string, detail: string, violations: Violations = []) =>
  refuse(Code.InvalidArgument, code, detail, violations);

/** Nobody that we know. */
export const unauthenticated = (code: string, detail: string) => refuse(Code.Unauthenticated, code, detail);

/** Known, but not allowed. */
export const forbidden = (code: string, detail: string) => refuse(Code.PermissionDenied, code, detail);

/** A limit was reached. REST answers 429. */
export const exhausted = (code: string, detail: string) => refuse(Code.ResourceExhausted, code, detail);

/** Another service or the database cannot be reached, or is too slow: no fault of what was asked of it. */
export const isAway = (error: unknown): boolean =>
  error instanceof ConnectError && (error.code === Code.Unavailable || error.code === Code.DeadlineExceeded);

/** The refusal inside an error, or undefined for what nobody raised on purpose. */
export const refusalIn = (error: ConnectError) => error.findDetails(RefusalSchema)[0];

function refuse(status: Code, code: string, detail: string, violations: Violations = []): ConnectError {
  const value = { code, violations: violations.map(({ loc, msg, type }) => ({ loc: [...loc], msg, type })) };
  return new ConnectError(detail, status, undefined, [{ desc: RefusalSchema, value }]);
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
