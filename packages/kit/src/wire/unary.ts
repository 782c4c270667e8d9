import { setTimeout as sleep } from "node:timers/promises";
import type { DescMessage } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type Interceptor, type UnaryRequest, type UnaryResponse } from "@connectrpc/connect";
import type { Client } from "@grpc/grpc-js";
import { asBytes, codecOf } from "./codec.ts";
import { refusalIn } from "./errors.ts";
import { toHeaders, toMetadata } from "./metadata.ts";
import { fromStatus } from "./status.ts";

/** Attempts of a call while the service cannot be reached. */
const ATTEMPTS_MAX = 3;
const RETRY_BASE_MS = 100;
const READS = /^(Get|List|Resolve|Authenticate)/;
/**
 * How grpc-js describes REFUSED_STREAM: the server closed the connection before it read the call. grpc-js repeats such a
 * call once, perhaps on another connection that is being renewed.
 */
const UNREAD = "Stream refused by server";

type Next = ReturnType<Interceptor>;

interface UnaryCall<I extends DescMessage, O extends DescMessage> {
  client: Client;
  request: Omit<UnaryRequest<I, O>, "signal">;
  interceptors: readonly Interceptor[];
  signal: AbortSignal | undefined;
  timeoutMs: number;
}

/**
 * Runs a call through the interceptors until the signal of the caller or the deadline. `runUnaryCall` of Connect does
 * the same, but aborts the signal of each successful call. The error that it makes for that costs as much as the
 * message.
 */
export async function callUnary<I extends DescMessage, O extends DescMessage>(
  call: UnaryCall<I, O>,
): Promise<UnaryResponse<I, O>> {
  const { client, interceptors, signal, timeoutMs } = call;
  const deadline = Date.now() + timeoutMs;
  const ending = new AbortController();
  const cancel = () => ending.abort(ConnectError.from(signal?.reason, Code.Canceled));
  const expire = () => ending.abort(new ConnectError("the operation timed out", Code.DeadlineExceeded));
  const timer = setTimeout(expire, timeoutMs);
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });

  const last: Next = async (sent) => {
    const request = sent as UnaryRequest;
    return read(request, await retried(request, () => callOnce(client, request, deadline)));
  };
  const chain = interceptors.reduceRight((next, interceptor) => interceptor(next), last);
  try {
    return (await chain({ ...call.request, signal: ending.signal } as UnaryRequest)) as UnaryResponse<I, O>;
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : ConnectError.from(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

interface Answer {
  header: Headers;
  trailer: Headers;
  /** These are still bytes, see `asBytes`. grpc-js also receives the promise of the answer. */
  bytes: Buffer;
}

function read({ method }: UnaryRequest, { header, trailer, bytes }: Answer): UnaryResponse {
  try {
    const message = codecOf(method).decodeResponse(bytes);
    return { stream: false, service: method.parent, method, header, trailer, message };
  } catch (cause) {
    throw new ConnectError("the answer cannot be read", Code.Internal, undefined, undefined, cause);
  }
}

function callOnce(client: Client, request: UnaryRequest, deadline: number): Promise<Answer> {
  const { method, signal } = request;
  const codec = codecOf(method);
  return new Promise((resolve, reject) => {
    let header = new Headers();
    let bytes: Buffer | undefined;
    const call = client.makeUnaryRequest<Buffer, Buffer>(
      codec.path,
      asBytes,
      asBytes,
      codec.encodeRequest(request.message),
      toMetadata(request.header),
      { deadline },
      (error, answer) => {
        if (error === null) bytes = answer;
        else reject(fromStatus(error, signal));
      },
    );
    const cancel = () => call.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    call.on("metadata", (metadata) => {
      header = toHeaders(metadata);
    });
    // Emitted right after the callback, with the trailers that the callback lacks.
    call.on("status", (status) => {
      signal.removeEventListener("abort", cancel);
      if (bytes !== undefined) resolve({ header, trailer: toHeaders(status.metadata), bytes });
    });
    if (signal.aborted) cancel();
  });
}

/** Calls with side effects are repeated only if the server has not read them. They could have taken effect. */
async function retried<T>({ method, signal }: UnaryRequest, attempt: () => Promise<T>): Promise<T> {
  const harmless = method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS || READS.test(method.name);
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      // A refusal comes from a service that was reached.
      const unreachable =
        error instanceof ConnectError && error.code === Code.Unavailable && refusalIn(error) === undefined;
      const repeatable = unreachable && (harmless || error.rawMessage === UNREAD);
      if (!repeatable || tries >= ATTEMPTS_MAX || signal.aborted) throw error;
      await sleep(RETRY_BASE_MS * tries * (0.5 + Math.random()), undefined, { signal });
    }
  }
}
