import { Code, ConnectError, createClient, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { grpcTransport } from "./client.ts";
import { EchoService } from "./echo.fixture.ts";
import { closing, echo, failure, heads, type Impl } from "./echo-server.fixture.ts";
import { invalid, locked, notFound, refusalIn, unprocessable } from "./errors.ts";
import { startGrpcServer } from "./server.ts";
import { serve } from "./services.ts";

/** A handler that waits for the end of its call and records it. */
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
  it("carries as many violations as a batch may list", async () => {
    const violations = Array.from({ length: 100 }, (_, index) => ({
      loc: ["body", "records", String(4_900 + index), "custom_emission_factor_id"],
      msg: "the custom emission group is not there, or does not belong to the organization or those above it",
      type: "ACTIVITY_DATE_OUT_OF_RANGE",
    }));
    const { client } = await echo({
      say() {
        throw unprocessable("BULK_RECORDS_REJECTED", "Only the first 100 mistakes are listed.", violations);
      },
    });
    const error = await failure(client.say({ value: "x" }));
    expect(refusalIn(error)?.violations).toMatchObject(violations);
  });

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

  it("carries a whole refusal: code, message, details, metadata", async () => {
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

  it("hides an unexpected error, and logs it once with the request id", async () => {
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

  it("logs why it is unavailable, and hides the reason from the caller", async () => {
    const cause = new Error("password=hunter2 at db:5432");
    const { client, logged } = await echo({
      say() {
        throw new ConnectError("Try again.", Code.Unavailable, undefined, undefined, cause);
      },
    });
    const error = await failure(client.say({ value: "x" }, { headers: { "x-request-id": "r-2" } }));
    expect([error.code, error.rawMessage, error.details]).toEqual([Code.Unavailable, "Try again.", []]);
    expect(JSON.stringify([...error.metadata])).not.toContain("hunter2");
    expect(logged).toMatchObject([{ fields: { request_id: "r-2", err: { cause } } }]);
  });

  it("is unimplemented without a handler", async () => {
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
  it("comes at the caller's deadline, for the handler too", async () => {
    const handler = patient();
    const { client } = await echo(handler);
    const error = await failure(client.say({ value: "x" }, { timeoutMs: 100 }));
    expect(error.code).toBe(Code.DeadlineExceeded);
    expect(await handler.seen).toBeInstanceOf(ConnectError);
    expect((await handler.begun).timeoutMs()).toBeLessThanOrEqual(100);
  });

  it("comes when the caller cancels", async () => {
    const handler = patient();
    const { client } = await echo(handler);
    const abort = new AbortController();
    const call = failure(client.say({ value: "x" }, { signal: abort.signal }));
    await handler.begun;
    abort.abort();
    expect((await call).code).toBe(Code.Canceled);
    expect(ConnectError.from(await handler.seen).code).toBe(Code.Canceled);
  });

  it("has a deadline even if the caller sets none, and never a longer one", async () => {
    const { client } = await echo({ say: (_, call) => ({ value: String(call.timeoutMs()) }) });
    const limits = await Promise.all([client.say({ value: "" }), client.say({ value: "" }, { timeoutMs: 60_000 })]);
    for (const { value } of limits) {
      expect(Number(value)).toBeGreaterThan(5_000);
      expect(Number(value)).toBeLessThanOrEqual(10_000);
    }
  });

  it("comes at the limit of the server if the caller's deadline is longer", async () => {
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

  it("is refused in a reply", async () => {
    const { client } = await echo({ say: () => big }, { client: { maxBytes: 1_000 } });
    expect((await failure(client.say({ value: "x" }))).code).toBe(Code.ResourceExhausted);
  });
});

describe("a service that cannot be reached", () => {
  it("is retried by calls without side effects until it is back", async () => {
    const { server, client } = await echo({ getSaid: (request) => request, say: (request) => request });
    await client.getSaid({ value: "first" });
    server.close();
    const refused = await failure(client.say({ value: "lost" }));
    expect(refused.code).toBe(Code.Unavailable);
    const again = client.getSaid({ value: "again" });
    await startAgain(server.port);
    expect((await again).value).toBe("again");
  });

  it("is unavailable after a few attempts", async () => {
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

it("a refusal is not retried, although it says that a retry may help", async () => {
  let calls = 0;
  const { client } = await echo({
    getSaid() {
      calls++;
      throw locked(new Error("canceling statement due to lock timeout"));
    },
  });
  const error = await failure(client.getSaid({ value: "x" }));
  expect([error.code, refusalIn(error)?.code, calls]).toEqual([Code.Unavailable, "RESOURCE_LOCKED", 1]);
});

describe("a server that stops", () => {
  it("finishes the calls in flight and refuses new ones", async () => {
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

  it("waits no longer than its limit", async () => {
    const handler = patient();
    const { client, server } = await echo(handler);
    const call = failure(client.say({ value: "never done" }));
    await handler.begun;
    await server.drain(50);
    expect((await call).code).toBe(Code.Unavailable);
  });
});
