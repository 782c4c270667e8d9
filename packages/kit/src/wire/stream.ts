import type { DescMessage, Message, MessageShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type StreamRequest, type StreamResponse } from "@connectrpc/connect";
import type { Client, ClientDuplexStream, Metadata, ServiceError, StatusObject } from "@grpc/grpc-js";
import { asBytes, type Codec, codecOf } from "./codec.ts";
import { toHeaders, toMetadata } from "./metadata.ts";
import { fromStatus } from "./status.ts";

type Duplex = ClientDuplexStream<Message, Buffer>;

/**
 * Client side of a streaming call. All three kinds of streams are carried as a bidirectional stream: messages go out
 * until the client half-closes, and come back until the status.
 */
export async function openStream<I extends DescMessage, O extends DescMessage>(
  client: Client,
  request: StreamRequest<I, O>,
  deadline: number,
): Promise<StreamResponse<I, O>> {
  const { method, signal } = request;
  const codec = codecOf(method);
  const metadata = toMetadata(request.header);
  const call: Duplex = client.makeBidiStreamRequest(codec.path, codec.encodeRequest, asBytes, metadata, { deadline });
  const cancel = () => call.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();

  const trailer = new Headers();
  const opened = Promise.withResolvers<Headers>();
  const ended = Promise.withResolvers<void>();
  // Both may be rejected before anything awaits them.
  opened.promise.catch(() => {});
  ended.promise.catch(() => {});
  call.on("metadata", (head: Metadata) => opened.resolve(toHeaders(head)));
  call.on("error", (error: ServiceError) => {
    opened.reject(fromStatus(error, signal));
    ended.reject(fromStatus(error, signal));
  });
  call.on("status", (status: StatusObject) => {
    signal.removeEventListener("abort", cancel);
    toHeaders(status.metadata).forEach((value, name) => {
      trailer.append(name, value);
    });
    opened.resolve(new Headers());
    ended.resolve();
  });

  send(call, request.message, ended.promise).catch((cause: unknown) => {
    ended.reject(ConnectError.from(cause, Code.Canceled));
    call.cancel();
  });
  const header = await opened.promise;
  const message = receive(call, codec, ended.promise) as AsyncIterable<MessageShape<O>>;
  return { stream: true, service: method.parent, method, header, trailer, message };
}

async function send(call: Duplex, messages: AsyncIterable<Message>, ended: Promise<void>): Promise<void> {
  let over = false;
  const end = ended
    .catch(() => {})
    .then(() => {
      over = true;
    });
  for await (const message of messages) {
    // A server may answer before it has read everything. The rest is not sent.
    if (over) return;
    if (!call.write(message)) await Promise.race([end, new Promise((drained) => call.once("drain", drained))]);
  }
  call.end();
}

/** Messages are decoded when they are taken: in the buffer of grpc-js they would outlive minor collections. */
async function* receive(call: Duplex, codec: Codec, ended: Promise<void>): AsyncGenerator<Message> {
  for await (const bytes of piecesOf(call)) yield codec.decodeResponse(bytes);
  await ended;
}

async function* piecesOf(call: Duplex): AsyncGenerator<Buffer> {
  try {
    yield* call.iterator({ destroyOnReturn: false });
  } catch {
    // The status explains the failure better than the error of the stream.
  }
}
