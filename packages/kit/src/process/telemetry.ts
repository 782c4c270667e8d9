import { randomUUID } from "node:crypto";
import { context, diag, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { detectResources, envDetector, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { AlwaysOffSampler, BatchSpanProcessor, type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { build } from "./build.ts";
import { recordBuild } from "./build-info.ts";
import { bindInstruments } from "./instruments.ts";
import type { Logger } from "./log.ts";
import { otlpSink, setLogSink } from "./log-export.ts";
import { logExporter, metricExporter, traceExporter } from "./otlp.ts";
import { textReader } from "./prometheus.ts";
import { startRuntimeMetrics } from "./runtime-metrics.ts";
import { samplerOf } from "./sampler.ts";
import { isSent, TelemetryConfig } from "./telemetry-config.ts";

interface TelemetryOptions {
  service: string;
  /** Default: nothing is sent. */
  config?: TelemetryConfig;
  /** Replaces the exporter of spans in tests. */
  processor?: SpanProcessor;
  log?: Pick<Logger, "warn">;
}

export interface Telemetry {
  /** The metrics in the text format of Prometheus. */
  metricsText(): Promise<string>;
  stop(): Promise<void>;
}

const QUEUE_MAX = 8_192;
const DELAY_MS = 1_000;
/** Series of one metric. A gateway has one for each route, method and status that it has answered. */
const SERIES_MAX = 5_000;
/** Failures of exporters are logged at most this often. */
const WARN_EVERY_MS = 60_000;

/** Starts traces, metrics and logs. Without a collector spans have ids for logs and calls, and metrics are only read. */
export function startTelemetry({
  service,
  config = TelemetryConfig.parse({}),
  processor,
  log,
}: TelemetryOptions): Telemetry {
  if (config.OTEL_SDK_DISABLED === "true") return { metricsText: async () => "", stop: async () => {} };
  if (log !== undefined) diag.setLogger(rareWarnings(log));
  const resource = resourceOf(service);
  const stops = [
    startTraces({ config, resource, processor }),
    isSent(config, "LOGS") ? startLogs(config, resource) : async () => {},
  ];
  const metrics = startMetrics(config, resource);
  return {
    metricsText: metrics.text,
    stop: async () => {
      await Promise.all([...stops, metrics.stop].map((stop) => stop()));
      diag.disable();
    },
  };
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
const resourceOf = (service: string): Resource =>
  resourceFromAttributes({
    "service.name": service,
    "service.namespace": "emissions",
    "service.version": build().version,
    "service.instance.id": randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }));

interface Traces {
  config: TelemetryConfig;
  resource: Resource;
  processor: SpanProcessor | undefined;
}

function startTraces({ config, resource, processor }: Traces): () => Promise<void> {
  const recorder = processor ?? (isSent(config, "TRACES") ? spanProcessor(config) : undefined);
  const provider = new TracerProvider({
    resource,
    ...(recorder === undefined
      ? { sampler: new AlwaysOffSampler() }
      : { sampler: samplerOf(config), spanProcessors: [recorder] }),
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider.shutdown();
    trace.disable();
    propagation.disable();
    context.disable();
  };
}

const batches = ({ OTEL_EXPORTER_OTLP_TIMEOUT: exportTimeoutMillis }: TelemetryConfig) => ({
  maxQueueSize: QUEUE_MAX,
  scheduledDelayMillis: DELAY_MS,
  exportTimeoutMillis,
});

const spanProcessor = (config: TelemetryConfig) =>
  new BatchSpanProcessor({ exporter: traceExporter(config), ...batches(config) });

function startLogs(config: TelemetryConfig, resource: Resource): () => Promise<void> {
  const processor = new BatchLogRecordProcessor({ exporter: logExporter(config), ...batches(config) });
  const provider = new LoggerProvider({ resource, processors: [processor] });
  setLogSink(otlpSink(provider));
  return async () => {
    setLogSink(undefined);
    await provider.shutdown();
  };
}

function startMetrics(config: TelemetryConfig, resource: Resource) {
  const { reader, text } = textReader();
  const readers: IMetricReader[] = [reader];
  if (isSent(config, "METRICS")) readers.push(pushReader(config));
  const views = [{ instrumentName: "*", aggregationCardinalityLimit: SERIES_MAX }];
  const provider = new MeterProvider({ resource, readers, views });
  bindInstruments(provider.getMeter("emissions"));
  recordBuild();
  const stopRuntime = startRuntimeMetrics();
  return {
    text,
    stop: async () => {
      stopRuntime();
      await provider.shutdown();
      bindInstruments(undefined);
    },
  };
}

function pushReader(config: TelemetryConfig): IMetricReader {
  const { OTEL_METRIC_EXPORT_INTERVAL: exportIntervalMillis, OTEL_EXPORTER_OTLP_TIMEOUT: timeout } = config;
  return new PeriodicExportingMetricReader({
    exporter: metricExporter(config),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(timeout, exportIntervalMillis),
  });
}

/** The line goes to the collector, too: without a pause each failure would cause another record to send. */
function rareWarnings(log: Pick<Logger, "warn">) {
  let next = 0;
  const warn = (message: string) => {
    if (performance.now() < next) return;
    next = performance.now() + WARN_EVERY_MS;
    log.warn({ reason: message.slice(0, 500) }, "telemetry reports a problem");
  };
  const nothing = () => {};
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
}
