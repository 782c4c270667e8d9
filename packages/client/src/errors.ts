import type { ErrorCode } from "./gen/types.ts";

/** A value of the request that is not valid. */
export interface Violation {
  /** The path to the field, outermost first. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A request that the service has refused. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  /** For programs, such as `NOT_FOUND`. Validation of v1 resources has none. */
  readonly code: ErrorCode | undefined;
  readonly errors: readonly Violation[];
  /** The id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Whole seconds to wait before a repetition. Undefined if the service named none. */
  readonly retryAfterS: number | undefined;

  constructor(operation: string, { status, headers }: Response, text: string) {
    const { code, detail, errors } = bodyOf(text);
    const violations = Array.isArray(detail) ? detail : Array.isArray(errors) ? errors : [];
    const reason =
      typeof detail === "string" ? detail : violations.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    super(`${operation} was refused with ${status}${code ? ` ${code}` : ""}: ${reason || text}`);
    this.status = status;
    this.code = code;
    this.errors = violations;
    this.requestId = headers.get("x-request-id") ?? undefined;
    this.retryAfterS = secondsOf(headers.get("retry-after"));
  }
}

interface Body {
  code?: ErrorCode;
  detail?: string | Violation[];
  errors?: Violation[];
}

/** Servers between client and service may answer with other texts. */
function bodyOf(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

const secondsOf = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined);
