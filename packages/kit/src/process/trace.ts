import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

/** The trace context of the work at hand in W3C form, or "" when there is none. */
export function currentTraceparent(): string {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? "";
}

export interface SpanOptions {
  /** The span that caused this one, in another process or at another time. */
  traceparent?: string;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Does the work inside a span of its own. */
export function inSpan<R>(name: string, options: SpanOptions, work: () => Promise<R>): Promise<R> {
  const { traceparent, kind = SpanKind.INTERNAL, attributes } = options;
  const parent = traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
  // Asked for each time: a tracer kept from before telemetry was started again would stay with the old one.
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
