import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOffSampler, BatchSpanProcessor, type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

interface TelemetryOptions {
  service: string;
  /** URL of an OTLP/HTTP collector. Without it spans have ids for logs and calls, but are not exported. */
  endpoint?: string | undefined;
  /** Replaces the collector in tests. */
  processor?: SpanProcessor;
}

const QUEUE_SPANS_MAX = 8_192;
const EXPORT_TIMEOUT_MS = 3_000;

export function startTelemetry({ service, endpoint, processor }: TelemetryOptions): { stop(): Promise<void> } {
  const recorder = processor ?? (endpoint === undefined ? undefined : exporterTo(endpoint));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    ...(recorder === undefined ? { sampler: new AlwaysOffSampler() } : { spanProcessors: [recorder] }),
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      await provider.shutdown();
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}

function exporterTo(endpoint: string): SpanProcessor {
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
  return new BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUE_SPANS_MAX,
    scheduledDelayMillis: 1_000,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
}
