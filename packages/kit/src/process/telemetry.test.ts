import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
import { currentTraceparent, inSpan } from "./trace.ts";

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
    expect(JSON.parse(lines[0]!).trace_id).toBe(traceId(kept));
  });

  it("is absent without telemetry, and calls succeed", async () => {
    expect(await inSpan("request", {}, callThrough)).toBe("");
  });
});

it("spans reach the collector no later than the stop of telemetry", async () => {
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(`${request.url} ${body}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  closing.push(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const { stop } = startTelemetry({ service: "test", endpoint: `http://127.0.0.1:${port}/` });
  await inSpan("request", {}, async () => {});
  await stop();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatch(/^\/v1\/traces .*"name":"request"/);
});
