import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Code, ConnectError, createClient, type ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter, createGrpcTransport } from "@connectrpc/connect-node";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { Client, credentials, Server, ServerCredentials, status } from "@grpc/grpc-js";
import { protoPath } from "grpc-health-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grpcTransport } from "./client.ts";
import { asBytes } from "./codec.ts";
import { EchoService } from "./echo.fixture.ts";
import { notFound, refusalIn } from "./errors.ts";
import { type GrpcServer, startGrpcServer } from "./server.ts";
import { serve } from "./services.ts";

const run = promisify(execFile);
const BUF = fileURLToPath(new URL("../../../../node_modules/.bin/buf", import.meta.url));
const HEALTH = protoPath.replace(/health\/v1\/health\.proto$/, "");
const IMAGE = fileURLToPath(new URL("../../../../proto/gen/image.binpb", import.meta.url));

const GARBAGE = Buffer.from([0xff, 0xff, 0xff]);

const echo: Partial<ServiceImpl<typeof EchoService>> = {
  say({ value }, call) {
    if (value === "fail") throw notFound("thing");
    call.responseHeader.set("seen-bin", call.requestHeader.get("greeting-bin") ?? "");
    return { value };
  },
  async *split({ value }) {
    for (const part of value.split(" ")) yield { value: part };
  },
  async join(requests) {
    const values: string[] = [];
    for await (const { value } of requests) values.push(value);
    return { value: values.join(" ") };
  },
};

const units: Partial<ServiceImpl<typeof UnitService>> = {
  listUnits({ type }) {
    if (type === "none") throw notFound("unit");
    return { units: [{ id: "1", name: "kilogram_(kg)", type }] };
  },
};

let server: GrpcServer;
let url: string;
beforeAll(async () => {
  const services = [serve(EchoService, echo), serve(UnitService, units)];
  server = await startGrpcServer({ host: "127.0.0.1", port: 0, services, reflection: true, log: { error: () => {} } });
  url = `http://127.0.0.1:${server.port}`;
});
afterAll(() => server.close());

type Echo = ReturnType<typeof createClient<typeof EchoService>>;

async function expectAll(client: Echo): Promise<void> {
  const seen: string[] = [];
  const onHeader = (headers: Headers) =>
    void seen.push(Buffer.from(headers.get("seen-bin") ?? "", "base64").toString("hex"));
  const reply = await client.say({ value: "ünïcode" }, { headers: { "greeting-bin": "AP8=" }, onHeader });
  expect(reply.value).toBe("ünïcode");
  expect(seen).toEqual(["00ff"]);

  const error = await client.say({ value: "fail" }).then(() => expect.fail("refused"), ConnectError.from);
  expect(error.code).toBe(Code.NotFound);
  expect(refusalIn(error)?.code).toBe("THING_NOT_FOUND");

  const parts: string[] = [];
  for await (const { value } of client.split({ value: "a b" })) parts.push(value);
  expect(parts).toEqual(["a", "b"]);
  const both = async function* () {
    yield { value: "c" };
    yield { value: "d" };
  };
  expect((await client.join(both())).value).toBe("c d");
}

describe("our server", () => {
  it("answers a client of another implementation of gRPC", async () => {
    await expectAll(createClient(EchoService, createGrpcTransport({ baseUrl: url })));
  });

  it.each([
    { from: "the schema", args: ["--schema", IMAGE] },
    { from: "reflection", args: ["--reflect"] },
  ])("answers buf curl with descriptors from $from", async ({ args }) => {
    const options = ["curl", "--protocol", "grpc", "--http2-prior-knowledge", ...args, "--data"];
    const target = `${url}/emissions.factors.v1.UnitService/ListUnits`;
    const { stdout } = await run(BUF, [...options, '{"type": "solid"}', target]);
    expect(JSON.parse(stdout)).toEqual({ units: [{ id: "1", name: "kilogram_(kg)", type: "solid" }] });
    const refused = await run(BUF, [...options, '{"type": "none"}', target]).catch(
      (error: { stderr: string }) => error,
    );
    expect(refused.stderr).toContain('"code": "not_found"');
  });

  it("refuses bytes that are no message, and stays available", async () => {
    const client = new Client(new URL(url).host, credentials.createInsecure());
    const say = (bytes: Buffer) =>
      new Promise<number>((resolve) => {
        const path = `/${EchoService.typeName}/${EchoService.method.say.name}`;
        client.makeUnaryRequest(path, asBytes, asBytes, bytes, (error) => resolve(error?.code ?? status.OK));
      });
    expect([await say(GARBAGE), await say(Buffer.alloc(0))]).toEqual([status.INVALID_ARGUMENT, status.OK]);
    client.close();
  });

  it("hides its methods unless reflection is on", async () => {
    const services = [serve(UnitService, units)];
    const silent = await startGrpcServer({ host: "127.0.0.1", port: 0, services, log: { error: () => {} } });
    const target = `http://127.0.0.1:${silent.port}/emissions.factors.v1.UnitService/ListUnits`;
    const options = ["curl", "--protocol", "grpc", "--http2-prior-knowledge", "--data", "{}"];
    const refused = await run(BUF, [...options, "--reflect", target]).catch((error: { stderr: string }) => error);
    expect(refused).toMatchObject({ stderr: expect.stringContaining("failed to find service") });
    expect((await run(BUF, [...options, "--schema", IMAGE, target])).stdout).toContain("kilogram_(kg)");
    await silent.close();
  });

  it("answers grpc.health.v1", async () => {
    const healthOf = async (service: string) => {
      const options = ["curl", "--protocol", "grpc", "--http2-prior-knowledge", "--schema", HEALTH, "--data"];
      const { stdout } = await run(BUF, [
        ...options,
        JSON.stringify({ service }),
        `${url}/grpc.health.v1.Health/Check`,
      ]);
      return JSON.parse(stdout).status;
    };
    expect(await healthOf("")).toBe("SERVING");
    expect(await healthOf(UnitService.typeName)).toBe("SERVING");
    server.setServing(false);
    expect(await healthOf("")).toBe("NOT_SERVING");
  });
});

describe("our client", () => {
  it("fails on an answer that is no message", async () => {
    const garbled = new Server();
    const say = (_call: unknown, callback: (error: null, bytes: Buffer) => void) => callback(null, GARBAGE);
    const { name } = EchoService.method.say;
    const rpc = { path: `/${EchoService.typeName}/${name}`, requestStream: false, responseStream: false };
    const bytes = { requestSerialize: asBytes, requestDeserialize: asBytes };
    const answers = { responseSerialize: asBytes, responseDeserialize: asBytes };
    garbled.addService({ say: { ...rpc, ...bytes, ...answers } }, { say });
    const port = await new Promise<number>((resolve) => {
      garbled.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (_error, bound) => resolve(bound));
    });
    const client = createClient(EchoService, grpcTransport({ baseUrl: `http://127.0.0.1:${port}` }));
    const error = await client.say({ value: "x" }).then(() => expect.fail("read"), ConnectError.from);
    expect(error.code).toBe(Code.Internal);
    garbled.forceShutdown();
  });

  it("calls a server of another implementation of gRPC", async () => {
    const other = createServer(connectNodeAdapter({ routes: (router) => router.service(EchoService, echo) }));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const transport = grpcTransport({ baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}` });
    await expectAll(createClient(EchoService, transport));
    transport.close();
    other.close();
  });
});
