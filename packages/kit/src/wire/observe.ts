import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { SpanKind } from "@opentelemetry/api";
import type { Histogram } from "prom-client";
import { withLogFields } from "../process/log.ts";
import { rpcClientSeconds, rpcSeconds } from "../process/metrics.ts";
import { currentTraceparent, inSpan } from "../process/trace.ts";
import { REQUEST_ID } from "./headers.ts";

const TRACEPARENT = "traceparent";

type Request = Parameters<ReturnType<Interceptor>>[0];

const spanName = ({ service, method }: Request) => `${service.typeName}/${method.name}`;
const attributesOf = ({ service, method }: Request) => ({
  "rpc.system": "grpc",
  "rpc.service": service.typeName,
  "rpc.method": method.name,
});

/** Adds the trace context to every call. */
export const traceClient = (): Interceptor => (next) => (request) =>
  inSpan(spanName(request), { kind: SpanKind.CLIENT, attributes: attributesOf(request) }, () => {
    const traceparent = currentTraceparent();
    if (traceparent !== "") request.header.set(TRACEPARENT, traceparent);
    return next(request);
  });

/** Continues the trace of the caller. */
export const traceServer = (): Interceptor => (next) => (request) => {
  const traceparent = request.header.get(TRACEPARENT) ?? "";
  const options = { traceparent, kind: SpanKind.SERVER, attributes: attributesOf(request) };
  return inSpan(spanName(request), options, () => next(request));
};

/** Adds the request id to every log line of the handler. */
export const logRequest = (): Interceptor => (next) => (request) => {
  const requestId = request.header.get(REQUEST_ID);
  return requestId === null ? next(request) : withLogFields({ request_id: requestId }, () => next(request));
};

export const measureServer = () => measure(rpcSeconds);
export const measureClient = () => measure(rpcClientSeconds);

const measure =
  (seconds: Histogram<"service" | "method" | "code">): Interceptor =>
  (next) =>
  async (request) => {
    const started = performance.now();
    let code = "ok";
    try {
      return await next(request);
    } catch (error) {
      code = error instanceof ConnectError ? Code[error.code] : "Internal";
      throw error;
    } finally {
      const elapsed = (performance.now() - started) / 1000;
      seconds.observe({ service: request.service.typeName, method: request.method.name, code }, elapsed);
    }
  };
