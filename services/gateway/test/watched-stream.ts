import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { DescMethodServerStreaming, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { grpcTransport } from "@emissions/kit/wire/client";
import { startGrpcServer } from "@emissions/kit/wire/server";
import { serve } from "@emissions/kit/wire/services";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { as } from "./access.ts";
import { gateway } from "./gateway.ts";

export interface WatchedStream<M extends DescMethodServerStreaming> {
  app: FastifyInstance;
  /** The behaviour of the service in a test. */
  behave: (
    request: MessageShape<M["input"]>,
    call: HandlerContext,
  ) => AsyncGenerator<MessageInitShape<M["output"]>, void>;
  /** Messages that the service was asked for. */
  sent: number;
  /** Whether the call has ended. */
  ended: boolean;
  /** An answer to a viewer, whose body is not read yet. */
  open(request: { method: "GET" | "POST"; path: string; body?: string }): Promise<IncomingMessage>;
}

/** A gateway before a service of this method alone, for all tests of a file. */
export function watchedStream<M extends DescMethodServerStreaming>(method: M): WatchedStream<M> {
  const watched = { sent: 0, ended: false } as WatchedStream<M>;
  const closing: (() => unknown)[] = [];
  let port: number;
  async function* handle(request: MessageShape<M["input"]>, call: HandlerContext) {
    call.signal.addEventListener("abort", () => {
      watched.ended = true;
    });
    for await (const message of watched.behave(request, call)) {
      watched.sent += 1;
      yield message;
    }
  }
  watched.open = async ({ method: verb, path, body }) => {
    const headers = { ...as("viewer"), ...(body !== undefined && { "content-type": "application/json" }) };
    const request = httpRequest({ port, host: "127.0.0.1", path, method: verb, headers }).end(body);
    const [answer] = await once(request, "response");
    return answer as IncomingMessage;
  };
  beforeAll(async () => {
    // The compiler cannot know that the name is that of the method.
    const impl = { [method.localName]: handle } as unknown as Partial<ServiceImpl<M["parent"]>>;
    const server = await startGrpcServer({
      host: "127.0.0.1",
      port: 0,
      services: [serve(method.parent, impl)],
      log: { error: () => {} },
    });
    const transport = grpcTransport({ baseUrl: `http://127.0.0.1:${server.port}` });
    ({ app: watched.app } = await gateway({ real: { [method.parent.typeName]: transport } }));
    await watched.app.listen({ host: "127.0.0.1", port: 0 });
    port = (watched.app.server.address() as AddressInfo).port;
    closing.push(
      () => watched.app.close(),
      () => transport.close(),
      () => server.close(),
    );
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  beforeEach(() => {
    Object.assign(watched, { sent: 0, ended: false });
  });
  return watched;
}
