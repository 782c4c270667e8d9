import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ServiceImpl } from "@connectrpc/connect";
import { grpcTransport } from "@emissions/kit/wire/client";
import { unprocessable } from "@emissions/kit/wire/errors";
import { startGrpcServer } from "@emissions/kit/wire/server";
import { serve } from "@emissions/kit/wire/services";
import { SurveyCommuteSchema, SurveyRowSchema } from "@emissions/proto/activity/v1/survey_row";
import { SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { sample } from "../../test/samples.ts";
import { cellsOf } from "../xlsx/read-workbook.fixture.ts";

type Stream = ServiceImpl<typeof SurveyRowListService>["exportSurveyRows"];

const PATH = "/v2/employees/survey-rows/export";
const SELECTION = JSON.stringify({ filter_hash: "0123456789abcdef" });
const row = { ...sample(SurveyRowSchema, { anonymous: false }), commute: sample(SurveyCommuteSchema, {}) };
const noise = () => Array.from({ length: 100 }, () => Math.random().toString(36).slice(2)).join("");
/** Rows of one message, with texts that hardly compress. */
const ROWS = 50;
const PAGE = {
  rows: Array.from({ length: ROWS }, () => ({ ...row, name: noise(), email: noise() })),
};
const PAGE_BYTES = ROWS * 2 * 1_000;
const PAGES = 120;

/** The behaviour of the service in a test. */
let stream: Stream;
/** Messages that the service was asked for, and whether its call has ended. */
let sent = 0;
let ended = false;

const impl: Pick<ServiceImpl<typeof SurveyRowListService>, "exportSurveyRows"> = {
  async *exportSurveyRows(request, call) {
    call.signal.addEventListener("abort", () => {
      ended = true;
    });
    for await (const message of stream(request, call)) {
      sent += 1;
      yield message;
    }
  },
};
const services = [serve(SurveyRowListService, impl)];
const server = await startGrpcServer({ host: "127.0.0.1", port: 0, services, log: { error: () => {} } });
const transport = grpcTransport({ baseUrl: `http://127.0.0.1:${server.port}` });
const { app } = await gateway({ real: { [SurveyRowListService.typeName]: transport } });
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

/** The answer, whose body is not read yet. */
async function open(): Promise<IncomingMessage> {
  const headers = { ...as("viewer"), "content-type": "application/json" };
  const request = httpRequest({ port, host: "127.0.0.1", path: PATH, method: "POST", headers }).end(SELECTION);
  const [answer] = await once(request, "response");
  return answer as IncomingMessage;
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

it("a refusal before the first row is answered as by other routes", async () => {
  stream = async function* () {
    if (sent > 1) yield PAGE;
    throw unprocessable("TOO_MANY_ROWS", "At most 50000 rows can be exported at once.");
  };
  const answer = await open();
  expect([answer.statusCode, JSON.parse(String(await bytesOf(answer)))]).toMatchObject([
    422,
    { code: "TOO_MANY_ROWS" },
  ]);
  expect(answer.headers["content-type"]).toContain("application/problem+json");
});

it("without rows the workbook has only headings", async () => {
  stream = async function* () {};
  expect(cellsOf(await bytesOf(await open()))).toHaveLength(1);
});

it("a failure after the first rows cuts the connection, so that no part looks like the whole", async () => {
  stream = async function* () {
    yield PAGE;
    throw new Error("the disk is gone");
  };
  const answer = await open();
  expect(answer.statusCode).toBe(200);
  await expect(bytesOf(answer)).rejects.toMatchObject({ code: "ECONNRESET" });
});

it("the call to the service ends when the client disconnects", async () => {
  stream = async function* (_request, call) {
    while (!call.signal.aborted) yield PAGE;
  };
  const answer = await open();
  expect(ended).toBe(false);
  answer.destroy();
  await until("the call to end", async () => ended);
});

it("the memory of the gateway does not grow with the rows", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const live = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const lives: number[] = [];
  stream = async function* () {
    for (let count = 1; count <= PAGES; count += 1) {
      // The buffers are full in the middle.
      if (count === PAGES / 2 || count === PAGES) lives.push(live());
      yield PAGE;
    }
  };
  for await (const _ of await open());
  const [early, late] = lives as [number, number];
  expect(late - early).toBeLessThan((PAGES / 2) * PAGE_BYTES * 0.5);
});
