import { type OpenSpan, openTrace } from "@emissions/kit/process/trace";
import { SpanKind } from "@opentelemetry/api";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "./route-spec.ts";

declare module "fastify" {
  interface FastifyRequest {
    span: OpenSpan | null;
  }
}

/**
 * Begins the trace of a request, before its credentials are looked up. The trace context of a client is a link and not
 * the parent: strangers choose neither the id of a trace nor whether it is recorded (ADR 93).
 */
export function beginTrace({ verb, path }: Route, request: FastifyRequest, reply: FastifyReply): OpenSpan {
  const { traceparent } = request.headers;
  const span = openTrace(`${verb} ${path}`, {
    kind: SpanKind.SERVER,
    attributes: { "http.request.method": verb, "http.route": path, "url.scheme": request.protocol },
    ...(typeof traceparent === "string" && { links: [traceparent] }),
  });
  request.span = span;
  reply.raw.once("close", () => {
    const status = reply.raw.statusCode;
    span.end({ "http.response.status_code": status, "emissions.request_id": request.id }, status >= 500);
  });
  return span;
}

/** The ids of the trace, for the log. */
export const traceFields = ({ span }: FastifyRequest) => span && { trace_id: span.traceId, span_id: span.spanId };
