import { AsyncLocalStorage } from "node:async_hooks";
import { trace } from "@opentelemetry/api";
import { type DestinationStream, type Logger, pino } from "pino";
import { copyLine } from "./log-export.ts";

export type { Logger } from "pino";

interface LogOptions {
  service: string;
  level?: string;
  /** Default: standard output. Tests give a stream. */
  destination?: DestinationStream;
}

/** Names of fields with secret values, at any depth of a logged object. */
const SECRET_NAMES =
  /^(authorization|cookie|set-cookie|.*(password|passwd|secret|token|api_?key|pepper|principal|recovery_?codes|sealing_?keys)|.*_url)$/i;
/** Secrets inside a longer text, such as an error message, a statement or a stack. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/(\w:\/\/)[^\s/@"']*:[^\s@"']*@/g, "$1***@"],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, "$1 ***"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "***"],
  [/\b(eas_(?:live|test)_)\w+/g, "$1***"],
  [/\b(whsec_)[\w+/=]+/g, "$1***"],
  [/\b(otpauth:\/\/)[^\s"']+/g, "$1***"],
  [/\b(password|passwd|secret|token|api[_-]?key)=[^\s&"',;]+/gi, "$1=***"],
];
const DEPTH_MAX = 6;

const fields = new AsyncLocalStorage<object>();

/** Adds fields to every line that is logged inside `work`. */
export const withLogFields = <R>(more: object, work: () => R): R => fields.run({ ...fields.getStore(), ...more }, work);

/** One line of JSON per event, without secrets. */
export function createLogger({ service, level = "info", destination }: LogOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (object) => withoutSecrets(object) },
      serializers: { err: describeError },
      mixin: () => ({ ...traceFields(), ...fields.getStore() }),
      hooks: { streamWrite: (line) => copyLine(scrub(line)) },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

function traceFields(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

const scrub = (line: string) => SECRET_TEXTS.reduce((text, [secret, instead]) => text.replace(secret, instead), line);

function withoutSecrets(object: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    if (SECRET_NAMES.test(name)) clean[name] = "***";
    else if (isPlain(value)) clean[name] = depth < DEPTH_MAX ? withoutSecrets(value, depth + 1) : "...";
    else clean[name] = value;
  }
  return clean;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Errors of drivers contain statements, rows and metadata. Only the fields that locate the fault are logged. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error ? { code: error.code } : {};
  return { type: name, message, ...code, stack, ...(cause instanceof Error && { cause: describeError(cause) }) };
}
