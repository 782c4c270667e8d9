import type { DescService } from "@bufbuild/protobuf";
import { createServiceImplSpec, type Interceptor } from "@connectrpc/connect";
import { Server, ServerCredentials, type ServiceDefinition, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import { type Certificates, MutualTls } from "./certificates.ts";
import { asBytes, codecOf } from "./codec.ts";
import { type HandleOptions, handleStream, handleUnary } from "./handle.ts";
import { DEADLINE_MS, DRAIN_MS, MESSAGE_BYTES_MAX, STREAM_DEADLINE_MS } from "./limits.ts";
import { addReflection } from "./reflection.ts";
import type { ServiceEntry } from "./services.ts";

/**
 * A connection ends after this age, plus or minus a tenth, and after its calls. Clients then look the addresses up again,
 * so new replicas receive calls.
 */
const CONNECTION_AGE_MS = 2 * 60_000;
const CONNECTIONS_STREAMS_MAX = 1_000;

export interface GrpcServerOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  services: readonly ServiceEntry[];
  interceptors?: Interceptor[];
  maxBytes?: number;
  deadlineMs?: number;
  connectionAgeMs?: number;
  /** Serves gRPC reflection. */
  reflection?: boolean;
  /** With them the server requires a certificate of each client. Without them it speaks without TLS. */
  certificates?: Certificates | undefined;
  log: HandleOptions["log"];
}

export interface GrpcServer {
  readonly port: number;
  /** Sets the status that grpc.health.v1 answers. */
  setServing(serving: boolean): void;
  /** Refuses new calls, and waits a limited time for those in flight. */
  drain(limitMs?: number): Promise<void>;
  /** Closes open connections. */
  close(): void;
}

/** Serves the handlers of Connect services over grpc-js. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { host, services, interceptors = [], maxBytes = MESSAGE_BYTES_MAX, deadlineMs = DEADLINE_MS, log } = options;
  const server = new Server({
    "grpc.max_receive_message_length": maxBytes,
    "grpc.max_send_message_length": maxBytes,
    "grpc.max_concurrent_streams": CONNECTIONS_STREAMS_MAX,
    "grpc.max_connection_age_ms": options.connectionAgeMs ?? CONNECTION_AGE_MS,
    "grpc.max_connection_age_grace_ms": STREAM_DEADLINE_MS,
    "grpc.keepalive_time_ms": 30_000,
    "grpc.keepalive_timeout_ms": 10_000,
  });
  const handling = { interceptors, deadlineMs, isMutualTls: options.certificates !== undefined, log };
  for (const entry of services) {
    server.addService(definition(entry.service), implementation(entry, handling));
  }
  const names = ["", ...services.map(({ service }) => service.typeName)];
  const health = new HealthImplementation();
  health.addToServer(server);
  if (options.reflection) addReflection(server, services);
  const setServing = (serving: boolean) => {
    for (const name of names) health.setStatus(name, serving ? "SERVING" : "NOT_SERVING");
  };
  setServing(true);
  const tls = options.certificates && new MutualTls(options.certificates);
  const port = await bind(server, addressOf(host, options.port), tls ?? ServerCredentials.createInsecure());
  const forget = options.certificates?.onChange(() => {
    tls?.renew();
    // Open connections end after their calls, so that certificates which are no longer trusted end with them.
    server.drain(addressOf(host, port), STREAM_DEADLINE_MS);
  });
  return {
    port,
    setServing,
    async drain(limitMs = DRAIN_MS) {
      setServing(false);
      forget?.();
      await drain(server, limitMs);
    },
    close: () => {
      forget?.();
      server.forceShutdown();
    },
  };
}

const addressOf = (host: string, port: number) => `${host.includes(":") ? `[${host}]` : host}:${port}`;

const bind = (server: Server, address: string, credentials: ServerCredentials) =>
  new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error === null) resolve(bound);
      else
        reject(
          new Error(
            `cannot listen on ${address}: ${/EADDRINUSE/.test(error.message) ? "the port is taken" : error.message}`,
          ),
        );
    });
  });

const drain = (server: Server, limitMs: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, limitMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });

function definition(service: DescService): ServiceDefinition {
  const methods = service.methods.map((method) => {
    const codec = codecOf(method);
    const stream = method.methodKind !== "unary";
    const rpc = {
      path: codec.path,
      requestStream: stream,
      responseStream: stream,
      requestSerialize: codec.encodeRequest,
      requestDeserialize: stream ? codec.decodeRequest : asBytes,
      responseSerialize: asBytes,
      responseDeserialize: codec.decodeResponse,
    };
    return [method.localName, rpc];
  });
  return Object.fromEntries(methods);
}

function implementation({ service, impl }: ServiceEntry, options: HandleOptions): UntypedServiceImplementation {
  const { methods } = createServiceImplSpec(service, impl);
  const handlers = Object.entries(methods).map(([name, spec]) => [
    name,
    spec.kind === "unary" ? handleUnary(spec, options) : handleStream(spec, options),
  ]);
  return Object.fromEntries(handlers);
}
