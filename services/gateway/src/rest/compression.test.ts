import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { brotliDecompressSync, createGunzip, gunzipSync } from "node:zlib";
import {
  OwnWorkforceTrainingSchema,
  OwnWorkforceTrainingService,
} from "@emissions/proto/activity/v1/own_workforce_training_service";
import { PurchaseSchema } from "@emissions/proto/activity/v1/purchase_service";
import { until } from "@emissions/testkit/poll";
import { fastify } from "fastify";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { sample } from "../../test/samples.ts";
import { watchedStream } from "../../test/watched-stream.ts";
import { COMPRESSED_BYTES_MIN, compressAnswers } from "./compression.ts";

const purchase = sample(PurchaseSchema, { product_name: "x".repeat(2 * COMPRESSED_BYTES_MIN) });
const { app, routes } = await gateway({ samples: [purchase] });
const LARGE = "/v1/purchases";

const get = (encoding?: string, url = LARGE, method: "GET" | "HEAD" = "GET") =>
  app.inject({
    method,
    url,
    headers: { ...as("viewer"), ...(encoding !== undefined && { "accept-encoding": encoding }) },
  });

describe("an answer", () => {
  it("is compressed in an accepted encoding, brotli first", async () => {
    const plain = await get();
    expect(plain.rawPayload.length).toBeGreaterThan(COMPRESSED_BYTES_MIN);
    const [br, zip] = await Promise.all([get("gzip, deflate, br"), get("gzip")]);
    expect([br.headers["content-encoding"], zip.headers["content-encoding"]]).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.payload);
    expect(gunzipSync(zip.rawPayload).toString()).toBe(plain.payload);
    for (const { headers, rawPayload } of [br, zip]) {
      expect(Number(headers["content-length"])).toBe(rawPayload.length);
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length);
    }
  });

  it.each([
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["GZIP", "gzip"],
    ["identity;q=0, gzip", "gzip"],
    ["identity;q=0.9, gzip;q=0.1", undefined],
    ["gzip;q=0", undefined],
    ["deflate, zstd", undefined],
    ["identity;q=0", undefined],
    ["*;q=0", undefined],
    ["gzip;q=high", undefined],
    [",;=", undefined],
    ["", undefined],
  ])("to Accept-Encoding %j has the encoding %j", async (accepted, encoding) => {
    const answer = await get(accepted);
    expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, encoding]);
    expect(answer.headers.vary).toContain("accept-encoding");
  });

  it("of a small size is sent as it is, unless the client refuses that", async () => {
    const headers = (encoding: string) => ({ ...as("viewer"), "accept-encoding": encoding });
    const url = "/v1/purchases?unknown=1";
    const small = await app.inject({ url, headers: headers("br, gzip") });
    expect(small.rawPayload.length).toBeLessThan(COMPRESSED_BYTES_MIN);
    expect([small.statusCode, small.headers["content-encoding"]]).toEqual([422, undefined]);
    const forced = await app.inject({ url, headers: headers("gzip, identity;q=0") });
    expect(JSON.parse(gunzipSync(forced.rawPayload).toString())).toEqual(small.json());
  });

  it("to HEAD has the headers of the answer to GET", async () => {
    const [head, full] = await Promise.all([get("br", LARGE, "HEAD"), get("br")]);
    for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary"])
      expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
    expect(head.rawPayload).toHaveLength(0);
  });

  it("with a secret is never compressed", async () => {
    const answer = await app.inject({
      url: "/v1/api-keys",
      headers: { ...as("admin"), "accept-encoding": "gzip, identity;q=0" },
    });
    expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, undefined]);
  });

  it("of the reference is compressed, and its images are not", async () => {
    const page = await get("br", "/openapi.json");
    expect(JSON.parse(brotliDecompressSync(page.rawPayload).toString()).openapi).toMatch(/^3\./);
    expect((await get("br", "/docs/favicon-32x32.png")).headers["content-encoding"]).toBeUndefined();
  });
});

/** Fields of answers that let their reader act. */
const SECRETS = ["access_token", "presigned_url", "secret", "token"];

it("every route whose answer has a secret says so", () => {
  const open = routes.filter(({ method, spec, serves }) => {
    const shown = method.output.fields.flatMap(({ name, message }) => [
      name,
      ...(message?.fields.map((field) => field.name) ?? []),
    ]);
    const names = "schema" in serves && serves.schema ? JSON.stringify(serves.schema) : shown;
    return SECRETS.some((name) => names.includes(name)) && spec.returns !== undefined && !spec.secret;
  });
  expect(open.map(({ verb, path }) => `${verb} ${path}`)).toEqual([]);
});

describe("a streamed list", () => {
  const training = sample(OwnWorkforceTrainingSchema, { type: "safety", description: "x".repeat(2_000) });
  const watched = watchedStream(OwnWorkforceTrainingService.method.streamOwnWorkforceTrainings);
  const open = async (): Promise<IncomingMessage> => {
    const { port } = watched.app.server.address() as AddressInfo;
    const headers = { ...as("viewer"), "accept-encoding": "gzip" };
    const request = httpRequest({ port, host: "127.0.0.1", path: "/v1/own_workforce_trainings", headers }).end();
    const [answer] = await once(request, "response");
    return answer as IncomingMessage;
  };

  it("is compressed, and each piece arrives before the next one is made", async () => {
    let next = () => {};
    const seen = new Promise<void>((resolve) => {
      next = resolve;
    });
    watched.behave = async function* () {
      yield { trainings: [training] };
      await seen;
      yield { trainings: [training] };
    };
    const answer = await open();
    expect([answer.headers["content-encoding"], answer.headers["content-length"]]).toEqual(["gzip", undefined]);
    let text = "";
    for await (const piece of answer.pipe(createGunzip())) {
      text += String(piece);
      if (text.includes("safety")) next();
    }
    expect(JSON.parse(text)).toHaveLength(2);
  });

  it("that fails after its first piece is cut, so that no part looks like the whole", async () => {
    let fail = () => {};
    const seen = new Promise<void>((resolve) => {
      fail = resolve;
    });
    watched.behave = async function* () {
      yield { trainings: [training] };
      await seen;
      throw new Error("the disk is gone");
    };
    const answer = await open();
    const reading = (async () => {
      for await (const _ of answer) fail();
    })();
    await expect(reading).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("that fails before its first piece is refused in plain text", async () => {
    const server = fastify();
    compressAnswers(server);
    const failing = () =>
      new Readable({
        read() {
          this.destroy(new Error("the disk is gone"));
        },
      });
    server.get("/", (_, reply) => reply.type("text/csv").send(failing()));
    const answer = await server.inject({ url: "/", headers: { "accept-encoding": "gzip" } });
    expect([answer.statusCode, answer.headers["content-encoding"], answer.json().message]).toEqual([
      500,
      undefined,
      "the disk is gone",
    ]);
  });

  it("ends its call when the client disconnects", async () => {
    watched.behave = async function* (_request, call) {
      while (!call.signal.aborted) yield { trainings: Array.from({ length: 50 }, () => training) };
    };
    (await open()).destroy();
    await until("the end of the call", () => watched.ended);
  });
});
