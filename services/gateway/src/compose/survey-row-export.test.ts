import type { IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { unprocessable } from "@emissions/kit/wire/errors";
import { SurveyCommuteSchema, SurveyRowSchema } from "@emissions/proto/activity/v1/survey_row";
import { SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import { until } from "@emissions/testkit/poll";
import { expect, it } from "vitest";
import { sample } from "../../test/samples.ts";
import { watchedStream } from "../../test/watched-stream.ts";
import { cellsOf } from "../xlsx/read-workbook.fixture.ts";

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

const watched = watchedStream(SurveyRowListService.method.exportSurveyRows);

const open = () => watched.open({ method: "POST", path: PATH, body: SELECTION });

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

it("a refusal before the first row is answered as by other routes", async () => {
  watched.behave = async function* () {
    if (watched.sent > 1) yield PAGE;
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
  watched.behave = async function* () {};
  expect(cellsOf(await bytesOf(await open()))).toHaveLength(1);
});

it("a failure after the first rows cuts the connection, so that no part looks like the whole", async () => {
  watched.behave = async function* () {
    yield PAGE;
    throw new Error("the disk is gone");
  };
  const answer = await open();
  expect(answer.statusCode).toBe(200);
  await expect(bytesOf(answer)).rejects.toMatchObject({ code: "ECONNRESET" });
});

it("the call to the service ends when the client disconnects", async () => {
  watched.behave = async function* (_request, call) {
    while (!call.signal.aborted) yield PAGE;
  };
  const answer = await open();
  expect(watched.ended).toBe(false);
  answer.destroy();
  await until("the call to end", async () => watched.ended);
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
  watched.behave = async function* () {
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
