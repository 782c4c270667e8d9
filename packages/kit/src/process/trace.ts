import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

/** The current trace context in W3C form, or "" if there is none. */
export function currentTraceparent(): string {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? "";
}

export interface SpanOptions {
  /** The parent span, from another process or an earlier time. */
  traceparent?: string;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Runs `work` inside a new span. */
export function inSpan<R>(name: string, options: SpanOptions, work: () => Promise<R>): Promise<R> {
  const { traceparent, kind = SpanKind.INTERNAL, attributes } = options;
  const parent = traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
  // Requested each time, because a stored tracer would keep using an earlier telemetry setup.
  const tracer = trace.getTracer("emissions");
  return tracer.startActiveSpan(name, { kind, ...(attributes && { attributes }) }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
