import {
  type AnyValue,
  type Context,
  type LogRecord,
  ROOT_CONTEXT,
  SeverityNumber,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import type { LoggerProvider } from "@opentelemetry/sdk-logs";

/** Receives each line of the log, without its secrets. */
type Sink = (line: string) => void;

let sink: Sink | undefined;

/** Where lines go besides standard output; undefined for nowhere. */
export function setLogSink(next: Sink | undefined): void {
  sink = next;
}

/** Passes a line on and returns it. */
export function copyLine(line: string): string {
  sink?.(line);
  return line;
}

const SEVERITIES: Readonly<Record<string, SeverityNumber>> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
};

/** Lines become log records of OpenTelemetry. Made of the text that is printed, they cannot contain more than it. */
export function otlpSink(provider: LoggerProvider): Sink {
  const logger = provider.getLogger("emissions");
  return (line) => logger.emit(recordOf(JSON.parse(line)));
}

function recordOf({ level, time, msg, trace_id, span_id, ...attributes }: Record<string, unknown>): LogRecord {
  const severityText = String(level);
  return {
    severityText,
    severityNumber: SEVERITIES[severityText] ?? SeverityNumber.UNSPECIFIED,
    timestamp: new Date(String(time)),
    body: String(msg ?? ""),
    attributes: attributes as Record<string, AnyValue>,
    context: contextOf(trace_id, span_id),
  };
}

/** The ids of the line, because the line of an answer is written after its span. */
function contextOf(traceId: unknown, spanId: unknown): Context {
  if (typeof traceId !== "string" || typeof spanId !== "string") return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.NONE });
}
