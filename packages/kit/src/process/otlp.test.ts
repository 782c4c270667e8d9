import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "./config.ts";
import { counter } from "./instruments.ts";
import { createLogger } from "./log.ts";
import { startTelemetry } from "./telemetry.ts";
import { TelemetryConfig } from "./telemetry-config.ts";
import { inSpan } from "./trace.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

async function collector() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url!, headers: request.headers, body });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Records one span, one count and one line, and stops. */
async function recordAll(env: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const telemetry = startTelemetry({ service: "test", config: readConfig(TelemetryConfig, env) });
  const text = await telemetry.metricsText();
  const destination = { write: () => {} };
  await inSpan("request", {}, async () => createLogger({ service: "test", destination }).info("key eas_live_abc"));
  counted.add(1);
  await telemetry.stop();
  return text;
}

const counted = counter({ name: "emissions.test.counted", unit: "{thing}", description: "Of this test" });

describe("a collector", () => {
  it("receives spans, metrics and logs no later than the stop, with the headers and attributes of the environment", async () => {
    const { received, url } = await collector();
    await recordAll({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=ours",
      OTEL_SERVICE_NAME: "renamed",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    });
    expect(received.map(({ path }) => path).sort()).toEqual(["/v1/logs", "/v1/metrics", "/v1/traces"]);
    for (const { headers, body } of received) {
      expect(headers["x-tenant"]).toBe("ours");
      expect(body).toContain(`{"key":"service.name","value":{"stringValue":"renamed"}}`);
      expect(body).toContain("deployment.environment.name");
    }
    const of = (path: string) => received.find((one) => one.path === path)!.body;
    expect(of("/v1/traces")).toContain(`"name":"request"`);
    expect(of("/v1/metrics")).toContain("emissions.test.counted");
    const [{ traceId }] = JSON.parse(of("/v1/traces")).resourceSpans[0].scopeSpans[0].spans;
    const [record] = JSON.parse(of("/v1/logs")).resourceLogs[0].scopeLogs[0].logRecords;
    expect(record).toMatchObject({ body: { stringValue: "key eas_live_***" }, severityText: "info", traceId });
  });

  it("receives protobuf by default, and only the signals that are on", async () => {
    const { received, url } = await collector();
    await recordAll({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/spans` });
    expect(received.map(({ path }) => path)).toEqual(["/spans"]);
    expect(received[0]?.headers["content-type"]).toBe("application/x-protobuf");
  });

  it.each<Record<string, string>>([
    { OTEL_SDK_DISABLED: "true" },
    { OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none", OTEL_LOGS_EXPORTER: "none" },
  ])("receives nothing with %o", async (env) => {
    const { received, url } = await collector();
    await recordAll({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: url });
    expect(received).toEqual([]);
  });

  it.each<{ env: Record<string, string>; spans: number }>([
    { env: { OTEL_TRACES_SAMPLER: "always_off" }, spans: 0 },
    { env: { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, spans: 0 },
    { env: { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "1" }, spans: 1 },
  ])("receives $spans traces with $env", async ({ env, spans }) => {
    const { received, url } = await collector();
    await recordAll({ ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url });
    expect(received).toHaveLength(spans);
  });
});

it.each<Record<string, string>>([
  { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
  { OTEL_TRACES_SAMPLER: "sometimes" },
  { OTEL_TRACES_SAMPLER_ARG: "2" },
])("the configuration %o is refused at the start", (env) => {
  expect(() => readConfig(TelemetryConfig, env)).toThrow(Object.keys(env)[0]);
});

it("the text of Prometheus names process, unit and build", async () => {
  const text = await recordAll();
  expect(text).toContain(`emissions_test_counted_total{service_name="test"} 0`);
  expect(text).toMatch(/process_cpu_time_seconds_total\{cpu_mode="user",service_name="test"\} [\d.]+/);
  expect(text).toMatch(
    /emissions_build_info\{version="[\d.]+",commit="(?:[0-9a-f]{40}|unknown)",service_name="test"\} 1/,
  );
  expect(text).toMatch(/v8js_memory_heap_used_bytes\{v8js_heap_space_name="old_space"/);
});
