import { RefusedError } from "@emissions/client";
import { EXIT, type Exit, Failure } from "./exit.ts";
import { coloured, type Io, inLine, print } from "./io.ts";

interface Reported {
  exit: Exit;
  code: string;
  message: string;
  status?: number;
  errors?: readonly unknown[];
  request_id?: string;
}

/** Violations that a person is shown. JSON has all of them. */
const VIOLATIONS_SHOWN = 20;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const SERVER_ERRORS = 500;
/** A key of an API instead of a sign-in. */
const SIGN_IN_REQUIRED = "SIGN_IN_REQUIRED";

/** Tells why a command failed, on the error output alone, and returns its exit code. */
export async function report(io: Io, error: unknown, isJson: boolean): Promise<Exit> {
  const { exit, ...reported } = reportedOf(error);
  if (isJson) {
    await print(io.stderr, `${JSON.stringify({ error: { ...reported, exit_code: exit } })}\n`);
    return exit;
  }
  const lines = [`${coloured(io, io.stderr, "red", "error:")} ${inLine(reported.message)}`];
  if (error instanceof RefusedError && error.errors.length > 0) {
    const shown = error.errors.slice(0, VIOLATIONS_SHOWN);
    lines.push(...shown.map(({ loc, msg }) => `  ${inLine(loc.join("."))}: ${inLine(msg)}`));
    if (error.errors.length > shown.length) lines.push(`  and ${error.errors.length - shown.length} more`);
  }
  if (reported.request_id !== undefined) lines.push(`  request ${inLine(reported.request_id)}`);
  await print(io.stderr, `${lines.join("\n")}\n`);
  return exit;
}

function reportedOf(error: unknown): Reported {
  if (error instanceof Failure) return { exit: error.exit, code: error.code, message: error.message };
  if (error instanceof RefusedError) return refusalOf(error);
  if (isConnectionError(error))
    return { exit: EXIT.unreachable, code: "UNREACHABLE", message: `The service cannot be reached: ${causeOf(error)}` };
  return { exit: EXIT.fault, code: "FAULT", message: error instanceof Error ? error.message : String(error) };
}

function refusalOf({ status, code, errors, requestId, message }: RefusedError): Reported {
  const head = `The service refused with ${status}${code ? ` ${code}` : ""}`;
  return {
    exit: exitOf(status, code),
    code: code ?? `HTTP_${status}`,
    message: errors.length > 0 ? head : `${head}: ${message.replace(/^.*?: /s, "")}`,
    status,
    errors,
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

function exitOf(status: number, code: string | undefined): Exit {
  if (status === UNAUTHORIZED || code === SIGN_IN_REQUIRED) return EXIT.signIn;
  if (status === NOT_FOUND) return EXIT.notFound;
  return status >= SERVER_ERRORS ? EXIT.unreachable : EXIT.refused;
}

/** `fetch` fails with these. Other errors are faults of the program. */
const isConnectionError = (error: unknown): error is Error =>
  (error instanceof TypeError && ["fetch failed", "terminated"].includes(error.message)) ||
  (error instanceof DOMException && error.name === "TimeoutError");

function causeOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? cause.message : error.message;
}
