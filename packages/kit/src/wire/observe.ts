import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { SpanKind } from "@opentelemetry/api";
import { withLogFields } from "../process/log.ts";
import { currentTraceparent, inSpan } from "../process/trace.ts";
import { REQUEST_ID } from "./headers.ts";
import { clientDuration, serverDuration } from "./metrics.ts";

const TRACEPARENT = "traceparent";

type Request = Parameters<ReturnType<Interceptor>>[0];

const spanName = ({ service, method }: Request) => `${service.typeName}/${method.name}`;
const attributesOf = (request: Request) => ({ "rpc.system.name": "grpc", "rpc.method": spanName(request) });

/** Codes of gRPC as the conventions of OpenTelemetry write them, such as NOT_FOUND. */
const STATUS = new Map(
  Object.values(Code).flatMap((code) =>
    typeof code === "number" ? [[code, Code[code].replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()]] : [],
  ) as [Code, string][],
);
const OK = "OK";

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

export const measureServer = () => measure(serverDuration);
export const measureClient = () => measure(clientDuration);

const measure =
  (duration: typeof serverDuration): Interceptor =>
  (next) =>
  async (request) => {
    const started = performance.now();
    let status = OK;
    try {
      return await next(request);
    } catch (error) {
      status = STATUS.get(error instanceof ConnectError ? error.code : Code.Internal) ?? "UNKNOWN";
      throw error;
    } finally {
      const elapsed = (performance.now() - started) / 1000;
      duration.record(elapsed, { ...attributesOf(request), "rpc.response.status_code": status });
    }
  };
