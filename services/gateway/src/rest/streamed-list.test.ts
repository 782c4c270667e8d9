import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceImpl } from "@connectrpc/connect";
import { grpcTransport } from "@emissions/kit/wire/client";
import { invalid } from "@emissions/kit/wire/errors";
import { startGrpcServer } from "@emissions/kit/wire/server";
import { serve } from "@emissions/kit/wire/services";
import {
  OwnWorkforceTrainingSchema,
  OwnWorkforceTrainingService,
} from "@emissions/proto/activity/v1/own_workforce_training_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { sample } from "../../test/samples.ts";

type Stream = ServiceImpl<typeof OwnWorkforceTrainingService>["streamOwnWorkforceTrainings"];

const PATH = "/v1/own_workforce_trainings";
const training = sample(OwnWorkforceTrainingSchema, { type: "safety", description: "x".repeat(8_000) });
const page = (rows: number) => ({ trainings: Array.from({ length: rows }, () => training) });
/** More messages than all buffers between the service and the client hold. */
const MANY = 200;

/** The behaviour of the service in a test. */
let stream: Stream;
/** Messages that the service was asked for, and whether its call has ended. */
let sent = 0;
let ended = false;

const log = { error: () => {} };
const impl: Pick<ServiceImpl<typeof OwnWorkforceTrainingService>, "streamOwnWorkforceTrainings"> = {
  async *streamOwnWorkforceTrainings(request, call) {
    call.signal.addEventListener("abort", () => {
      ended = true;
    });
    for await (const message of stream(request, call)) {
      sent += 1;
      yield message;
    }
  },
};
const services = [serve(OwnWorkforceTrainingService, impl)];
const server = await startGrpcServer({ host: "127.0.0.1", port: 0, services, log });
const transport = grpcTransport({ baseUrl: `http://127.0.0.1:${server.port}` });
const { app } = await gateway({ real: { [OwnWorkforceTrainingService.typeName]: transport } });
let port: number;

beforeAll(async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  transport.close();
  server.close();
});
beforeEach(() => {
  [sent, ended] = [0, false];
});

const list = (url = PATH) => app.inject({ url, headers: as("viewer") });

/** The answer, whose body is not read yet. */
async function open(): Promise<IncomingMessage> {
  const request = httpGet({ port, host: "127.0.0.1", path: PATH, headers: as("viewer") });
  const [answer] = await once(request, "response");
  return answer as IncomingMessage;
}

it("the items of all messages are one array", async () => {
  stream = async function* () {
    yield page(2);
    yield page(0);
    yield page(3);
  };
  const answer = await list();
  expect([answer.statusCode, answer.json().length, answer.headers["content-type"]]).toEqual([
    200,
    5,
    "application/json; charset=utf-8",
  ]);
});

it("without messages the answer is an empty array", async () => {
  stream = async function* () {};
  expect((await list()).json()).toEqual([]);
});

it("a refusal before the first message is answered as by other routes", async () => {
  stream = async function* () {
    if (sent > 1) yield page(1);
    throw invalid([{ loc: ["query", "search"], msg: "no", type: "value_error" }]);
  };
  const answer = await list();
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { detail: [{ loc: ["query", "search"] }] }]);
});

it("a failure after the first message cuts the connection, so that no part looks like the whole", async () => {
  stream = async function* () {
    yield page(1);
    throw new Error("the disk is gone");
  };
  const answer = await open();
  expect(answer.statusCode).toBe(200);
  let text = "";
  const reading = (async () => {
    for await (const chunk of answer) text += String(chunk);
  })();
  await expect(reading).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(() => JSON.parse(text)).toThrow();
});

it("a client that reads nothing holds up the service, and gets everything when it reads", async () => {
  stream = async function* () {
    for (let count = 0; count < MANY; count++) yield page(50);
  };
  const answer = await open();
  let before = -1;
  await until("the service to stop sending", async () => {
    const isStill = before === sent;
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return isStill && sent > 0;
  });
  expect(sent).toBeLessThan(MANY / 4);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  expect(sent).toBe(MANY);
  expect(bytes).toBeGreaterThan(MANY * 50 * 8_000);
});

it("the call to the service ends when the client disconnects", async () => {
  stream = async function* (_request, call) {
    while (!call.signal.aborted) yield page(50);
  };
  const answer = await open();
  expect(ended).toBe(false);
  answer.destroy();
  await until("the end of the call", () => ended);
});

it("HEAD has no body and leaves no call open", async () => {
  stream = async function* (_request, call) {
    while (!call.signal.aborted) yield page(50);
  };
  const answer = await app.inject({ method: "HEAD", url: PATH, headers: as("viewer") });
  expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  await until("the end of the call", () => ended);
});

it.each(["size=1", "search=a&search=b", "file_id[]=1", "created_at_from=2026"])(
  "refuses the query %s",
  async (query) => {
    expect((await list(`${PATH}?${query}`)).statusCode).toBe(422);
  },
);
