import { createClient } from "@connectrpc/connect";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { afterEach, describe, expect, it } from "vitest";
import { grpcTransport } from "../wire/client.ts";
import { EchoService } from "../wire/echo.fixture.ts";
import { traceClient, traceServer } from "../wire/observe.ts";
import { startGrpcServer } from "../wire/server.ts";
import { serve } from "../wire/services.ts";
import { createLogger } from "./log.ts";
import { startTelemetry } from "./telemetry.ts";
import { currentTraceparent, inSpan, openTrace, originOf } from "./trace.ts";

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function telemetry(options: Omit<Parameters<typeof startTelemetry>[0], "service"> = {}) {
  const started = startTelemetry({ service: "test", ...options });
  closing.push(() => started.stop());
  return started;
}

/** Calls a handler that answers with its trace context. */
async function callThrough(): Promise<string> {
  const services = [serve(EchoService, { say: () => ({ value: currentTraceparent() }) })];
  const log = { error: () => {} };
  const server = await startGrpcServer({ host: "127.0.0.1", port: 0, services, interceptors: [traceServer()], log });
  closing.push(() => server.close());
  const transport = grpcTransport({ baseUrl: `http://127.0.0.1:${server.port}`, interceptors: [traceClient()] });
  closing.push(() => transport.close());
  return (await createClient(EchoService, transport).say({ value: "" })).value;
}

const traceId = (traceparent: string) => traceparent.split("-")[1];

describe("a trace", () => {
  it("is passed on with a call even without an exporter", async () => {
    telemetry();
    const [outside, inside] = await inSpan("request", {}, async () => [currentTraceparent(), await callThrough()]);
    expect(outside).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(traceId(inside!)).toBe(traceId(outside!));
    expect(inside).not.toBe(outside);
  });

  it("contains request, client and server spans", async () => {
    const exporter = new InMemorySpanExporter();
    telemetry({ processor: new SimpleSpanProcessor({ exporter }) });
    await inSpan("request", {}, callThrough);
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual(["echo.v1.EchoService/Say", "echo.v1.EchoService/Say", "request"]);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
    const [server, client, request] = spans;
    expect(server?.parentSpanContext?.spanId).toBe(client?.spanContext().spanId);
    expect(client?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  });

  it("continues from the trace context of an outbox row", async () => {
    telemetry();
    const kept = await inSpan("request", {}, async () => currentTraceparent());
    const later = await inSpan("consume", { traceparent: kept }, async () => currentTraceparent());
    expect(traceId(later)).toBe(traceId(kept));
  });

  it("is part of log lines", async () => {
    telemetry();
    const lines: string[] = [];
    const log = createLogger({ service: "test", destination: { write: (line: string) => void lines.push(line) } });
    const kept = await inSpan("request", {}, async () => {
      log.info("inside");
      return currentTraceparent();
    });
    const { trace_id, span_id } = JSON.parse(lines[0]!);
    expect([trace_id, span_id]).toEqual(kept.split("-").slice(1, 3));
  });

  it("is absent without telemetry, and calls succeed", async () => {
    expect(await inSpan("request", {}, callThrough)).toBe("");
  });
});

const SAMPLED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const OTHER = "00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b8-00";

describe("a batch", () => {
  it("continues a recorded trace and has links to the others", () => {
    telemetry();
    expect(originOf([OTHER, SAMPLED, OTHER, ""])).toEqual({ traceparent: SAMPLED, links: [OTHER] });
    expect(originOf(["", ""])).toEqual({ traceparent: "", links: [] });
  });

  it("has at most 128 links, and none to what is no trace", async () => {
    const exporter = new InMemorySpanExporter();
    telemetry({ processor: new SimpleSpanProcessor({ exporter }) });
    const many = Array.from({ length: 200 }, (_, i) => `00-${String(i + 1).padStart(32, "0")}-00f067aa0ba902b7-01`);
    await inSpan("consume", { links: ["nothing", ...many] }, async () => {});
    expect(exporter.getFinishedSpans()[0]?.links).toHaveLength(127);
  });
});

it("a trace of its own has links but no parent, whatever is active", async () => {
  const exporter = new InMemorySpanExporter();
  telemetry({ processor: new SimpleSpanProcessor({ exporter }) });
  await inSpan("outside", {}, async () => {
    const span = openTrace("request", { links: [SAMPLED] });
    expect(traceId(span.run(currentTraceparent))).toBe(span.traceId);
    span.end({ "http.response.status_code": 500 }, true);
  });
  const [request, outside] = exporter.getFinishedSpans();
  expect(request?.parentSpanContext).toBeUndefined();
  expect(request?.spanContext().traceId).not.toBe(outside?.spanContext().traceId);
  expect(request?.links.map(({ context }) => context.traceId)).toEqual([traceId(SAMPLED)]);
});
