import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { Code, ConnectError } from "@connectrpc/connect";
import { locked } from "@emissions/kit/wire/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { samplePurchase } from "../../test/samples.ts";

const { app } = await gateway();
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: "/v1/purchases",
    headers: { ...as("editor"), "content-type": "application/json", ...headers },
    payload,
  });

describe("requests that reach no route", () => {
  it.each([
    ["GET", "/nowhere", 404, "NOT_FOUND"],
    ["GET", "/v1/purchases/a/b/c", 404, "NOT_FOUND"],
    ["PUT", "/v1/purchases", 405, "METHOD_NOT_ALLOWED"],
    ["DELETE", "/v1/total-impacts", 405, "METHOD_NOT_ALLOWED"],
    ["OPTIONS", "/v1/units", 404, "NOT_FOUND"],
    ["GET", "/v1/purchases/%ZZ", 400, "BAD_REQUEST"],
    ["GET", `/v1/purchases/${"x".repeat(300)}`, 414, "URI_TOO_LONG"],
  ] as const)("%s %s is %i", async (method, url, status, code) => {
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail: expect.any(String), code }]);
    expect(answer.headers["x-request-id"]).toEqual(uuid);
  });

  it.each([
    ["POST", "/nowhere", 404],
    ["PUT", "/v1/purchases", 405],
  ] as const)("are refused before their type is looked at: %s %s", async (method, url, status) => {
    const answer = await app.inject({ method, url, headers: { "content-type": "text/plain" }, payload: "x" });
    expect(answer.statusCode).toBe(status);
  });

  it("get the supported methods", async () => {
    const answer = await app.inject({ method: "PUT", url: "/v1/purchases/x" });
    expect(answer.headers.allow).toBe("DELETE, GET, PATCH");
  });
});

describe("bodies", () => {
  it.each([
    ["compressed", gzipSync("{}"), { "content-encoding": "gzip" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["another type", "a=1", { "content-type": "application/x-www-form-urlencoded" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["no type at all", "{}", { "content-type": "" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["another charset", "{}", { "content-type": "application/json; charset=latin1" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["more than 1 MiB", `"${"x".repeat(1024 * 1024)}"`, {}, 413, "PAYLOAD_TOO_LARGE"],
  ])("%s are refused", async (_what, payload, headers: Record<string, string>, status, code) => {
    const answer = await post(payload, headers);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it("that are empty or not JSON are validation errors, with 400 where the route says so", async () => {
    const types = async (payload: string) => {
      const answer = await post(payload);
      return [answer.statusCode, answer.json().detail[0]];
    };
    expect(await types("")).toEqual([400, { loc: ["body"], msg: "field required", type: "value_error.missing" }]);
    expect(await types("{")).toEqual([400, { loc: ["body"], msg: "invalid JSON", type: "value_error.jsondecode" }]);
    expect(await types("[]")).toEqual([400, { loc: ["body"], msg: expect.any(String), type: "type_error.dict" }]);
    const headers = { ...as("editor"), "content-type": "application/json" };
    const supplier = await app.inject({ method: "POST", url: "/v1/suppliers", headers, payload: "{" });
    expect([supplier.statusCode, supplier.json().detail[0].type]).toEqual([422, "value_error.jsondecode"]);
  });

  it("may begin with a byte order mark", async () => {
    expect((await post(`\ufeff${JSON.stringify(samplePurchase)}`)).statusCode).toBe(201);
  });
});

describe("failing services", () => {
  it.each([
    ["unreachable", () => new ConnectError("no connection to 10.0.0.7", Code.Unavailable), 503, "SERVICE_UNAVAILABLE"],
    ["a lock", () => locked(new Error("relation purchases is locked")), 503, "RESOURCE_LOCKED"],
    ["too slow", () => new ConnectError("deadline", Code.DeadlineExceeded), 503, "SERVICE_UNAVAILABLE"],
    ["a fault", () => new Error("relation purchases does not exist"), 500, "INTERNAL_ERROR"],
    ["an undocumented refusal", () => new ConnectError("numeric overflow", Code.OutOfRange), 500, "INTERNAL_ERROR"],
    ["an invalid principal", () => new ConnectError("who?", Code.Unauthenticated), 500, "INTERNAL_ERROR"],
  ])("%s", async (_what, failWith, status, code) => {
    const { app } = await gateway({ failWith });
    const answer = await app.inject({ url: "/v1/countries", headers: as("viewer") });
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail: expect.any(String), code }]);
    expect(answer.headers["retry-after"]).toBe(status === 503 ? "1" : undefined);
    expect(answer.body).not.toMatch(/10\.0\.0\.7|relation|overflow|who|deadline/);
  });
});

describe("input that is not a request", () => {
  let port: number;
  beforeAll(async () => {
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(() => app.close());

  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (data) => {
        answer += data;
      });
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });

  it.each([
    ["no HTTP", "hello\r\n\r\n", 400, "BAD_REQUEST"],
    ["a bad header", "GET / HTTP/1.1\r\nhost: a\r\nb ad: 1\r\n\r\n", 400, "BAD_REQUEST"],
    ["no host", "GET / HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "BAD_REQUEST"],
    ["two hosts", "GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n", 400, "BAD_REQUEST"],
    ["one host twice", "GET / HTTP/1.1\r\nhost: a\r\nhost: a\r\nconnection: close\r\n\r\n", 400, "BAD_REQUEST"],
    [
      "an address that does not exist, with a body that never comes",
      "POST /nowhere HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\nconnection: close\r\n\r\n",
      404,
      "NOT_FOUND",
    ],
    [
      "a method that does not exist, with a body that never comes",
      "PUT /v1/purchases HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\nconnection: close\r\n\r\n",
      405,
      "METHOD_NOT_ALLOWED",
    ],
    ["huge headers", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431, "HEADERS_TOO_LARGE"],
    [
      "an expectation",
      "GET / HTTP/1.1\r\nhost: a\r\nexpect: tea\r\nconnection: close\r\n\r\n",
      417,
      "EXPECTATION_FAILED",
    ],
    [
      "two lengths",
      "POST /auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
      400,
      "BAD_REQUEST",
    ],
  ])("%s is answered in the shape of the contract", async (_what, text, status, code) => {
    const answer = await send(text);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain("x-request-id: ");
    expect(JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1))).toEqual({
      detail: expect.any(String),
      code,
    });
  });

  it.each(["content-length: 8000000", "transfer-encoding: chunked"])(
    "a client that writes a body of 8 MB before it reads gets 413, and its next request is answered: %s",
    async (length) => {
      const socket = connect(port, "127.0.0.1");
      const headers = Object.entries({ host: "a", ...as("editor"), "content-type": "application/json" });
      const lines = [...headers.map((header) => header.join(": ")), length];
      socket.write(`POST /v1/purchases HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      const body = "x".repeat(8_000_000);
      const sent = length.includes("chunked") ? `7a1200\r\n${body}\r\n0\r\n\r\n` : body;
      await new Promise((resolve, reject) => socket.on("error", reject).write(sent, resolve));
      const first = String((await once(socket, "data"))[0]);
      expect(first).toMatch(/^HTTP\/1.1 413 /);
      expect(first).toContain("PAYLOAD_TOO_LARGE");
      socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
      expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1.1 200 /);
      socket.destroy();
    },
  );

  it("answers HEAD like GET, without the body", async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/countries`, { method: "HEAD", headers: as("viewer") });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });
});
