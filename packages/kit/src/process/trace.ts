import {
  type Attributes,
  context,
  isSpanContextValid,
  type Link,
  propagation,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";

/** The SDK keeps this many links of a span. */
const LINKS_MAX = 128;

/** The current trace context in W3C form, or "" if there is none. */
export function currentTraceparent(): string {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? "";
}

export interface SpanOptions {
  /** The parent span, from another process or an earlier time. */
  traceparent?: string;
  /** Spans of other traces that this one serves, too. */
  links?: readonly string[];
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Runs `work` inside a new span. */
export function inSpan<R>(name: string, options: SpanOptions, work: () => Promise<R>): Promise<R> {
  const parent = options.traceparent ? contextIn(options.traceparent) : context.active();
  return tracer().startActiveSpan(name, settings(options), parent, async (span) => {
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

/** A span that several callbacks share. */
export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Runs `work` inside the span. */
  run<R>(work: () => R): R;
  end(attributes: Attributes, isFailed: boolean): void;
}

/** Begins a trace of its own. */
export function openTrace(name: string, options: Omit<SpanOptions, "traceparent">): OpenSpan {
  const span = tracer().startSpan(name, { ...settings(options), root: true });
  const inside = trace.setSpan(context.active(), span);
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    run: (work) => context.with(inside, work),
    end: (attributes, isFailed) => {
      span.setAttributes(attributes);
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

export interface Origin {
  traceparent: string;
  links: string[];
}

/** Work for several traces continues one of them, if possible one that is recorded, and has links to the others. */
export function originOf(traceparents: readonly string[]): Origin {
  const different = [...new Set(traceparents)].filter((one) => one !== "");
  const traceparent = different.find(isSampled) ?? different[0] ?? "";
  return { traceparent, links: different.filter((one) => one !== traceparent) };
}

// Requested each time, because a stored tracer would keep using an earlier telemetry setup.
const tracer = () => trace.getTracer("emissions");

const contextIn = (traceparent: string) => propagation.extract(context.active(), { traceparent });

/** Parsed here, because the propagator would make a context for each of the hundreds of events of a batch. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function spanContextIn(traceparent: string): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(traceparent) ?? [];
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(found) ? found : undefined;
}

const isSampled = (traceparent: string) => ((spanContextIn(traceparent)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;

function settings({ kind = SpanKind.INTERNAL, attributes, links = [] }: SpanOptions) {
  const found = links.slice(0, LINKS_MAX).flatMap((traceparent): Link[] => {
    const linked = spanContextIn(traceparent);
    return linked === undefined ? [] : [{ context: linked }];
  });
  return { kind, ...(attributes && { attributes }), ...(found.length > 0 && { links: found }) };
}
