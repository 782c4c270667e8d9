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
  /** Traces to which the span has links. */
  links: string[];
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string; links?: { traceId: string }[] }[] }[];
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
      for (const { name, traceId, links = [] } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ service, name, traceId, links: links.map((link) => link.traceId) });
    }
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  backend = await startBackend({
    services: ["gateway", "factors", "activity", "calc"],
    env: {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    },
  });
});
afterAll(async () => {
  await backend.stop();
  collector.close();
});

it("one trace covers sign-in, gRPC, NATS and the calculation, and the client's own trace is a link", async () => {
  const us = backend.caller("outsider");
  const unit = await unitIds(backend, backend.caller("outsider", "admin"));
  const ofClient = "4bf92f3577b34da6a3ce929d0e0e4736";
  const { status, json } = await backend.call("POST", "/v1/purchases", {
    // Its credentials are not cached yet.
    as: us,
    headers: { traceparent: `00-${ofClient}-00f067aa0ba902b7-00` },
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
  const request = await until("the span of the request", () =>
    spans.find(({ links, name }) => links.includes(ofClient) && name === "POST /v1/purchases"),
  );
  const seen = () => spans.filter(({ traceId }) => traceId === request.traceId);
  await until("spans of all three services", () =>
    ["gateway", "activity", "calc"].every((service) => seen().some((span) => span.service === service)),
  );
  expect(seen().map(({ service, name }) => `${service}: ${name}`)).toEqual(
    expect.arrayContaining([
      "activity: emissions.activity.v1.AccessService/Authenticate",
      "calc: consume RecordsStored",
    ]),
  );
  expect(spans.filter(({ traceId }) => traceId === ofClient)).toEqual([]);
});
