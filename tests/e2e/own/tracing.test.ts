import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { calculated, type OwnBackend, startBackend, unitIds } from "../../support/backend.ts";

interface Span {
  service: string;
  name: string;
  traceId: string;
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string }[] }[];
  }[];
}

let collector: Server;
let backend: OwnBackend;
const spans: Span[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
      for (const { name, traceId } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ service, name, traceId });
    }
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  backend = await startBackend({
    services: ["gateway", "factors", "activity", "calc"],
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await backend.stop();
  collector.close();
});

it("one trace covers the REST request, gRPC, NATS and the calculation", async () => {
  const us = backend.caller("outsider");
  const unit = await unitIds(backend, us);
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const { status, json } = await backend.call("POST", "/v1/purchases", {
    as: us,
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    body: {
      product_name: "Traced",
      sector: "541511",
      quantity: 1,
      unit_id: unit("USD"),
      purchase_date: "2025-01-15",
      expense_type: "opex",
    },
  });
  expect(status).toBe(201);
  await calculated(backend, us, json.id);
  const seen = () => new Set(spans.filter((span) => span.traceId === traceId).map((span) => span.service));
  await until("spans of all three services", () =>
    ["gateway", "activity", "calc"].every((service) => seen().has(service)),
  );
  const names = spans.filter((span) => span.traceId === traceId).map((span) => `${span.service}: ${span.name}`);
  expect(names).toEqual(expect.arrayContaining(["calc: consume RecordsStored"]));
});
