import type { AddressInfo } from "node:net";
import type { DescService } from "@bufbuild/protobuf";
import { startImports } from "@emissions/imports/imports.fixture";
import { routes } from "@emissions/imports/service";
import { grpcTransport } from "@emissions/kit/wire/client";
import { startGrpcServer } from "@emissions/kit/wire/server";
import { signCalls, verifyCalls } from "@emissions/kit/wire/signer";
import { testSigner } from "@emissions/testkit/principals";
import type { FastifyBaseLogger } from "fastify";
import { expect } from "vitest";
import { gateway } from "./gateway.ts";

/** A gateway that listens, with these services of a real imports service over gRPC. */
export async function gatewayWithImports(services: readonly DescService[], logger?: FastifyBaseLogger) {
  const imports = await startImports();
  const server = await startGrpcServer({
    host: "127.0.0.1",
    port: 0,
    services: routes(imports.context),
    interceptors: [verifyCalls(testSigner("imports"))],
    log: { error: (fields) => expect.unreachable(JSON.stringify(fields)) },
  });
  const transport = grpcTransport({
    baseUrl: `http://127.0.0.1:${server.port}`,
    interceptors: [signCalls(testSigner("gateway"), "imports")],
  });
  const real = Object.fromEntries(services.map(({ typeName }) => [typeName, transport]));
  const { app } = await gateway({ real, linkFailures: 30, ...(logger && { logger }) });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    imports,
    base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    stop: async () => {
      await app.close();
      transport.close();
      server.close();
      await imports.drop();
    },
  };
}
