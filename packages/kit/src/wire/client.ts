import { create, type DescMethod } from "@bufbuild/protobuf";
import { createContextValues, type Interceptor, type Transport } from "@connectrpc/connect";
import { runStreamingCall } from "@connectrpc/connect/protocol";
import { type ChannelOptions, Client, credentials } from "@grpc/grpc-js";
import { type Certificates, publicContext } from "./certificates.ts";
import { codecOf } from "./codec.ts";
import { checkHealth } from "./health.ts";
import { DEADLINE_MS, MESSAGE_BYTES_MAX, STREAM_DEADLINE_MS } from "./limits.ts";
import { openStream } from "./stream.ts";
import { callUnary } from "./unary.ts";

export interface GrpcTransportOptions {
  /** Such as "http://127.0.0.1:8101". An https address is called with TLS. */
  baseUrl: string;
  /** The client presents them and trusts their authority. Then addresses without TLS are refused. */
  certificates?: Certificates | undefined;
  interceptors?: Interceptor[];
  /** Upper limit of every deadline, except those of server-streaming calls. */
  deadlineMs?: number;
  maxBytes?: number;
  channelOptions?: ChannelOptions;
}

const CHANNEL: ChannelOptions = {
  // Limits the backoff, so that a restarted service is reached within a second.
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.dns_min_time_between_resolutions_ms": 1_000,
  // Keepalive pings notice a peer that vanished between calls.
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.keepalive_permit_without_calls": 1,
  // Calls between services ignore a proxy for outside traffic.
  "grpc.enable_http_proxy": 0,
  "grpc.use_local_subchannel_pool": 1,
  // Balances the calls over all addresses of the name.
  "grpc.service_config_disable_resolution": 1,
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

const USUAL_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

export interface GrpcTransport extends Transport {
  /** Resolves when a process of the service answers. */
  checkHealth(): Promise<void>;
  close(): void;
}

/** A transport for Connect clients over grpc-js. */
export function grpcTransport(options: GrpcTransportOptions): GrpcTransport {
  const { baseUrl, interceptors = [], deadlineMs = DEADLINE_MS, maxBytes = MESSAGE_BYTES_MAX } = options;
  const clients = renewedClients(options, {
    ...CHANNEL,
    "grpc.max_send_message_length": maxBytes,
    "grpc.max_receive_message_length": maxBytes,
    ...options.channelOptions,
  });
  const timeout = (wanted: number, limit: number) => (wanted > 0 ? Math.min(wanted, limit) : limit);
  const common = (method: DescMethod, header: ConstructorParameters<typeof Headers>[0]) => ({
    service: method.parent,
    requestMethod: "POST",
    url: baseUrl + codecOf(method).path,
    header: new Headers(header),
  });
  return {
    unary(method, signal, wantedMs, header, input, contextValues = createContextValues()) {
      const message = create(method.input, input);
      const request = { ...common(method, header), stream: false as const, method, contextValues, message };
      return callUnary({
        client: clients.current(),
        request,
        interceptors,
        signal,
        timeoutMs: timeout(wantedMs ?? 0, deadlineMs),
      });
    },
    stream(method, signal, wantedMs, header, message, contextValues = createContextValues()) {
      const timeoutMs = timeout(
        wantedMs ?? 0,
        method.methodKind === "server_streaming" ? STREAM_DEADLINE_MS : deadlineMs,
      );
      const deadline = Date.now() + timeoutMs;
      return runStreamingCall({
        req: { ...common(method, header), stream: true, method, contextValues, message },
        next: (request) => openStream(clients.current(), request, deadline),
        timeoutMs,
        ...(signal && { signal }),
        interceptors,
      });
    },
    checkHealth: () => checkHealth(clients.current()),
    close: clients.close,
  };
}

/**
 * A client with the present certificates. The client before a change ends when the longest call has ended, because
 * calls may still wait for its connection.
 */
function renewedClients({ baseUrl, certificates }: GrpcTransportOptions, channelOptions: ChannelOptions) {
  const { target, isSecure } = addressIn(baseUrl);
  if (certificates !== undefined && !isSecure) {
    throw new Error(`${baseUrl} is an address without TLS, but TLS_CERT_FILE is set: it has to begin with https.`);
  }
  const secureContext = () => certificates?.context ?? publicContext();
  const open = () =>
    new Client(
      target,
      isSecure ? credentials.createFromSecureContext(secureContext()) : credentials.createInsecure(),
      channelOptions,
    );
  const retired = new Set<Client>();
  let client = open();
  const forget = certificates?.onChange(() => {
    const old = client;
    retired.add(old);
    client = open();
    setTimeout(() => {
      if (retired.delete(old)) old.close();
    }, STREAM_DEADLINE_MS).unref();
  });
  return {
    current: () => client,
    close: () => {
      forget?.();
      for (const one of [client, ...retired]) one.close();
      retired.clear();
    },
  };
}

function addressIn(baseUrl: string): { target: string; isSecure: boolean } {
  const { protocol, hostname, port } = new URL(baseUrl);
  const usualPort = USUAL_PORTS[protocol];
  if (usualPort === undefined) throw new Error(`${baseUrl} is no address of a service: it begins with http or https.`);
  return { target: `${hostname}:${port || usualPort}`, isSecure: protocol === "https:" };
}
