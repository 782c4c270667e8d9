import { OTLPLogExporter as JsonLogs } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as ProtoLogs } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPMetricExporter as JsonMetrics } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtoMetrics } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as JsonTraces } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtoTraces } from "@opentelemetry/exporter-trace-otlp-proto";
import type { LogRecordExporter } from "@opentelemetry/sdk-logs";
import type { PushMetricExporter } from "@opentelemetry/sdk-metrics";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { TelemetryConfig } from "./telemetry-config.ts";

/** Exporters to a collector. They read address, headers, compression and certificates from the environment. */
export const traceExporter = (config: TelemetryConfig): SpanExporter =>
  isJson(config) ? new JsonTraces(limits(config)) : new ProtoTraces(limits(config));

export const metricExporter = (config: TelemetryConfig): PushMetricExporter =>
  isJson(config) ? new JsonMetrics(limits(config)) : new ProtoMetrics(limits(config));

export const logExporter = (config: TelemetryConfig): LogRecordExporter =>
  isJson(config) ? new JsonLogs(limits(config)) : new ProtoLogs(limits(config));

const isJson = ({ OTEL_EXPORTER_OTLP_PROTOCOL }: TelemetryConfig) => OTEL_EXPORTER_OTLP_PROTOCOL === "http/json";
const limits = ({ OTEL_EXPORTER_OTLP_TIMEOUT: timeoutMillis }: TelemetryConfig) => ({ timeoutMillis });
