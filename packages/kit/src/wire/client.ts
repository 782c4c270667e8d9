import { setTimeout as sleep } from "node:timers/promises";
import type { DescMessage, DescMethod, DescMethodUnary, Message, MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import {
  Code,
  ConnectError,
  createContextValues,
  type Interceptor,
  type Transport,
  type UnaryRequest,
  type UnaryResponse,
} from "@connectrpc/connect";
import { runStreamingCall, runUnaryCall } from "@connectrpc/connect/protocol";
import { type ChannelOptions, Client, credentials } from "@grpc/grpc-js";
import { codecOf } from "./codec.ts";
import { DEADLINE_MS, MESSAGE_BYTES_MAX } from "./limits.ts";
import { toHeaders, toMetadata } from "./metadata.ts";
import { fromStatus } from "./status.ts";
import { openStream } from "./stream.ts";

/** How often a call that changes nothing is tried when the service cannot be reached. */
const READ_ATTEMPTS_MAX = 3;
const RETRY_BASE_MS = 100;
const READS = /^(Get|List|Resolve|Authenticate)/;

export interface GrpcTransportOptions {
  /** Such as "http://127.0.0.1:8101". */
  baseUrl: string;
  interceptors?: Interceptor[];
  /** No call takes longer, whatever its caller asks for. */
  deadlineMs?: number;
  maxBytes?: number;
  channelOptions?: ChannelOptions;
}

const CHANNEL: ChannelOptions = {
  // A restarted service is reached again within a second.
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.dns_min_time_between_resolutions_ms": 1_000,
  // A peer that vanished without a word is noticed between calls.
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.keepalive_permit_without_calls": 1,
  // A proxy meant for the outside world has no business between services.
  "grpc.enable_http_proxy": 0,
  "grpc.use_local_subchannel_pool": 1,
  // Replicas share the calls when the name has several addresses.
  "grpc.service_config_disable_resolution": 1,
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

/** Carries the calls of Connect clients over grpc-js. */
export function grpcTransport(options: GrpcTransportOptions): Transport & { close(): void } {
  const { baseUrl, interceptors, deadlineMs = DEADLINE_MS, maxBytes = MESSAGE_BYTES_MAX } = options;
  const client = new Client(new URL(baseUrl).host, credentials.createInsecure(), {
    ...CHANNEL,
    "grpc.max_send_message_length": maxBytes,
    "grpc.max_receive_message_length": maxBytes,
    ...options.channelOptions,
  });
  const timeout = (wanted = deadlineMs) => (wanted > 0 ? Math.min(wanted, deadlineMs) : deadlineMs);
  const common = (method: DescMethod, header: ConstructorParameters<typeof Headers>[0]) => ({
    service: method.parent,
    requestMethod: "POST",
    url: baseUrl + codecOf(method).path,
    header: new Headers(header),
  });
  return {
    unary(method, signal, wantedMs, header, message, contextValues = createContextValues()) {
      const timeoutMs = timeout(wantedMs);
      const deadline = Date.now() + timeoutMs;
      return runUnaryCall({
        req: { ...common(method, header), stream: false, method, contextValues, message },
        next: (request) => retried(method, request.signal, () => callUnary(client, request, deadline)),
        timeoutMs,
        ...(signal && { signal }),
        ...(interceptors && { interceptors }),
      });
    },
    stream(method, signal, wantedMs, header, message, contextValues = createContextValues()) {
      const timeoutMs = timeout(wantedMs);
      const deadline = Date.now() + timeoutMs;
      return runStreamingCall({
        req: { ...common(method, header), stream: true, method, contextValues, message },
        next: (request) => openStream(client, request, deadline),
        timeoutMs,
        ...(signal && { signal }),
        ...(interceptors && { interceptors }),
      });
    },
    close: () => client.close(),
  };
}

function callUnary<I extends DescMessage, O extends DescMessage>(
  client: Client,
  request: UnaryRequest<I, O>,
  deadline: number,
): Promise<UnaryResponse<I, O>> {
  const { method, signal } = request;
  const codec = codecOf(method);
  return new Promise((resolve, reject) => {
    let header = new Headers();
    let answer: Message | undefined;
    const call = client.makeUnaryRequest<Message, Message>(
      codec.path,
      codec.encodeRequest,
      codec.decodeResponse,
      request.message,
      toMetadata(request.header),
      { deadline },
      (error, message) => {
        if (error === null) answer = message;
        else reject(fromStatus(error, signal));
      },
    );
    const cancel = () => call.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    call.on("metadata", (metadata) => {
      header = toHeaders(metadata);
    });
    // Comes right after the callback, and brings the trailers that the callback lacks.
    call.on("status", (status) => {
      signal.removeEventListener("abort", cancel);
      if (answer === undefined) return;
      const message = answer as MessageShape<O>;
      resolve({ stream: false, service: method.parent, method, header, trailer: toHeaders(status.metadata), message });
    });
    if (signal.aborted) cancel();
  });
}

/** Only what changes nothing is tried again: of anything else nobody knows whether it has happened. */
async function retried<T>(method: DescMethodUnary, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  const harmless = method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS || READS.test(method.name);
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const unreachable = error instanceof ConnectError && error.code === Code.Unavailable;
      if (!harmless || !unreachable || tries >= READ_ATTEMPTS_MAX || signal.aborted) throw error;
      await sleep(RETRY_BASE_MS * tries * (0.5 + Math.random()), undefined, { signal });
    }
  }
}
