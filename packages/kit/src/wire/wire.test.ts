import {
  Code,
  ConnectError,
  createClient,
  type HandlerContext,
  type Interceptor,
  type ServiceImpl,
} from "@connectrpc/connect";
import { afterEach, describe, expect, it } from "vitest";
import { invalid, notFound, refusalIn } from "../errors.ts";
import { serve } from "../services.ts";
import { type GrpcTransportOptions, grpcTransport } from "./client.ts";
import { EchoService } from "./echo.fixture.ts";
import { type GrpcServerOptions, startGrpcServer } from "./server.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

type Impl = Partial<ServiceImpl<typeof EchoService>>;

interface Setup {
  server?: Partial<GrpcServerOptions>;
  client?: Partial<GrpcTransportOptions>;
}

async function echo(impl: Impl, { server: serverOptions, client: clientOptions }: Setup = {}) {
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

const failure = (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(
    () => expect.fail("the call should have failed"),
    (error) => ConnectError.from(error),
  );

async function* texts(...values: string[]) {
  for (const value of values) yield { value };
}

async function collect(messages: AsyncIterable<{ value: string }>): Promise<string[]> {
  const values: string[] = [];
  for await (const { value } of messages) values.push(value);
  return values;
}

/** Call options that keep the metadata of the answer. */
function heads() {
  const kept = { header: new Headers(), trailer: new Headers() };
  const onHeader = (header: Headers) => void Object.assign(kept, { header });
  const onTrailer = (trailer: Headers) => void Object.assign(kept, { trailer });
  return { kept, onHeader, onTrailer };
}

/** A handler that waits for the end of its call and keeps what it saw. */
function patient() {
  const seen = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<HandlerContext>();
  const say: Impl["say"] = async (request, call) => {
    begun.resolve(call);
    await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
    seen.resolve(call.signal.reason);
    return request;
  };
  return { say, seen: seen.promise, begun: begun.promise };
}

describe("a call", () => {
  it("carries message and metadata, text and binary, as header and trailer, both ways", async () => {
    const bytes = Buffer.from([0, 1, 254, 255]).toString("base64").replaceAll("=", "");
    const { client } = await echo({
      say(request, call) {
        call.responseHeader.set("seen", call.requestHeader.get("greeting") ?? "");
        call.responseHeader.set("seen-bin", call.requestHeader.get("greeting-bin") ?? "");
        call.responseTrailer.set("at-the-end-bin", bytes);
        return { value: `${request.value}!` };
      },
    });
    const { kept, ...options } = heads();
    const headers = { greeting: "hello", "greeting-bin": bytes };
    const reply = await client.say({ value: "Grüße" }, { headers, ...options });
    expect(reply.value).toBe("Grüße!");
    expect(kept.header.get("seen")).toBe("hello");
    expect(kept.header.get("seen-bin")).toBe(bytes);
    expect(kept.trailer.get("at-the-end-bin")).toBe(bytes);
  });

  it("brings a refusal over whole: code, message, details, metadata", async () => {
    const { client, logged } = await echo({
      say() {
        const error = invalid([{ loc: ["body", "größe"], msg: "ist zu groß", type: "value_error" }]);
        error.metadata.set("retry-after", "7");
        throw error;
      },
    });
    const error = await failure(client.say({ value: "x" }));
    expect(error.code).toBe(Code.InvalidArgument);
    expect(error.rawMessage).toBe("The request is not valid.");
    expect(error.metadata.get("retry-after")).toBe("7");
    const refusal = refusalIn(error);
    expect(refusal?.code).toBe("REQUEST_VALIDATION_FAILED");
    expect(refusal?.violations).toMatchObject([{ loc: ["body", "größe"], msg: "ist zu groß", type: "value_error" }]);
    expect(logged).toEqual([]);
  });

  it("tells nothing of a fault, and logs it once with the request id", async () => {
    const { client, logged } = await echo({
      say() {
        throw new Error("password=hunter2 at db:5432");
      },
    });
    const error = await failure(client.say({ value: "x" }, { headers: { "x-request-id": "r-1" } }));
    expect(error.code).toBe(Code.Internal);
    expect(error.rawMessage).toBe("internal error");
    expect(error.details).toEqual([]);
    expect(logged).toHaveLength(1);
    expect(logged[0]?.fields).toMatchObject({ request_id: "r-1", rpc: "/echo.v1.EchoService/Say" });
  });

  it("is unimplemented when nobody wrote it", async () => {
    const { client } = await echo({});
    expect((await failure(client.say({ value: "x" }))).code).toBe(Code.Unimplemented);
  });

  it("runs through the interceptors of both sides", async () => {
    const mark =
      (name: string): Interceptor =>
      (next) =>
      async (request) => {
        request.header.append("path", name);
        const response = await next(request);
        response.header.append("path", name);
        return response;
      };
    const { client } = await echo(
      { say: (_, call) => ({ value: call.requestHeader.get("path") ?? "" }) },
      { server: { interceptors: [mark("server")] }, client: { interceptors: [mark("client")] } },
    );
    const { kept, ...options } = heads();
    const reply = await client.say({ value: "" }, options);
    expect(reply.value).toBe("client, server");
    expect(kept.header.get("path")).toBe("server, client");
  });

  it("can be refused by an interceptor before the handler sees it", async () => {
    const refuse: Interceptor = () => () => {
      throw notFound("thing");
    };
    const { client } = await echo({ say: (request) => request }, { server: { interceptors: [refuse] } });
    const error = await failure(client.say({ value: "x" }));
    expect(refusalIn(error)?.code).toBe("THING_NOT_FOUND");
  });
});

describe("the end of a call", () => {
  it("comes with the caller's deadline, for the handler too", async () => {
    const handler = patient();
    const { client } = await echo(handler);
    const error = await failure(client.say({ value: "x" }, { timeoutMs: 100 }));
    expect(error.code).toBe(Code.DeadlineExceeded);
    expect(await handler.seen).toBeInstanceOf(ConnectError);
    expect((await handler.begun).timeoutMs()).toBeLessThanOrEqual(100);
  });

  it("comes when the caller gives up", async () => {
    const handler = patient();
    const { client } = await echo(handler);
    const abort = new AbortController();
    const call = failure(client.say({ value: "x" }, { signal: abort.signal }));
    await handler.begun;
    abort.abort();
    expect((await call).code).toBe(Code.Canceled);
    expect(ConnectError.from(await handler.seen).code).toBe(Code.Canceled);
  });

  it("has a deadline when the caller asks for none, and never a longer one", async () => {
    const { client } = await echo({ say: (_, call) => ({ value: String(call.timeoutMs()) }) });
    const limits = await Promise.all([client.say({ value: "" }), client.say({ value: "" }, { timeoutMs: 60_000 })]);
    for (const { value } of limits) {
      expect(Number(value)).toBeGreaterThan(5_000);
      expect(Number(value)).toBeLessThanOrEqual(10_000);
    }
  });

  it("is imposed by the server on callers with more patience", async () => {
    const handler = patient();
    const { client, logged } = await echo(handler, { server: { deadlineMs: 100 } });
    expect((await failure(client.say({ value: "x" }))).code).toBe(Code.DeadlineExceeded);
    expect(ConnectError.from(await handler.seen).code).toBe(Code.DeadlineExceeded);
    expect(logged).toEqual([]);
  });
});

describe("a message over the size limit", () => {
  const big = { value: "x".repeat(2_000) };

  it.each([
    { what: "refused by the client that sends it", client: { maxBytes: 1_000 }, server: {} },
    { what: "refused by the server that receives it", client: {}, server: { maxBytes: 1_000 } },
  ])("is $what", async ({ client: clientOptions, server }) => {
    const { client } = await echo({ say: (request) => request }, { client: clientOptions, server });
    expect((await failure(client.say(big))).code).toBe(Code.ResourceExhausted);
  });

  it("is refused on the way back", async () => {
    const { client } = await echo({ say: () => big }, { client: { maxBytes: 1_000 } });
    expect((await failure(client.say({ value: "x" }))).code).toBe(Code.ResourceExhausted);
  });
});

describe("a service that cannot be reached", () => {
  it("is tried again by calls that change nothing, and reached once it is back", async () => {
    const { server, client } = await echo({ getSaid: (request) => request, say: (request) => request });
    await client.getSaid({ value: "first" });
    server.close();
    const refused = await failure(client.say({ value: "lost" }));
    expect(refused.code).toBe(Code.Unavailable);
    const again = client.getSaid({ value: "again" });
    await startAgain(server.port);
    expect((await again).value).toBe("again");
  });

  it("is given up after a few tries", async () => {
    const { server, client } = await echo({ getSaid: (request) => request });
    server.close();
    const started = Date.now();
    expect((await failure(client.getSaid({ value: "x" }))).code).toBe(Code.Unavailable);
    expect(Date.now() - started).toBeLessThan(3_000);
  });

  async function startAgain(port: number) {
    const services = [serve(EchoService, { getSaid: (request) => request })];
    const server = await startGrpcServer({ host: "127.0.0.1", port, services, log: { error: () => {} } });
    closing.push(() => server.close());
  }
});

describe("streams", () => {
  it("bring many messages to the caller, with header and trailer", async () => {
    const { client } = await echo({
      async *split({ value }, call) {
        call.responseHeader.set("parts", "many");
        for (const value_ of value.split(" ")) yield { value: value_ };
        call.responseTrailer.set("done", "yes");
      },
    });
    const { kept, ...options } = heads();
    expect(await collect(client.split({ value: "a b c" }, options))).toEqual(["a", "b", "c"]);
    expect(kept.header.get("parts")).toBe("many");
    expect(kept.trailer.get("done")).toBe("yes");
  });

  it("bring many messages to the handler, larger than any buffer", async () => {
    const chunk = "x".repeat(64 * 1024);
    const { client } = await echo({
      async join(requests) {
        let length = 0;
        for await (const { value } of requests) length += value.length;
        return { value: String(length) };
      },
    });
    const reply = await client.join(texts(...Array.from({ length: 200 }, () => chunk)));
    expect(reply.value).toBe(String(200 * chunk.length));
  });

  it("go both ways at once", async () => {
    const { client } = await echo({
      async *chat(requests) {
        for await (const { value } of requests) yield { value: `${value}?` };
      },
    });
    expect(await collect(client.chat(texts("a", "b")))).toEqual(["a?", "b?"]);
  });

  it("end with the refusal of the handler, after what came before it", async () => {
    const { client } = await echo({
      async *split() {
        yield { value: "a" };
        throw notFound("rest");
      },
    });
    const seen: string[] = [];
    const error = await failure(
      (async () => {
        for await (const { value } of client.split({ value: "" })) seen.push(value);
      })(),
    );
    expect(seen).toEqual(["a"]);
    expect(refusalIn(error)?.code).toBe("REST_NOT_FOUND");
  });

  it("may be answered before everything was sent", async () => {
    const { client } = await echo({
      async join(requests) {
        for await (const { value } of requests) throw notFound(value);
        return { value: "" };
      },
    });
    const error = await failure(client.join(texts(...Array.from({ length: 500 }, () => "x".repeat(16 * 1024)))));
    expect(error.code).toBe(Code.NotFound);
  });

  it("stop for the handler when the caller gives up", async () => {
    const stopped = Promise.withResolvers<unknown>();
    const { client } = await echo({
      async *split(_, call) {
        call.signal.addEventListener("abort", () => stopped.resolve(call.signal.reason));
        for (;;) {
          yield { value: "more" };
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    const abort = new AbortController();
    const error = await failure(
      (async () => {
        for await (const { value } of client.split({ value: "" }, { signal: abort.signal })) if (value) abort.abort();
      })(),
    );
    expect(error.code).toBe(Code.Canceled);
    expect(await stopped.promise).toBeInstanceOf(ConnectError);
  });
});

describe("a server that stops", () => {
  it("finishes the calls in flight and takes no new ones", async () => {
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { client, server, baseUrl } = await echo({
      async say(request) {
        begun.resolve();
        await finish.promise;
        return request;
      },
    });
    const call = client.say({ value: "in flight" });
    await begun.promise;
    const drained = server.drain();
    const newcomer = grpcTransport({ baseUrl });
    closing.push(() => newcomer.close());
    expect((await failure(createClient(EchoService, newcomer).say({ value: "new" }))).code).toBe(Code.Unavailable);
    finish.resolve();
    expect((await call).value).toBe("in flight");
    await drained;
  });

  it("waits only so long", async () => {
    const handler = patient();
    const { client, server } = await echo(handler);
    const call = failure(client.say({ value: "never done" }));
    await handler.begun;
    await server.drain(50);
    expect((await call).code).toBe(Code.Unavailable);
  });
});
