import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import type { MetricData, MetricReader, ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { Declared } from "./instruments.ts";

export const TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** Observed values that come later are left out of the answer. */
const COLLECT_TIMEOUT_MS = 3_000;

/** Names of units at the end of a metric: the rules of OpenTelemetry for Prometheus. */
const SUFFIXES: Readonly<Record<string, string>> = { s: "seconds", By: "bytes", "1": "ratio" };

export interface TextReader {
  reader: MetricReader;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** The exporter collects, and the port of health and metrics answers: the exporter's own server is never started. */
export function textReader(): TextReader {
  const reader = new PrometheusExporter({ preventServerStart: true });
  // Each series names its process, as a receiver of OTLP would.
  const serializer = new PrometheusSerializer(undefined, false, /^service\.name$/, false, true);
  return {
    reader,
    text: async () => {
      const { resourceMetrics } = await reader.collect({ timeoutMillis: COLLECT_TIMEOUT_MS });
      return serializer.serialize(withUnits(resourceMetrics));
    },
  };
}

/** The serializer adds no units to names. Receivers of OTLP do, and one metric should have one name. */
function withUnits({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics {
  const scopes = scopeMetrics.map((scope) => ({ ...scope, metrics: scope.metrics.map(withUnit) }));
  return { resource, scopeMetrics: scopes };
}

const withUnit = (metric: MetricData): MetricData => ({
  ...metric,
  descriptor: { ...metric.descriptor, name: nameWithUnit(metric.descriptor) },
});

/** The name of a metric, without `_bucket`, `_sum` and `_count` of histograms. */
export function prometheusName({ kind, definition }: Declared): string {
  const name = nameWithUnit(definition).replaceAll(/\W/g, "_");
  return kind === "counter" ? `${name}_total` : name;
}

function nameWithUnit({ name, unit }: { name: string; unit: string }): string {
  const suffix = SUFFIXES[unit];
  return suffix === undefined || name.endsWith(`.${suffix}`) ? name : `${name}.${suffix}`;
}
