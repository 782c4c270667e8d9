import { ConnectError, createClient, type ServiceImpl } from "@connectrpc/connect";
import { afterEach, expect } from "vitest";
import { type GrpcTransportOptions, grpcTransport } from "./client.ts";
import { EchoService } from "./echo.fixture.ts";
import { type GrpcServerOptions, startGrpcServer } from "./server.ts";
import { serve } from "./services.ts";

/** Steps that close the resources of a test, run in reverse order after it. */
export const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

export type Impl = Partial<ServiceImpl<typeof EchoService>>;

interface Setup {
  server?: Partial<GrpcServerOptions>;
  client?: Partial<GrpcTransportOptions>;
}

export async function echo(impl: Impl, { server: serverOptions, client: clientOptions }: Setup = {}) {
  const logged: { fields: object; message: string }[] = [];
  const log = { error: (fields: object, message: string) => void logged.push({ fields, message }) };
  const services = [serve(EchoService, impl)];
  const server = await startGrpcServer({ host: "127.0.0.1", port: 0, services, log, ...serverOptions });
  closing.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const transport = grpcTransport({ baseUrl, ...clientOptions });
  closing.push(() => transport.close());
  return { client: createClient(EchoService, transport), server, baseUrl, logged };
}

export const failure = (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(
    () => expect.fail("the call should have failed"),
    (error) => ConnectError.from(error),
  );

/** Call options that keep the metadata of the answer. */
export function heads() {
  const kept = { header: new Headers(), trailer: new Headers() };
  const onHeader = (header: Headers) => void Object.assign(kept, { header });
  const onTrailer = (trailer: Headers) => void Object.assign(kept, { trailer });
  return { kept, onHeader, onTrailer };
}
