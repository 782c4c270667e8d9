import { z } from "zod";
import { variable } from "./variable.ts";

const Target = z.enum(["otlp", "none"]).default("otlp");
const INTERVAL_MAX_MS = 3_600_000;
const TIMEOUT_MAX_MS = 60_000;

/**
 * Variables of OpenTelemetry that this program reads; docs/observability.md has their defaults. The SDK itself reads further
 * ones: headers, compression, certificates and attributes of the resource.
 */
export const TelemetryConfig = z.object({
  OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false"),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(z.url().optional(), {
    meaning:
      "a collector for traces, metrics and logs, over HTTP; without it nothing is sent ([observability](observability.md))",
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/protobuf", "http/json"]).default("http/protobuf"),
  /** Milliseconds for one request to the collector, attempts included. */
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).max(TIMEOUT_MAX_MS).default(3_000),
  OTEL_TRACES_EXPORTER: Target,
  OTEL_METRICS_EXPORTER: Target,
  OTEL_LOGS_EXPORTER: Target,
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on"),
  /** Share of traces, for the samplers by ratio. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Milliseconds between two pushes of metrics. */
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1_000).max(INTERVAL_MAX_MS).default(60_000),
});
export type TelemetryConfig = z.output<typeof TelemetryConfig>;

export type Signal = "TRACES" | "METRICS" | "LOGS";

/** Whether a signal is sent to a collector. */
export const isSent = (config: TelemetryConfig, signal: Signal): boolean =>
  config[`OTEL_${signal}_EXPORTER`] === "otlp" &&
  (config[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ?? config.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
