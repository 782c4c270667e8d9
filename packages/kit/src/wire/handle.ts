import type { DescMethod, Message } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  createContextValues,
  type HandlerContext,
  type Interceptor,
  type MethodImplSpec,
} from "@connectrpc/connect";
import { invokeUnaryImplementation, transformInvokeImplementation } from "@connectrpc/connect/protocol";
import type {
  handleBidiStreamingCall,
  handleUnaryCall,
  ServerDuplexStream,
  ServerUnaryCall,
  StatusObject,
} from "@grpc/grpc-js";
import { codecOf } from "./codec.ts";
import { REQUEST_ID } from "./headers.ts";
import { STREAM_DEADLINE_MS } from "./limits.ts";
import { toHeaders, toMetadata } from "./metadata.ts";
import { namesIn, peerKey } from "./peer.ts";
import { isFault, toStatus } from "./status.ts";

export interface HandleOptions {
  interceptors: Interceptor[];
  /** Limit of every call, even with a longer deadline or none. Server-streaming calls have a limit of their own. */
  deadlineMs: number;
  /** Every client has presented a certificate. */
  isMutualTls: boolean;
  log: { error(fields: object, message: string): void };
}

/** Created once, because every call ends with it and creating an error is expensive. */
const CALL_ENDED = new ConnectError("the call is over", Code.Canceled);

type UnarySpec = MethodImplSpec & { kind: "unary" };
type Stream = ServerDuplexStream<Message, Buffer>;
type Call = ServerUnaryCall<Buffer, Buffer> | Stream;

export const handleUnary =
  (spec: UnarySpec, options: HandleOptions): handleUnaryCall<Buffer, Buffer> =>
  async (call, callback) => {
    // grpc-js ignores a second answer. After the deadline the answer of the handler comes too late.
    const context = contextOf(call, spec.method, options, (error) => callback(toStatus(error, new Headers())));
    try {
      const request = readRequest(spec.method, call.request);
      const message = await invokeUnaryImplementation(spec, context, request, options.interceptors);
      const bytes = codecOf(spec.method).encodeResponse(message);
      const trailer = toMetadata(context.responseTrailer);
      sendHeader(call, context);
      callback(null, bytes, trailer);
    } catch (cause) {
      callback(refusal(cause, context, options));
    }
  };

function readRequest(method: DescMethod, bytes: Buffer): Message {
  try {
    return codecOf(method).decodeRequest(bytes);
  } catch (cause) {
    throw new ConnectError("the request cannot be read", Code.InvalidArgument, undefined, undefined, cause);
  }
}

/** All kinds of streams, see the client side in stream.ts. */
export const handleStream =
  (spec: MethodImplSpec, options: HandleOptions): handleBidiStreamingCall<Message, Buffer> =>
  async (call) => {
    const context = contextOf(call, spec.method, options, (error) =>
      call.emit("error", toStatus(error, new Headers())),
    );
    try {
      const requests = call.iterator({ destroyOnReturn: false });
      const replies = transformInvokeImplementation(spec, context, options.interceptors)(requests);
      await send(call, replies, context);
      call.end(toMetadata(context.responseTrailer));
    } catch (cause) {
      call.emit("error", refusal(cause, context, options));
    }
  };

async function send(call: Stream, replies: AsyncIterable<Message>, context: HandlerContext) {
  const { signal, method } = context;
  const { encodeResponse } = codecOf(method);
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  let begun = false;
  for await (const reply of replies) {
    if (!begun) sendHeader(call, context);
    begun = true;
    signal.throwIfAborted();
    // Bytes, as in unary calls: messages would wait in the buffer of grpc-js, and outlive minor collections.
    if (!call.write(encodeResponse(reply)))
      await Promise.race([aborted, new Promise((drained) => call.once("drain", drained))]);
  }
  if (!begun) sendHeader(call, context);
}

function sendHeader(call: Call, { responseHeader }: HandlerContext): void {
  if (!responseHeader.keys().next().done) call.sendMetadata(toMetadata(responseHeader));
}

function contextOf(
  call: Call,
  method: DescMethod,
  options: HandleOptions,
  expire: (error: ConnectError) => void,
): HandlerContext {
  const abort = new AbortController();
  const deadlineMs = method.methodKind === "server_streaming" ? STREAM_DEADLINE_MS : options.deadlineMs;
  const limit = Date.now() + deadlineMs;
  const wanted = Number(call.getDeadline());
  const deadline = Math.min(wanted, limit);
  const timedOut = () => new ConnectError("the operation timed out", Code.DeadlineExceeded);
  const late = () => {
    abort.abort(timedOut());
    expire(timedOut());
  };
  // grpc-js enforces the deadline of the caller, but not our limit.
  const timer = wanted > limit ? setTimeout(late, deadlineMs) : undefined;
  // Emitted when the caller cancels, when its deadline has passed, and after the answer.
  call.once("cancelled", () => {
    clearTimeout(timer);
    const passed = Date.now() + 1 >= deadline;
    abort.abort(passed ? timedOut() : CALL_ENDED);
  });
  const peer = options.isMutualTls ? namesIn(call.getAuthContext().sslPeerCertificate) : null;
  return {
    service: method.parent,
    method,
    protocolName: "grpc",
    requestMethod: "POST",
    url: codecOf(method).path,
    signal: abort.signal,
    timeoutMs: () => Math.max(0, deadline - Date.now()),
    requestHeader: toHeaders(call.metadata),
    responseHeader: new Headers(),
    responseTrailer: new Headers(),
    values: createContextValues().set(peerKey, peer),
  };
}

/**
 * Refusals go to the caller. Other errors, and the cause of an unavailable dependency, are logged once and hidden from
 * the caller.
 */
function refusal(cause: unknown, context: HandlerContext, { log }: HandleOptions): StatusObject {
  const isOurs = isFault(cause);
  if ((isOurs || hasReason(cause)) && !context.signal.aborted) {
    const { requestHeader, url: rpc } = context;
    // The interceptors that set the log fields have ended by now, so the fields are added here.
    const ids = {
      request_id: requestHeader.get(REQUEST_ID),
      trace_id: requestHeader.get("traceparent")?.split("-")[1],
    };
    log.error({ err: cause, rpc, ...ids }, "the call failed");
  }
  if (!isOurs) return toStatus(cause as ConnectError, context.responseTrailer);
  return toStatus(new ConnectError("internal error", Code.Internal), new Headers());
}

/** Errors from other services have no cause: those services have logged it. */
const hasReason = (error: unknown) =>
  error instanceof ConnectError && error.code === Code.Unavailable && error.cause !== undefined;
